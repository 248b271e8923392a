import { memoize } from '../../engine/memo.ts'
import { noAdditions, withAdditions } from './additions.ts'
import { createBoxTest } from './boxes.ts'
import type { BoxTest } from './boxes.ts'
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
 * slices after a pause, or when the page is scrolled. Rows of styles that are not loaded follow
 * when they are. Accented letters stay plain in rows where this browser would show boxes. Calls
 * `done` when all are shown. `findBoxes` names the rows where it shows boxes even for plain
 * letters, and puts them last.
 */
export function createUpdates(
  rows: () => readonly Row[],
  styles: Styles,
  done: () => void | Promise<void> = () => {},
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
  // Its first drawing takes long.
  let test: BoxTest | undefined
  const load = memoize(() => (test = createBoxTest()))
  const update = async (text: string): Promise<void> => {
    const current = ++round
    const isCurrent = (): boolean => current === round
    const follow = (): unknown => isCurrent() && update(text)
    performance.clearMarks('shown')
    const show = (row: Row): void => {
      const hasBoxes = test?.isKnown(row.style, text) === true
      row.show(text === '' ? undefined : text, hasBoxes ? 'plain' : 'styled')
    }
    const all = rows()
    if (text !== '' && all.some(({ style }) => !style.isLoaded())) void styles.load().then(follow)
    const isAccented = /[^\P{L}\0-\x7f]/u.test(text)
    const visible = new Set(all.filter(isVisible))
    visible.forEach(show)
    const hidden = all.filter((row) => !visible.has(row))
    await rest()
    if (!isCurrent()) return
    showPlain(text)
    await doInSlices(isAccented ? [...visible, ...hidden] : hidden, (row) => {
      if (isAccented) load().examine(row.style, text)
      show(row)
    }, isCurrent)
    if (!isCurrent()) return
    await done()
    if (isCurrent()) performance.mark('shown')
  }
  const findBoxes = async (): Promise<void> => {
    const { hasBoxes } = load()
    await doInSlices(rows(), (row) => {
      const style = styles.all.get(row.slug)
      if (style === undefined || !style.isLoaded() || !hasBoxes(style)) return
      row.hasBoxes = true
      // A row that moves would lose the focus.
      if (row.element.contains(document.activeElement)) return
      row.element.closest('.rows:not(#found)')?.append(row.element)
    })
  }
  return { update, findBoxes }
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

/** Puts the typed text into the element that names all samples. */
function showPlain(text: string): void {
  const known = document.getElementById(plainId)
  if (known !== null) known.textContent = text
  else find('main').append(make('p', { id: plainId, hidden: true }, text))
}
