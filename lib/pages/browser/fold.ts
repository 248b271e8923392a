import { memoize } from '../../engine/memo.ts'
import { find, make, words } from './page.ts'
import type { Row } from './row.ts'

/** Why rows are folded: the text leaves them unchanged, or they cannot have what is added. */
type Reason = 'unchanged' | 'apart'

/**
 * Creates two lines below the lists, under which rows are folded: those that the text leaves
 * unchanged, and those that leave out what is added. They open to their names; the search finds
 * them, too. Returns the function that folds the rows of the page and, as they are now, others.
 * While the page is scrolled down, the lists in the window stay as they are.
 */
export function createFold(rows: readonly Row[]): (others: readonly Row[]) => void {
  const lines = (['unchanged', 'apart'] as const).map(createLine)
  let last: ReadonlyMap<Element, Reason | undefined> = new Map()
  return (others) => {
    const all = new Map([...others, ...rows].map((row) => [row.element, row]))
    // To look at the window makes the browser lay the page out.
    if (![...all].some(([element, row]) => reasonOf(row) !== last.get(element))) return
    const isScrolled = topOf('.first:not(.folded) .rows, #styles') < bottomOf('.entry')
    const elements = [...document.querySelectorAll<HTMLElement>('.rows:not([hidden]) > li')]
    const fixed = isScrolled ? elements.find(isInSight) : undefined
    const lists = new Set(isScrolled ? elements.filter(isInSight).map(listOf) : [])
    const next = new Map(elements.map((element) => {
      const row = all.get(element)
      const isFixed = lists.has(listOf(element))
      return [element, isFixed ? last.get(element) : row && reasonOf(row)] as const
    }))
    if (elements.every((element) => next.get(element) === last.get(element))) return
    last = next
    const before = fixed?.getBoundingClientRect().top ?? 0
    for (const [element, reason] of next) element.classList.toggle('folded', reason !== undefined)
    for (const section of document.querySelectorAll('section.first, #styles > section')) {
      const isEmpty = section.querySelector('.rows > :not(.folded)') === null
      section.classList.toggle('folded', isEmpty)
      const id = section.getAttribute('aria-labelledby')
      document.querySelector(`.jump [href="#${id}"]`)?.parentElement
        ?.classList.toggle('folded', isEmpty)
    }
    for (const { reason, show } of lines) {
      show(rows.filter(({ element }) => next.get(element) === reason))
    }
    if (fixed !== undefined) scrollBy(0, fixed.getBoundingClientRect().top - before)
  }
}

function reasonOf(row: Row): Reason | undefined {
  return row.leavesOut() ? 'apart' : row.isUnchanged() ? 'unchanged' : undefined
}

/** Creates the line for a reason, which shows the names of its rows. */
function createLine(reason: Reason) {
  const summary = make('summary')
  const list = make('ul')
  const fold = make('details', { className: 'unchanged', hidden: true }, summary, list)
  find('#styles').append(fold)
  let own: readonly Row[] = []
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1))
    const section = target?.closest('.folded')
    if (section == null || !own.some(({ element }) => section.contains(element))) return
    fold.open = true
    fold.scrollIntoView()
  })
  const show = (folded: readonly Row[]): void => {
    own = folded
    fold.hidden = folded.length === 0
    summary.textContent = words(`${reason}-summary`, { count: folded.length })
    list.replaceChildren(...folded.map(({ name, element }) => {
      return make('li', {}, make('a', { href: find<HTMLAnchorElement>('a', element).href }, name))
    }))
  }
  return { reason, show }
}

const listOf = (row: Element): Element | null => row.parentElement
const topOf = (selector: string): number => find(selector).getBoundingClientRect().top
const bottomOf = (selector: string): number => find(selector).getBoundingClientRect().bottom

/** Returns the rows that are in the window, without a look at those of lists that are not. */
export function rowsInSight(rows: readonly Row[]): readonly Row[] {
  const isSeen = memoize((list: Element | null) => list !== null && isInSight(list))
  return rows.filter(({ element }) => isSeen(listOf(element)) && isInSight(element))
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > top && bottom > 0 && top < innerHeight
}
