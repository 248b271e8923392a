// One half of the pages in Chromium, for `.ci/run`, which runs both at once.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/pages',
  'system/pages-carried',
  'system/pages-faults',
  'system/pages-fonts',
  'system/pages-hostile',
  'system/pages-layout',
  'system/pages-list',
])
