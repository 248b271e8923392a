import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** File name → text of the scripts of the pages. */
export type Scripts = ReadonlyMap<string, string>

/**
 * Reads the scripts of the pages, which `npm run build` joins; it does so itself for the sources.
 */
export function readScripts(): Scripts {
  const joined = join(import.meta.dirname, '..', '..', 'scripts.json')
  return existsSync(joined) ? new Map(JSON.parse(readFileSync(joined, 'utf8'))) : joinScripts()
}

/**
 * Joins the compiled scripts of the pages: what they need at once, and what they load later, which
 * imports from the first. Returns none if nothing was compiled, as when the sources run before
 * `npm run build`. Throws if the compiled modules cannot be joined.
 */
export function joinScripts(folder = compiledFolder()): Scripts {
  const live = join(folder, 'live.js')
  if (!existsSync(live)) return new Map()
  const first = joinModules(live)
  const engine = join(folder, '..', '..', 'engine')
  const later = [
    join(engine, 'decoding', 'decoding.js'),
    join(folder, 'live-generator.js'),
    join(folder, 'search.js'),
    join(folder, 'boxes.js'),
    join(folder, 'fold.js'),
    join(folder, 'offers.js'),
    join(folder, 'symbols.js'),
  ].map((file) => {
    const { script, modules, imported } = joinModules(file, first.modules)
    const names = [...modules.values()].at(-1) ?? []
    const imports = imported.length > 0 ? `import ${braced(imported)} from "./live.js";\n` : ''
    const exported = `export ${braced(names)};\n`
    return { file: basename(file), script: `${imports}${script}${exported}`, imported }
  })
  const shared = new Set(later.flatMap(({ imported }) => imported))
  return new Map([
    ['live.js', `${first.script}export ${braced([...shared])};\n`],
    ...later.map(({ file, script }) => [file, script] as const),
    // A page without styles does not need the first script.
    ['live-symbols.js', joinModules(join(folder, 'live-symbols.js')).script],
  ])
}

function braced(names: readonly string[]): string {
  return `{ ${names.join(', ')} }`
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
 * beside this one. What is in another script already is imported from there.
 */
export function joinModules(entry: string, others: Modules = new Map()): Joined {
  const modules = new Map<string, readonly string[]>()
  const imported = new Set<string>()
  const owners = new Map<string, string>()
  const parts: string[] = []
  const add = (file: string): void => {
    if (modules.has(file)) return
    modules.set(file, [])
    const exported: string[] = []
    const joinable = readFileSync(file, 'utf8')
      .replace(imports, (line, names: string, path: string) => {
        if (/\bas\b/.test(names)) return line
        if (!path.startsWith('.')) throw new Error(`${file} imports ${path}, which no browser has`)
        const target = join(dirname(file), path)
        if (others.has(target)) for (const [name] of names.matchAll(/[\w$]+/g)) imported.add(name)
        else add(target)
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
    const unknown = /^(?:import|export)\b(?!\().*/m.exec(joinable)
    if (unknown !== null) throw new Error(`${file} has a line that cannot be joined: ${unknown[0]}`)
    const names = braced(exported)
    // Again, so that the module that was asked for is the last one.
    modules.delete(file)
    modules.set(file, exported)
    parts.push(`const ${names} = (() => {\n${shorten(joinable)}return ${names};\n})();\n`)
  }
  add(entry)
  return { script: parts.join(''), modules, imported: [...imported] }
}

/** The modules of a script, the first one last, each with the names that it exports. */
type Modules = ReadonlyMap<string, readonly string[]>

/** Modules that were joined, and what they import from another script. */
export interface Joined {
  readonly script: string
  readonly modules: Modules
  readonly imported: readonly string[]
}

/** Removes indents, and semicolons that a line end replaces, unless a text has several lines. */
function shorten(code: string): string {
  const isOpen = (line: string): boolean => line.split('`').length % 2 === 0
  if (code.split('\n').some(isOpen)) return code
  return code.replace(/^ +/gm, '').replace(/(?<=\S);\n(?![[(`+*/-])/g, '\n')
}

/** Imports and exports as the compiler writes them. */
const imports = /^import \{([\w$, \n]*)\} from ['"]([^'"]+)['"];\n?/gm
const declarations = /^export (async function|function\*?|const|class) ([\w$]+)/gm
const lateImports = /\bimport\(['"](?:[^'"]*\/)?([^'"/]+)['"]\)/g
const noExport = /^export \{\};\n/m
