import type { Accents } from '../../engine/drawn-apart.ts'
import { shareText } from '../../engine/text.ts'
import type { Row } from './row.ts'
import { keepPlain } from './row.ts'
import { doInSlices } from './slices.ts'

/** UTF-16 units up to which all rows follow within one frame. */
const shortText = 300

/** What is to be shown. */
export interface Input {
  /** `''` where nothing is typed: then each style shows its own sample. */
  readonly text: string
  readonly accents: Accents
}

/**
 * Has rows follow what is typed: those of a short text all at once, those of a longer one first
 * where they are in sight, then the others in slices. So it is while styles are not warm yet: the
 * first time that they work takes longest. `rows` are asked for each time.
 */
export function createUpdates(
  rows: () => readonly Row[],
  areWarm: () => boolean,
): (input: Input) => void {
  let round = 0
  return ({ text, accents }) => {
    const current = ++round
    const shared = text === '' ? undefined : shareText(text)
    keepPlain(text)
    const show = (row: Row): void => row.show(shared, accents)
    if (text.length <= shortText && areWarm()) return rows().forEach(show)
    const [seen, unseen] = partByInSight(rows())
    seen.forEach(show)
    void doInSlices(unseen, show, () => current === round)
  }
}

function partByInSight(rows: readonly Row[]): readonly [seen: Row[], unseen: Row[]] {
  const [seen, unseen]: [Row[], Row[]] = [[], []]
  for (const row of rows) {
    const { top, bottom } = row.element.getBoundingClientRect()
    if (bottom > top && bottom > 0 && top < innerHeight) seen.push(row)
    else unseen.push(row)
  }
  return [seen, unseen]
}
