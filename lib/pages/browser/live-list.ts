import { createAdditions, withAdditions } from './additions.ts'
import type { Additions } from './additions.ts'
import { startControls } from './controls.ts'
import { createFold } from './fold.ts'
import { readKept } from './kept.ts'
import { createSay, find, make, words } from './page.ts'
import { addCopyButton, createCopy, createRow } from './row.ts'
import type { Input, Row } from './row.ts'
import { startSearch } from './search.ts'
import { addStar } from './stars.ts'
import type { Styles } from './styles.ts'
import { createUpdates, doInSlices, listedRows } from './updates.ts'

/** Makes the page of all styles live, starting with what typing needs. */
export function startList(styles: Styles): void {
  const additions = createAdditions(find<HTMLFormElement>('form.form'))
  const rows = createRows(styles, additions)
  const say = createSay()
  let kept: readonly Row[] = listedRows(styles, additions)
  const popular = kept
  const fold = createFold(rows)
  const allRows = (): readonly Row[] => [...kept, ...rows]
  const showRows = createUpdates(allRows, styles, () => fold(popular))
  const choice = find('[name=accents]').closest('p')
  const show = (shown: Input): void => {
    showRows(shown)
    showChoice(choice, shown)
  }
  const { form, input, update } = startControls(styles, additions, show, say)
  const copy = createCopy(say)
  if (choice !== null) find('.bar').after(choice)
  showChoice(choice, input())
  find('main').addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest('.sample')?.closest('li') : null
    const row = allRows().find(({ element }) => element === pressed)
    // A part that the visitor selects stays selected.
    if (row !== undefined && getSelection()?.isCollapsed !== false) void copy(row)
  })
  startSearch(addSearch(form), rows)
  gatherOptions(form)
  followBar(find('.bar'))
  startField()
  if (input().text !== '' || additions.slugs() !== '') update()
  performance.mark('live')

  setTimeout(async () => {
    const addButtons = (row: Row): void => {
      addCopyButton(row, copy)
      addStar(row, say, renew)
    }
    const renew = (): void => {
      const own = showKept(rows, addButtons)
      kept = [...own, ...popular]
      if (own.length > 0) update()
    }
    renew()
    await doInSlices([...popular, ...rows], addButtons)
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

/** Shows the choice about accented letters if the text has some. */
function showChoice(choice: HTMLElement | null, { text, accents }: Input): void {
  if (choice !== null) choice.hidden = accents === 'styled' && !/(?!\p{ASCII})\p{L}/u.test(text)
}

/** Keeps what is scrolled to and what has the focus clear of the bar, however many lines it has. */
function followBar(bar: HTMLElement): void {
  const { classList, style } = document.documentElement
  classList.add('has-sticky')
  new ResizeObserver(() => {
    const isSticky = getComputedStyle(bar).position === 'sticky'
    style.scrollPaddingBlockStart = isSticky ? `${bar.offsetHeight}px` : ''
  }).observe(bar)
}

/** Lets the field grow with its lines, and be cleared by a button or Escape. */
function startField(): void {
  const field = find<HTMLTextAreaElement>('#text')
  const button = make('button', { type: 'button', className: 'clear' })
  button.ariaLabel = words('text-clear')
  find('.field').append(button)
  const fit = (): void => {
    field.rows = Math.min(4, field.value.split('\n').length)
    button.hidden = field.value === ''
  }
  const clear = (): void => {
    field.focus()
    field.select()
    // The visitor can undo it, unlike a new value.
    if (document.execCommand('delete')) return
    field.value = ''
    field.dispatchEvent(new InputEvent('input'))
  }
  field.addEventListener('input', fit)
  button.addEventListener('click', clear)
  field.addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Escape' && !isComposing && field.value !== '') clear()
  })
  fit()
}

function addSearch(form: HTMLFormElement): HTMLInputElement {
  const search = make('input', { type: 'search', id: 'search', autocomplete: 'off' })
  const label = make('label', { htmlFor: search.id, className: 'unseen' }, words('search-label'))
  search.placeholder = words('search-label')
  find('.field', form).after(make('p', { className: 'search' }, label, search))
  return search
}

/** Puts the options of the form under one button, in windows that are narrow. */
function gatherOptions(form: HTMLFormElement): void {
  const options = find('.options', form)
  const button = make('summary', {}, words('options-button'))
  const more = make('details', { className: 'more' }, button)
  options.replaceWith(more)
  more.append(options)
  const wide = matchMedia('(min-width: 40rem)')
  const fit = (): void => {
    more.open = wide.matches
  }
  wide.addEventListener('change', fit)
  fit()
}

/** Shows copies of the rows that the visitor keeps, above all others. */
function showKept(rows: readonly Row[], addButtons: (row: Row) => void): readonly Row[] {
  document.querySelectorAll('main > section:not(#popular)').forEach((one) => one.remove())
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
      clone.classList.remove('copied', 'folded')
      clone.querySelectorAll('button').forEach((button) => button.remove())
      return createRow(clone, style)
    })
    copies.forEach(addButtons)
    const list = make('ul', { className: 'rows' }, ...copies.map(({ element }) => element))
    const title = make('h2', { className: 'category', id: heading }, words(heading))
    const section = make('section', {}, title, list)
    section.setAttribute('aria-labelledby', heading)
    const first = document.querySelector('#popular') ?? find('#styles')
    first.before(section)
    return copies
  })
}
