import { copyText } from './copy.ts'
import { startControls } from './controls.ts'
import { keepUse, readKept } from './kept.ts'
import { createSay, find, make, words } from './page.ts'
import { createRow } from './row.ts'
import type { Row } from './row.ts'
import { startSearch } from './search.ts'
import type { Style, Styles } from './styles.ts'
import { createUpdates } from './updates.ts'

/** Brings the page of all styles to life. */
export function startList(styles: Styles): void {
  const say = createSay()
  const copy = createCopy(say)
  const elements = document.querySelectorAll<HTMLElement>('#styles .rows > li')
  const inOrder = [...styles.values()]
  if (elements.length !== inOrder.length) throw new Error('the page is of other styles')
  const rows = Array.from(elements, (element, place) => {
    return createRow(element, at(inOrder, place), copy)
  })
  const kept = showKept(rows, copy)
  const show = createUpdates(() => [...kept, ...rows])
  const controls = startControls(styles, () => update(), say)
  const update = (): void => show({ text: controls.text(), accents: controls.accents() })
  const search = make('input', { type: 'search', id: 'search', autocomplete: 'off' })
  const label = make('label', { htmlFor: search.id }, words('search-label'))
  controls.form.append(make('p', {}, label, search))
  find('.lead').textContent = words('live-lead')
  document.documentElement.classList.add('has-sticky')
  startSearch(search, rows, say)
  if (controls.text() !== '' || kept.length > 0) update()
  warmUp(inOrder)
}

function at(styles: readonly Style[], place: number): Style {
  const style = styles[place]
  if (style === undefined) throw new Error(`no style ${place}`)
  return style
}

/** Copies what a row shows, and says what came of it. */
export function createCopy(say: (text: string) => void): (row: Row) => void {
  return (row) => {
    const { name, style } = row
    void copyText(row.text()).then((isDone) => {
      if (isDone) keepUse(style.slug)
      else row.select()
      say(words(isDone ? 'copy-done' : 'copy-failed', { name }))
    })
  }
}

/** Shows what the visitor keeps above all other styles: copies of their rows. */
function showKept(rows: readonly Row[], copy: (row: Row) => void): readonly Row[] {
  const { starred, used } = readKept()
  const lists = [
    ['kept-heading', starred],
    ['used-heading', used.filter((slug) => !starred.includes(slug))],
  ] as const
  return lists.flatMap(([heading, slugs]) => {
    const own = slugs.flatMap((slug) => rows.filter(({ style }) => style.slug === slug))
    if (own.length === 0) return []
    const copies = own.map(({ element, style }) => {
      const clone = element.cloneNode(true) as HTMLElement
      find('button', clone).remove()
      return createRow(clone, style, copy)
    })
    const list = make('ul', { className: 'rows' }, ...copies.map(({ element }) => element))
    const title = make('h2', { className: 'category', id: heading }, words(heading))
    const section = make('section', {}, title, list)
    section.setAttribute('aria-labelledby', heading)
    find('#styles').before(section)
    return copies
  })
}

/** Has every style work once while nobody types: its first time takes longest. */
function warmUp(styles: readonly Style[], from = 0): void {
  const end = performance.now() + 8
  let place = from
  for (; place < styles.length && performance.now() < end; place++) {
    styles[place]?.transform('Añ 1', 'styled')
  }
  if (place < styles.length) setTimeout(warmUp, 0, styles, place)
}
