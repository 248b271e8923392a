// Half of the laws of each style. Laws of one process share what they compute from the catalogue.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'laws/alphabets',
  'laws/chains',
  'laws/characters',
  'laws/decoder-inputs',
  'laws/distance',
  'laws/linear',
  'laws/pasted',
  'laws/published',
  'laws/search',
  'laws/turkish',
])
