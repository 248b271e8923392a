import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isCompiled, root } from './folders.ts'

/**
 * Returns the path of the compiled form of a source such as `server.ts`. Throws if any source of the
 * service or of test/support is newer than its compiled form.
 */
export function compiledPath(source: string): string {
  // Compiled tests were compiled together with the service.
  if (!isCompiled) for (const file of sources()) assertBuilt(file)
  return outputOf(source)
}

function sources(): string[] {
  return ['lib', join('test', 'support')].reduce(
    (files, folder) =>
      files.concat(
        readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
          .filter((file) => /\.(ts|css)$/.test(file) && !file.endsWith('.d.ts'))
          .map((file) => join(folder, file)),
      ),
    ['server.ts'],
  )
}

function outputOf(source: string): string {
  // The scripts and style sheets of the pages are bundled.
  const isAsset = /pages.(browser|styles)/.test(source)
  return join(root, 'dist', isAsset ? 'assets.json' : source.replace(/\.ts$/, '.js'))
}

function assertBuilt(source: string): void {
  const builtMs = statSync(outputOf(source), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (builtMs >= statSync(join(root, source)).mtimeMs) return
  throw new Error(`${source} has changed since dist/ was built: run npm run build first`)
}
