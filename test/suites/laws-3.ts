// Laws of certain styles, and of the service with any of them.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'laws/cases',
  'laws/codes',
  'laws/hostile-texts',
  'laws/hostile-words',
  'laws/html-names',
  'laws/right-to-left',
  'laws/search-forms',
  'laws/search-words',
  'laws/site',
  'laws/styles-in-browsers',
])
