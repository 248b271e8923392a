// Half of the laws of each style. Laws of one process share what they compute from the catalogue.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'laws/alphabets',
  'laws/chains',
  'laws/clusters',
  'laws/decoder-inputs',
  'laws/distance',
  'laws/linear',
  'laws/page-facts',
  'laws/pasted',
  'laws/published',
  'laws/search',
  'laws/turkish',
])
