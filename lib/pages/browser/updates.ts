import type { Accents } from '../../engine/drawn-apart.ts'
import { shareText } from '../../engine/text.ts'
import type { SharedText } from '../../engine/text.ts'
import type { Row } from './row.ts'
import { keepPlain } from './row.ts'

/** UTF-16 units up to which all rows follow within one frame. */
const shortText = 300

/** What one slice of the work on a longer text may take, in milliseconds. */
const sliceMs = 12

/** What is to be shown. */
export interface Input {
  readonly text: string
  readonly accents: Accents
}

/**
 * Has rows follow what is typed: those of a short text all at once, those of a longer one first
 * where they are in sight, then the others in slices. `rows` are asked for each time.
 */
export function createUpdates(rows: () => readonly Row[]): (input: Input) => void {
  let round = 0
  return ({ text, accents }) => {
    const current = ++round
    const shared: SharedText | undefined = text === '' ? undefined : shareText(text)
    keepPlain(text)
    const show = (row: Row): void => row.show(shared, accents)
    if (text.length <= shortText) return rows().forEach(show)
    const [seen, unseen] = partByInSight(rows())
    seen.forEach(show)
    const goOn = (from: number): void => {
      if (current !== round) return
      const end = performance.now() + sliceMs
      let place = from
      for (; place < unseen.length && performance.now() < end; place++) {
        const row = unseen[place]
        if (row !== undefined) show(row)
      }
      if (place < unseen.length) setTimeout(goOn, 0, place)
    }
    setTimeout(goOn, 0, 0)
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

/**
 * Calls `update` once a frame in which something was put into the field, and at the end of a
 * composition, not within it.
 */
export function onInput(field: HTMLInputElement | HTMLTextAreaElement, update: () => void): void {
  let frame = 0
  const plan = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      update()
    })
  }
  field.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) plan()
  })
  field.addEventListener('compositionend', plan)
}
