import type { Catalogue } from '../../lib/catalogue/catalogue.ts'
import { decoding } from '../../lib/engine/decoding/decoding.ts'
import { createStyles, parseJson } from '../../lib/pages/browser/styles.ts'
import type { Decoders, DecoderRows, StyleRow, Styles } from '../../lib/pages/browser/styles.ts'
import { stylesData } from '../../lib/pages/assets.ts'

/** Makes styles from what browsers load of a catalogue. */
export function createLoadedStyles(
  catalogue: Catalogue,
  language: string,
  create = createStyles,
  reading: Decoders['decoding'] = decoding,
): Styles {
  const files = new Map(stylesData(catalogue))
  const read = <Value>(file: string): Value => parseJson(files.get(file) ?? '')
  return create(read<readonly StyleRow[]>('styles.json'), language, async () => {
    return { decoding: reading, rows: read<DecoderRows>('decoders.json') }
  })
}
