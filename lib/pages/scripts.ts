import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { joinModules } from './join-modules.ts'

/** File → its text: the scripts of the pages. */
export type Scripts = ReadonlyMap<string, string>

/**
 * Reads the script of the pages, as it was compiled. There is none where nothing was: sources that
 * run as they are have a compiled form only after `npm run build`, which tries this, too. Throws
 * where the compiled modules cannot be joined.
 */
export function readScripts(folder = compiledFolder()): Scripts {
  const entry = join(folder, scriptFile)
  return new Map(existsSync(entry) ? [[scriptFile, joinModules(entry)]] : [])
}

const scriptFile = 'live.js'

function compiledFolder(): string {
  const own = import.meta.dirname
  const lib = dirname(own)
  const isSource = import.meta.filename.endsWith('.ts')
  return join(isSource ? join(dirname(lib), 'dist', basename(lib)) : lib, 'pages', 'browser')
}
