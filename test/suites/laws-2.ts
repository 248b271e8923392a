// The other half of the laws.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'laws/boxes',
  'laws/characters',
  'laws/codes',
  'laws/decoder-inputs',
  'laws/distance',
  'laws/html-names',
  'laws/output',
  'laws/page-texts',
  'laws/restoring',
  'laws/site',
  'laws/traits',
  'laws/unicode-styles',
])
