// The last quarter of the pages in Chromium, and README.md.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/pages-carried',
  'system/pages-faults',
  'system/pages-fonts',
  'system/pages-hostile',
  'system/pages-input',
  'system/pages-options',
  'system/pages-speed',
  'system/pages-walk',
  'system/readme',
])
