// A quarter of the pages in Chromium.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/pages',
  'system/pages-layout',
  'system/pages-list',
])
