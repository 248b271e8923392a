import { startControls } from './controls.ts'
import { createCopy } from './copy.ts'
import type { Copied } from './copy.ts'
import { readKept } from './kept.ts'
import { createSay, find, make, words } from './page.ts'
import { addCopyButton, createRow } from './row.ts'
import type { Row } from './row.ts'
import { startSearch } from './search.ts'
import { doInSlices } from './slices.ts'
import type { Styles } from './styles.ts'
import { createUpdates } from './updates.ts'

/** Brings the page of all styles to life: first what typing needs, then all else. */
export function startList(styles: Styles): void {
  const rows = createRows(styles)
  const say = createSay()
  let kept: readonly Row[] = []
  let isComplete = false
  const show = createUpdates(() => [...kept, ...rows], () => isComplete)
  const { form, input, update } = startControls(styles, show, say)
  startSearch(addSearch(form), rows, say)
  find('.lead').textContent = words('live-lead')
  document.documentElement.classList.add('has-sticky')
  if (input().text !== '') update()
  performance.mark('live')

  const complete = async (): Promise<void> => {
    const copy = createCopy(say)
    kept = showKept(rows, copy)
    if (kept.length > 0) update()
    await doInSlices(rows, (row) => {
      addCopyButton(row, copy)
      row.style.transform('Añ 1', 'styled')
    })
    isComplete = true
    performance.mark('complete')
  }
  setTimeout(complete)
}

/** A row of each style; throws where the page is of other styles. */
function createRows(styles: Styles): readonly Row[] {
  const elements = document.querySelectorAll<HTMLElement>('#styles .rows > li')
  const inOrder = [...styles.values()]
  if (elements.length !== inOrder.length) throw new Error('the page is of other styles')
  return inOrder.flatMap((style, place) => {
    const element = elements[place]
    return element === undefined ? [] : [createRow(element, style)]
  })
}

function addSearch(form: HTMLFormElement): HTMLInputElement {
  const search = make('input', { type: 'search', id: 'search', autocomplete: 'off' })
  const label = make('label', { htmlFor: search.id }, words('search-label'))
  form.append(make('p', {}, label, search))
  return search
}

/** Shows what the visitor keeps above all other styles: copies of their rows. */
function showKept(rows: readonly Row[], copy: (what: Copied) => void): readonly Row[] {
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
      // Somebody may search already.
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
