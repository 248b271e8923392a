import { memoize } from '../../engine/memo.ts'
import { withAdditions } from './added-style.ts'
import { createAdditions } from './additions.ts'
import type { Additions } from './additions.ts'
import { startControls } from './controls.ts'
import { addCopyButton, createCopy } from './copy.ts'
import { createFold } from './fold.ts'
import { replaceText } from './insert.ts'
import { keepsAny } from './kept.ts'
import { createSay, find, make, words } from './page.ts'
import { createRow } from './row.ts'
import type { Row } from './row.ts'
import { isTouched } from './share.ts'
import { followWindow } from './small-window.ts'
import { addStar } from './stars.ts'
import type { Styles } from './styles.ts'
import { startToolbar } from './toolbar.ts'
import { createUpdates, doInSlices, listedRows } from './updates.ts'

/** Makes the page of all styles live, starting with what typing needs. */
export async function startList(styles: Styles): Promise<void> {
  const additions = createAdditions(find<HTMLFormElement>('form.form'), styles)
  const rows = createRows(styles, additions)
  const say = createSay()
  const copy = createCopy(say, (source) => {
    void loadKept().then(({ showCopied }) => showCopied(source))
  })
  const popular = listedRows(styles, additions)
  let keptRows = (): readonly Row[] => []
  const renew = async (): Promise<void> => {
    (await loadKept()).renew()
    update()
  }
  const loadKept = memoize(async () => {
    const { createKeptLine } = await import('./soon.ts')
    const line = createKeptLine(rows, copy, () => void renew())
    keptRows = line.rows
    return line
  })
  const allRows = (): readonly Row[] => [...keptRows(), ...popular, ...rows]
  const fold = createFold(rows)
  const { update: showRows, findBoxes } = createUpdates(allRows, styles, () => fold(popular))
  const markTyped = followWindow(find('#text'))
  const show = (shown: string, isPressed: boolean): void => {
    if (shown !== '') markTyped()
    void showRows(shown, isPressed)
  }
  const { form, text, update } = startControls(
    styles,
    additions,
    ({ decodersIn }) => decodersIn(rows),
    show,
    say,
  )
  find('main').addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || target.closest('a, .rows button') !== null) return
    const pressed = target.closest(isTouched ? 'li' : '.sample, .kept button')?.closest('li')
    const row = allRows().find(({ element }) => element === pressed)
    // A part that the visitor selects stays selected.
    if (row !== undefined && getSelection()?.isCollapsed !== false) void copy(row)
  })
  const search = gatherTools(form)
  // After a failure the next visit to the field tries again.
  const load = memoize(async () => {
    const { startSearch } = await import('./search.ts')
    startSearch(search, rows, styles, say)
  })
  search.addEventListener('focus', () => void load())
  startCategories()
  followBar()
  startField()
  if (keepsAny()) (await loadKept()).renew()
  if (text() !== '' || additions.styles().length > 0) update()
  performance.mark('live')

  setTimeout(async () => {
    const addButtons = (row: Row): void => {
      addCopyButton(row, copy)
      addStar(row, say, () => void renew())
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
    const chained = withAdditions(style, additions)
    return element === undefined ? [] : [createRow(element, chained)]
  })
}

/** Keeps what is scrolled to and what has the focus clear of what stays at the top. */
function followBar(): void {
  const { classList, style } = document.documentElement
  classList.add('has-sticky')
  // On a phone, the rest of the bar does not stay.
  const parts = ['.bar', '.entry'].map((selector) => find(selector))
  const observer = new ResizeObserver(() => {
    const sticky = parts.find((part) => getComputedStyle(part).position === 'sticky')
    style.scrollPaddingBlockStart = sticky ? `${sticky.offsetHeight}px` : ''
  })
  for (const part of parts) observer.observe(part)
}

const mostLines = 4

/** WebKitGTK 2.50 does not let a field grow with its text. */
const growsAlone = CSS.supports('field-sizing: content')

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
    field.rows = Math.min(mostLines, field.value.split('\n').length)
    while (!growsAlone && field.rows < mostLines && field.scrollHeight > field.clientHeight) {
      field.rows++
    }
    button.hidden = field.value === ''
  }
  const clear = (): void => {
    field.focus()
    replaceText(field, '')
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

/** Puts the search before the buttons of the form, in one line. Returns its field. */
function gatherTools(form: HTMLFormElement): HTMLInputElement {
  const search = make('input', { type: 'search', id: 'search', autocomplete: 'off' })
  const label = make('label', { htmlFor: search.id, className: 'unseen' }, words('search-label'))
  search.placeholder = words('search-label')
  const tools = find('.options', form)
  tools.prepend(make('p', { className: 'search' }, label, search))
  // Messages take the place of the tools.
  tools.append(find('#status'))
  return search
}

/**
 * Makes the line of categories one stop of the Tab key, and keeps the rows of the one that was
 * chosen at the top.
 */
function startCategories(): void {
  const list = find('.jump ul')
  for (const item of list.children) item.role = 'none'
  startToolbar(list)
  list.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLAnchorElement)) return
    // Rows above get their true heights in the next frames, and move those below.
    let frames = 5
    const stay = (): void => {
      // A click can also open another tab.
      if (location.hash === target.hash) document.querySelector(target.hash)?.scrollIntoView()
      if (--frames > 0) requestAnimationFrame(stay)
    }
    requestAnimationFrame(stay)
  })
}

/** Marks the category in the line of categories whose rows are at the top of the window. */
function markCurrent(): void {
  const list = find('.jump ul')
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
