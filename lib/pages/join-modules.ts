import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Joins a compiled module and all that it imports to one script, a function a module, for a browser
 * would need a request for each. Throws for an import that is no file beside it, such as of Node.
 */
export function joinModules(entry: string): string {
  const places = new Map<string, number>()
  const parts: string[] = []
  const add = (file: string): number => {
    const known = places.get(file)
    if (known !== undefined) return known
    const names: string[] = []
    const body = withoutIndents(readFileSync(file, 'utf8'))
      .replace(imports, (_line, words: string, path: string) => {
        if (!path.startsWith('.')) throw new Error(`${file} imports ${path}, which no browser has`)
        return `const {${words.replaceAll(' as ', ': ')}} = m${add(join(dirname(file), path))};`
      })
      .replace(declarations, (_line, kind: string, name: string) => {
        names.push(name)
        return `${kind} ${name}`
      })
      .replace(/^export \{\};$/m, '')
    const unknown = /^(?:import|export)\b.*/m.exec(body)
    if (unknown !== null) throw new Error(`${file} has a line that cannot be joined: ${unknown[0]}`)
    const place = parts.push(`(() => {\n${body}return { ${names.join(', ')} };\n})();\n`) - 1
    places.set(file, place)
    return place
  }
  add(entry)
  return parts.map((part, place) => `const m${place} = ${part}`).join('')
}

/** The code without what stands in front of its lines; texts of several lines stay as they are. */
function withoutIndents(code: string): string {
  const isOpen = (line: string): boolean => line.split('`').length % 2 === 0
  return code.split('\n').some(isOpen) ? code : code.replace(/^ +/gm, '')
}

/** As the compiler writes them. */
const imports = /^import \{([^}]*)\} from ['"]([^'"]+)['"];$/gm
const declarations = /^export (async function|function\*?|const|class) ([\w$]+)/gm
