import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { memoize } from '../../lib/engine/memo.ts'
import { root } from './folders.ts'

/** Returns the path of the built server.js. Throws if a source is newer than the build. */
export const builtServer = memoize((): string => {
  // The build writes this file last.
  const path = join(root, 'dist', 'server.js')
  const builtMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const sources = readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|css)$/.test(file))
    .map((file) => join('lib', file))
  for (const source of ['server.ts', ...sources]) {
    if (statSync(join(root, source)).mtimeMs <= builtMs) continue
    throw new Error(`${source} has changed since dist/ was built: run npm run build first`)
  }
  return path
})

/** Node's options for a program of the tests that another process runs from its source. */
export const sourceOptions = ['--import', import.meta.resolve('tsx')]

/** Returns the path of such a program in this folder. */
export function sourcePath(name: string): string {
  return join(import.meta.dirname, name)
}
