// A quarter of the pages in Chromium, for `.ci/run`, which runs all four at once.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'system/pages-devices',
])
