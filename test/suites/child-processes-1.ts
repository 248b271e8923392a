// Services that are killed, damaged or share a folder.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/damage',
  'system/need',
  'system/restart',
  'system/store-processes',
  'system/one-limit',
])
