import { find, make, words } from './page.ts'
import type { Row } from './row.ts'

/**
 * Creates the line below the lists under which the rows are folded that the text leaves unchanged.
 * It opens to their names; the search finds them, too. Returns the function that folds the rows of
 * the page and, as they are now, these.
 */
export function createFold(rows: readonly Row[]): (others: readonly Row[]) => void {
  const summary = make('summary')
  const list = make('ul')
  const fold = make('details', { className: 'unchanged', hidden: true }, summary, list)
  find('#styles').append(fold)
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1))
    if (target?.closest('.folded') == null) return
    fold.open = true
    fold.scrollIntoView()
  })
  let known = ''
  return (others) => {
    const folded = rows.filter((row) => row.isUnchanged())
    const all = [...folded, ...others.filter((row) => row.isUnchanged())]
    const now = all.map(({ slug }) => slug).join()
    if (now === known) return
    known = now
    const changed = new Set(all.map(({ element }) => element))
    for (const { element } of [...rows, ...others]) {
      element.classList.toggle('folded', changed.has(element))
    }
    for (const section of document.querySelectorAll('section.first, #styles > section')) {
      const isEmpty = section.querySelector('.rows > :not(.folded)') === null
      section.classList.toggle('folded', isEmpty)
      const id = section.getAttribute('aria-labelledby')
      document.querySelector(`.jump [href="#${id}"]`)?.parentElement
        ?.classList.toggle('folded', isEmpty)
    }
    fold.hidden = folded.length === 0
    summary.textContent = words('unchanged-summary', { count: folded.length })
    list.replaceChildren(...folded.map(({ name, element }) => {
      return make('li', {}, make('a', { href: find<HTMLAnchorElement>('a', element).href }, name))
    }))
  }
}
