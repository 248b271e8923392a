import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Joins a compiled module and all that it imports to one script, for a browser would need a request
 * for each. A module is a function there, whose exports are the script's: what it imports is at
 * hand, by the same name. Throws for an import that is no file beside it, such as of Node, or that
 * takes another name; for two exports of one name; and for all that is not written as the compiler
 * writes it. That no export has a name which browsers have, too, is tested.
 */
export function joinModules(entry: string): string {
  const files = new Set<string>()
  const owners = new Map<string, string>()
  const parts: string[] = []
  const add = (file: string): void => {
    if (files.has(file)) return
    files.add(file)
    const exported: string[] = []
    const body = withoutIndents(readFileSync(file, 'utf8'))
      .replace(imports, (line, names: string, path: string) => {
        if (/\bas\b/.test(names)) return line
        if (!path.startsWith('.')) throw new Error(`${file} imports ${path}, which no browser has`)
        add(join(dirname(file), path))
        return ''
      })
      .replace(declarations, (_line, kind: string, name: string) => {
        const owner = owners.get(name)
        if (owner !== undefined) throw new Error(`${file} and ${owner} both export ${name}`)
        owners.set(name, file)
        exported.push(name)
        return `${kind} ${name}`
      })
      .replace(noExport, '')
    const unknown = /^(?:import|export)\b.*/m.exec(body)
    if (unknown !== null) throw new Error(`${file} has a line that cannot be joined: ${unknown[0]}`)
    const names = `{ ${exported.join(', ')} }`
    parts.push(`const ${names} = (() => {\n${body}return ${names};\n})();\n`)
  }
  add(entry)
  return parts.join('')
}

/** The code without what stands in front of its lines; texts of several lines stay as they are. */
function withoutIndents(code: string): string {
  const isOpen = (line: string): boolean => line.split('`').length % 2 === 0
  return code.split('\n').some(isOpen) ? code : code.replace(/^ +/gm, '')
}

/** As the compiler writes them. */
const imports = /^import \{([\w$, \n]*)\} from ['"]([^'"]+)['"];\n?/gm
const declarations = /^export (async function|function\*?|const|class) ([\w$]+)/gm
const noExport = /^export \{\};\n/m
