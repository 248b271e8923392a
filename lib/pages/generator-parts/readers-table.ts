import { dataTable } from '../data-table.ts'
import type { Html } from '../html.ts'
import type { PageTexts, TextKey } from '../texts.ts'

/**
 * What screen readers make of mathematical letters, as they were tried in March 2025:
 * https://adrianroselli.com/2025/03/dont-use-fake-bold-or-italic-in-social-media.html
 * NVDA has normalised what it says since then: https://github.com/nvaccess/nvda/pull/17017
 */
const readers = [
  ['reader-nvda-new', 'heard-letters'],
  ['reader-nvda-old', 'heard-nothing'],
  ['reader-jaws', 'heard-names'],
  ['reader-voiceover', 'heard-nothing'],
  ['reader-narrator', 'heard-nothing'],
  ['reader-talkback', 'heard-letters'],
] as const satisfies ReadonlyArray<readonly [reader: TextKey, heard: TextKey]>

/** The table of what each screen reader makes of mathematical letters. */
export function readersTable({ text }: PageTexts): Html {
  return dataTable(
    text('readers-caption'),
    [text('readers-reader'), text('readers-heard')],
    readers.map(([reader, heard]) => [text(reader), text(heard)]),
  )
}
