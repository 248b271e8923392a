import type { Accents } from '../../engine/drawn-apart.ts'
import { shareText } from '../../engine/text.ts'
import { showPlain } from './row.ts'
import type { Row } from './row.ts'

/** The longest text, in UTF-16 units, that all rows show within one frame. */
const shortText = 300

/** The input of a page. */
export interface Input {
  /** `''` if nothing is typed: then each style shows its own sample. */
  readonly text: string
  readonly accents: Accents
}

/**
 * Creates a function that shows an input in all rows. For a long text, and while styles are not
 * warm, it starts with the visible rows: the first use of a style takes longest.
 */
export function createUpdates(
  rows: () => readonly Row[],
  areWarm: () => boolean,
): (input: Input) => void {
  let round = 0
  return ({ text, accents }) => {
    const current = ++round
    const shared = text === '' ? undefined : shareText(text)
    showPlain(text)
    const show = (row: Row): void => row.show(shared, accents)
    if (text.length <= shortText && areWarm()) return rows().forEach(show)
    const visible = new Set(rows().filter(isVisible))
    visible.forEach(show)
    const others = rows().filter((row) => !visible.has(row))
    void doInSlices(others, show, () => current === round)
  }
}

function isVisible({ element }: Row): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > top && bottom > 0 && top < innerHeight
}

/** How long one slice of work may last: a key that is pressed waits that long. */
const sliceMs = 8

/**
 * Does work for each item in slices, between which the browser can handle keys and draw. The first
 * slice is done before this returns. Stops before a slice that is no longer wanted.
 */
export async function doInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  isWanted = (): boolean => true,
): Promise<void> {
  let end = performance.now() + sliceMs
  for (const item of items) {
    if (performance.now() > end) {
      await new Promise((resolve) => setTimeout(resolve))
      if (!isWanted()) return
      end = performance.now() + sliceMs
    }
    work(item)
  }
}
