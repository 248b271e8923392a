// The pages in Chromium, for `.ci/run`.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/pages',
  'system/pages-carried',
  'system/pages-faults',
  'system/pages-fonts',
  'system/pages-hostile',
  'system/pages-input',
  'system/pages-layout',
  'system/pages-list',
  'system/pages-options',
  'system/pages-speed',
  'system/pages-symbols',
  'system/pages-text',
  'system/pages-walk',
  'system/readme',
])
