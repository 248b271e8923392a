// A quarter of the pages in Chromium.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/pages-copy',
  'system/pages-symbols',
  'system/pages-text',
])
