// The other half of the laws of each style.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'laws/boxes',
  'laws/clusters',
  'laws/data-files',
  'laws/decoding',
  'laws/gaps',
  'laws/output',
  'laws/page-facts',
  'laws/page-texts',
  'laws/restoring',
  'laws/traits',
  'laws/unicode-styles',
])
