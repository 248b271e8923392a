// The laws of each style that use its traits, detail answer or page, which are made once for all.
import { runFiles } from '../support/run-files.ts'

await runFiles([
  'laws/alphabets',
  'laws/boxes',
  'laws/chains',
  'laws/characters',
  'laws/page-facts',
  'laws/page-texts',
  'laws/pasted',
  'laws/published',
  'laws/traits',
])
