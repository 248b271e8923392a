// The other half of the laws of each style.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'laws/boxes',
  'laws/characters',
  'laws/data-files',
  'laws/decoding',
  'laws/gaps',
  'laws/output',
  'laws/page-texts',
  'laws/restoring',
  'laws/traits',
  'laws/unicode-styles',
])
