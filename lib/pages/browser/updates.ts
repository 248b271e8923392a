import { memoize } from '../../engine/memo.ts'
import { withAdditions } from './added-style.ts'
import { noAdditions } from './additions.ts'
import type { BoxTest } from './boxes.ts'
import { rowsInSight } from './fold.ts'
import { find, make } from './page.ts'
import { createRow } from './row.ts'
import type { Row } from './row.ts'
import { plainId } from './styled-text.ts'
import type { Styles } from './styles.ts'

/** Makes the rows of lists that name their styles live, with what is added to each. */
export function listedRows(styles: Styles, additions = noAdditions): readonly Row[] {
  const lists = document.querySelectorAll<HTMLElement>('.rows[data-styles]')
  return [...lists].flatMap((list) => {
    const slugs = (list.dataset['styles'] ?? '').split(' ')
    return Array.from(list.querySelectorAll<HTMLElement>(':scope > li'), (row, index) => {
      const style = styles.all.get(slugs[index] ?? '')
      if (style === undefined) throw new Error(`no style ${slugs[index]}`)
      return createRow(row, withAdditions(style, additions))
    })
  })
}

/** How long the visitor must not type before the rows follow that are not in sight. */
const restMs = 250

/**
 * Creates a function that shows a text in all rows: in the visible ones at once, in the others in
 * slices after a pause, or when the page is scrolled, or at once if something was pressed. Rows of
 * styles that are not loaded follow when they are. What would be boxes in this browser is left out,
 * as far as that is known: it is found out in the pause, or for what is pressed. Calls `done` when
 * all are shown. `findBoxes` names the rows where it shows boxes even for plain letters, and puts
 * them last.
 */
export function createUpdates(
  rows: () => readonly Row[],
  styles: Styles,
  done: () => void = () => {},
) {
  let round = 0
  let timer: number | undefined
  let proceed = (): void => {}
  addEventListener('scroll', () => proceed(), { passive: true })
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      clearTimeout(timer)
      timer = setTimeout(resolve, restMs)
      proceed = resolve
    })
  let test: BoxTest | undefined
  const load = memoize(async () => {
    test = (await import('./soon.ts')).createBoxTest()
  })
  const hasBox = (draws: boolean) => (styled: string): boolean => {
    return test?.hasBox(styled, draws) === true
  }
  const update = async (text: string, isPressed = false): Promise<void> => {
    const current = ++round
    const isCurrent = (): boolean => current === round
    performance.clearMarks('shown')
    // A key does not wait for it.
    if (isPressed && test === undefined) await load().catch(() => {})
    if (!isCurrent()) return
    const show = (row: Row, isHasty: boolean): boolean => {
      return row.show(text === '' ? undefined : text, hasBox(!isHasty), isHasty)
    }
    const all = rows()
    if (text !== '' && all.some(({ style }) => !style.isLoaded(text))) {
      void styles.load(text).then(() => void (isCurrent() && update(text)))
    }
    // Images are never without the name that they refer to.
    if (!document.getElementById(plainId)?.textContent) showPlain(text)
    const isSafe = new Map<Row, boolean>()
    // When rows step back, others come into the window.
    for (let turn = 0; turn < (isPressed ? mostTurns : 1); turn++) {
      const visible = rowsInSight(all.filter((row) => !isSafe.has(row)))
      for (const row of visible) isSafe.set(row, show(row, !isPressed))
      if (!isPressed || visible.length === 0) break
      done()
    }
    await Promise.all([
      isPressed ? new Promise((resolve) => setTimeout(resolve)) : rest(),
      load().catch(() => {}),
    ])
    if (!isCurrent()) return
    showPlain(text)
    const left = all.filter((row) => isPressed ? !isSafe.has(row) : isSafe.get(row) !== true)
    await doInSlices(left, (row) => void show(row, false), isCurrent)
    if (!isCurrent()) return
    done()
    performance.mark('shown')
  }
  const findBoxes = async (): Promise<void> => {
    await load()
    const isBoxed = hasBox(true)
    await doInSlices(rows(), (row) => {
      const { style } = row
      if (!style.isLoaded() || !isBoxed(style.transform('Aa', 'styled'))) return
      row.hasBoxes = true
      // A row that moves would lose the focus.
      if (row.element.contains(document.activeElement)) return
      row.element.closest('.rows:not(#found)')?.append(row.element)
    })
  }
  return { update, findBoxes }
}

/** How often rows that come into the window may step back in turn. */
const mostTurns = 6

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

/** Puts the typed text into the element that names all samples. */
function showPlain(text: string): void {
  const known = document.getElementById(plainId)
  if (known !== null) known.textContent = text
  else find('main').append(make('p', { id: plainId, hidden: true }, text))
}
