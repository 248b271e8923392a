import { createAdditions, withAdditions } from './additions.ts'
import type { Additions } from './additions.ts'
import { startControls } from './controls.ts'
import { readKept } from './kept.ts'
import { createSay, find, make, words } from './page.ts'
import { addCopyButton, createCopy, createRow, createUpdates, doInSlices } from './row.ts'
import type { Copyable, Row } from './row.ts'
import { startSearch } from './search.ts'
import type { Styles } from './styles.ts'

/** Makes the page of all styles live, starting with what typing needs. */
export function startList(styles: Styles): void {
  const additions = createAdditions(find<HTMLFormElement>('form.form'))
  const rows = createRows(styles, additions)
  const say = createSay()
  let kept: readonly Row[] = []
  let isComplete = false
  const show = createUpdates(() => [...kept, ...rows], () => isComplete, styles)
  const { form, input, update } = startControls(styles, additions, show, say)
  startSearch(addSearch(form), rows)
  find('.lead').textContent = words('live-lead')
  document.documentElement.classList.add('has-sticky')
  if (input().text !== '' || additions.slugs() !== '') update()
  performance.mark('live')

  setTimeout(async () => {
    const copy = createCopy(say)
    kept = showKept(rows, copy)
    if (kept.length > 0) update()
    await doInSlices(rows, (row) => {
      addCopyButton(row, copy)
      row.style.transform('Añ 1', 'styled')
    })
    isComplete = true
    performance.mark('complete')
  })
}

/** Creates a row for each style; throws if the page has other styles. */
function createRows(styles: Styles, additions: Additions): readonly Row[] {
  const elements = document.querySelectorAll<HTMLElement>('#styles .rows > li')
  if (elements.length !== styles.all.size) throw new Error('the page has other styles')
  return [...styles.all.values()].flatMap((style, index) => {
    const element = elements[index]
    const chained = withAdditions(style, styles, additions)
    return element === undefined ? [] : [createRow(element, chained)]
  })
}

function addSearch(form: HTMLFormElement): HTMLInputElement {
  const search = make('input', { type: 'search', id: 'search', autocomplete: 'off' })
  const label = make('label', { htmlFor: search.id }, words('search-label'))
  form.append(make('p', {}, label, search))
  return search
}

/** Shows copies of the rows that the visitor keeps, above all others. */
function showKept(rows: readonly Row[], copy: (source: Copyable) => void): readonly Row[] {
  const { starred, used } = readKept()
  const lists = [
    ['kept-heading', starred],
    ['used-heading', used.filter((slug) => !starred.includes(slug))],
  ] as const
  return lists.flatMap(([heading, slugs]) => {
    const own = slugs.flatMap((slug) => rows.filter((row) => row.slug === slug))
    if (own.length === 0) return []
    const copies = own.map(({ element, style }) => {
      const clone = element.cloneNode(true) as HTMLElement
      // A search may hide the original already.
      clone.hidden = false
      return createRow(clone, style)
    })
    for (const row of copies) addCopyButton(row, copy)
    const list = make('ul', { className: 'rows' }, ...copies.map(({ element }) => element))
    const title = make('h2', { className: 'category', id: heading }, words(heading))
    const section = make('section', {}, title, list)
    section.setAttribute('aria-labelledby', heading)
    find('#styles').before(section)
    return copies
  })
}
