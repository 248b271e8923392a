import { join } from 'node:path'

/** Returns the path of a data file of the sources, which a release has at the same place. */
export function shippedFile(...names: readonly string[]): string {
  const lib = join(import.meta.dirname, '..')
  const isSource = import.meta.filename.endsWith('.ts')
  const sources = isSource ? lib : join(lib, '..', '..', 'lib')
  return join(sources, 'pages', ...names)
}
