// Half of the laws. Those of one process share what they compute from the catalogue.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'laws/alphabets',
  'laws/chains',
  'laws/clusters',
  'laws/data-files',
  'laws/decoding',
  'laws/gaps',
  'laws/linear',
  'laws/page-facts',
  'laws/published',
  'laws/search',
  'laws/styles-in-browsers',
  'laws/turkish',
])
