// Files that measure processor time, without tests before them that warm up the code.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'api/search-cost',
  'http/parser-cost',
  'uncounted-cost',
])
