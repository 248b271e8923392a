import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** File name → text of the scripts of the pages. */
export type Scripts = ReadonlyMap<string, string>

/**
 * Reads the compiled scripts of the pages: all that they need at once, and what a search needs.
 * Returns none if nothing was compiled, as when the sources run before `npm run build`. Throws if
 * the compiled modules cannot be joined.
 */
export function readScripts(folder = compiledFolder()): Scripts {
  const live = join(folder, 'live.js')
  if (!existsSync(live)) return new Map()
  const ranking = joinModules(join(folder, '..', '..', 'engine', 'ranking.js'))
  const exported = 'export { createRanking, findSimilar };\n'
  return new Map([
    ['live.js', joinModules(live)],
    ['ranking.js', ranking + exported],
  ])
}

function compiledFolder(): string {
  const own = import.meta.dirname
  const lib = dirname(own)
  const isSource = import.meta.filename.endsWith('.ts')
  return join(isSource ? join(dirname(lib), 'dist', basename(lib)) : lib, 'pages', 'browser')
}

/**
 * Joins a compiled module and all its imports to one script, which needs one request instead of
 * seventy. Each module becomes a function, and its exports become names of the script. Throws for
 * an import that is not a file, such as one of Node; for a renamed import; for two exports with one
 * name; and for any line that the compiler would write in another way. A test makes sure that no
 * export has the name of something that browsers have. A module that is imported later is a script
 * beside this one.
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
      .replace(lateImports, 'import("./$1")')
    const unknown = /^(?:import|export)\b(?!\().*/m.exec(body)
    if (unknown !== null) throw new Error(`${file} has a line that cannot be joined: ${unknown[0]}`)
    const names = `{ ${exported.join(', ')} }`
    parts.push(`const ${names} = (() => {\n${body}return ${names};\n})();\n`)
  }
  add(entry)
  return parts.join('')
}

/** Removes the indents of code, unless it has a text of several lines. */
function withoutIndents(code: string): string {
  const isOpen = (line: string): boolean => line.split('`').length % 2 === 0
  return code.split('\n').some(isOpen) ? code : code.replace(/^ +/gm, '')
}

/** Imports and exports as the compiler writes them. */
const imports = /^import \{([\w$, \n]*)\} from ['"]([^'"]+)['"];\n?/gm
const declarations = /^export (async function|function\*?|const|class) ([\w$]+)/gm
const lateImports = /\bimport\(['"](?:[^'"]*\/)?([^'"]+)['"]\)/g
const noExport = /^export \{\};\n/m
