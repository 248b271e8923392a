// The folders that the other files use.
import { dirname, join } from 'node:path'

export const here = import.meta.dirname
export const root = dirname(dirname(here))
export const dist = join(root, 'dist')
