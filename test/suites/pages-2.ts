// The other half of the pages in Chromium, and README.md.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/pages-devices',
  'system/pages-input',
  'system/pages-options',
  'system/pages-speed',
  'system/pages-symbols',
  'system/pages-text',
  'system/pages-walk',
  'system/readme',
])
