// The other laws of each style; most use its outputs for the same texts.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'laws/clusters',
  'laws/data-files',
  'laws/decoder-inputs',
  'laws/decoding',
  'laws/distance',
  'laws/gaps',
  'laws/kept-letters',
  'laws/left-alone',
  'laws/linear',
  'laws/output',
  'laws/restoring',
  'laws/search',
  'laws/turkish',
  'laws/unicode-styles',
])
