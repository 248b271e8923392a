import { memoize } from '../../engine/memo.ts'
import { createAdditions, withAdditions } from './additions.ts'
import type { Additions } from './additions.ts'
import { startControls } from './controls.ts'
import type { OffersModule } from './controls.ts'
import { createKeptLine } from './kept-line.ts'
import type { Offer } from './offers.ts'
import { createSay, find, make, words } from './page.ts'
import { addCopyButton, createCopy, createRow } from './row.ts'
import type { Row } from './row.ts'
import { isTouched } from './share.ts'
import { followWindow } from './small-window.ts'
import { addStar } from './stars.ts'
import type { Styles } from './styles.ts'
import { createUpdates, doInSlices, listedRows } from './updates.ts'

/** Makes the page of all styles live, starting with what typing needs. */
export function startList(styles: Styles): void {
  const additions = createAdditions(find<HTMLFormElement>('form.form'))
  const rows = createRows(styles, additions)
  const say = createSay()
  const copy = createCopy(say)
  const popular = listedRows(styles, additions)
  const kept = createKeptLine(rows)
  const allRows = (): readonly Row[] => [...kept.rows(), ...popular, ...rows]
  const loadFold = memoize(async () => (await import('./fold.ts')).createFold(rows))
  let isFolded = false
  const fold = async (): Promise<void> => {
    isFolded ||= rows.some((row) => row.isUnchanged())
    // Without it, the rows stay where they are.
    const foldRows = isFolded ? await loadFold().catch(() => undefined) : undefined
    foldRows?.(popular)
  }
  const { update: showRows, findBoxes } = createUpdates(allRows, styles, fold)
  const markTyped = followWindow(find('#text'))
  const show = (shown: string): void => {
    if (shown !== '') markTyped()
    showRows(shown)
  }
  const decoders = ({ decodersIn }: OffersModule): readonly Offer[] => decodersIn(rows)
  const { form, text, update } = startControls(styles, additions, decoders, show, say)
  find('main').addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element &&
      target.closest('.sample, .kept button')?.closest('li')
    const row = allRows().find(({ element }) => element === pressed)
    // A part that the visitor selects stays selected.
    if (row !== undefined && getSelection()?.isCollapsed !== false) void copy(row)
  })
  startSearching(gatherTools(form), form, rows, styles)
  followBar(find('.bar'))
  startField()
  if (text() !== '' || additions.slugs() !== '') update()
  performance.mark('live')

  setTimeout(async () => {
    const renew = (): void => {
      kept.renew()
      update()
    }
    const addButtons = (row: Row): void => {
      addCopyButton(row, copy)
      addStar(row, say, renew)
    }
    await doInSlices([...popular, ...rows], addButtons)
    markCurrent()
    performance.mark('complete')
    // Few visitors do neither.
    const examine = memoize(findBoxes)
    for (const kind of ['focusin', 'scroll']) {
      addEventListener(kind, () => void examine(), { once: true })
    }
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

/** Loads the search when a field is first visited; after a failure the next visit tries again. */
function startSearching(
  field: HTMLInputElement,
  form: HTMLElement,
  rows: readonly Row[],
  styles: Styles,
): void {
  const load = memoize(async () => {
    const { startSearch } = await import('./search.ts')
    startSearch(field, rows, styles)
  })
  form.addEventListener('focusin', () => void load())
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

/**
 * Lets the field grow with its lines, be left by Enter on a phone, and be cleared by a button or
 * Escape.
 */
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
  if (isTouched) field.enterKeyHint = 'done'
  field.addEventListener('keydown', (event) => {
    const { key, shiftKey, isComposing } = event
    if (isComposing) return
    if (key === 'Escape' && field.value !== '') clear()
    if (key !== 'Enter' || shiftKey || !isTouched) return
    event.preventDefault()
    field.blur()
  })
  fit()
}

/** Puts search and options beside the field, in one line. Returns the field of the search. */
function gatherTools(form: HTMLFormElement): HTMLInputElement {
  const search = make('input', { type: 'search', id: 'search', autocomplete: 'off' })
  const label = make('label', { htmlFor: search.id, className: 'unseen' }, words('search-label'))
  search.placeholder = words('search-label')
  const options = find('.options', form)
  const button = make('summary', {}, words('options-button'))
  const more = make('details', { className: 'more' }, button)
  const searching = make('p', { className: 'search' }, label, search)
  // Messages take the place of the tools.
  options.replaceWith(make('div', { className: 'tools' }, searching, more, find('#status')))
  more.append(options)
  const wide = matchMedia('(min-width: 69rem)')
  const fit = (): void => {
    more.open = wide.matches
  }
  wide.addEventListener('change', fit)
  fit()
  return search
}

/** Marks the category in the line of categories whose rows are at the top of the window. */
function markCurrent(): void {
  const list = find('.jump ul')
  // A browser leaves a link where it is that is partly in sight.
  list.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const observer = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      const id = target.getAttribute('aria-labelledby')
      const link = list.querySelector<HTMLElement>(`[href="#${id}"]`)
      if (link === null) continue
      if (!isIntersecting) link.removeAttribute('aria-current')
      else link.setAttribute('aria-current', 'true')
      // The focus must stay in sight.
      const hasFocus = list.contains(document.activeElement)
      if (isIntersecting && !hasFocus) list.parentElement?.scrollTo({ left: link.offsetLeft - 60 })
    }
  }, { rootMargin: '-30% 0% -69% 0%' })
  document.querySelectorAll('#styles > section').forEach((one) => observer.observe(one))
}
