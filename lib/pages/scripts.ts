import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { joinModules } from './join-modules.ts'

/** File → its text: the scripts of the pages. */
export type Scripts = ReadonlyMap<string, string>

/**
 * Reads the scripts of the pages, as they were compiled. There are none where nothing was: sources
 * that run as they are have a compiled form only after `npm run build`.
 */
export function readScripts(folder = compiledFolder()): Scripts {
  const start = join(folder, 'start.js')
  if (!existsSync(start)) return new Map()
  return new Map([
    ['start.js', readFileSync(start, 'utf8')],
    ['live.js', joinModules(join(folder, 'live.js'))],
  ])
}

function compiledFolder(): string {
  const own = import.meta.dirname
  const lib = dirname(own)
  const isSource = import.meta.filename.endsWith('.ts')
  return join(isSource ? join(dirname(lib), 'dist', basename(lib)) : lib, 'pages', 'browser')
}
