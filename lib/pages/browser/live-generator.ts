import { withAdditions } from './added-style.ts'
import { createAdditions, noAdditions } from './additions.ts'
import { addCopyButton, createCopy, createShare } from './copy.ts'
import { startControls } from './controls.ts'
import { keepLimit } from './kept.ts'
import { limitsOf, measureText, shiftOf } from './measures.ts'
import type { Offer } from './offers.ts'
import { createSay, find, make, words } from './page.ts'
import type { Say } from './page.ts'
import { createRow, wordsOfLimit } from './row.ts'
import type { Row } from './row.ts'
import { canShare } from './share.ts'
import { addStar, createStar } from './stars.ts'
import type { Style, Styles } from './styles.ts'
import { createUpdates, listedRows } from './updates.ts'

/** Makes the page of one style live, or the first styles of a page that has none of its own. */
export async function startGenerator(styles: Styles): Promise<void> {
  const own = find<HTMLFormElement>('form.form')
  const { style: slug, encoder, encoderName: name = '' } = own.dataset
  if (slug === undefined) return startFirst(own, styles)
  const style = getStyle(styles, slug)
  if (!style.isLoaded()) await (style.readsBack ? styles.load() : styles.loadRows())
  const typed = find<HTMLTextAreaElement>('#text').value
  if (!style.isLoaded(typed)) await styles.load(typed)
  const say = createSay()
  const copy = createCopy(say)
  const version = isRandom(style) ? make('input', { type: 'hidden' }) : undefined
  const additions = createAdditions(own, styles, version)
  const stage = createRow(find('.stage'), withAdditions(style, additions))
  const related = listedRows(styles, { ...noAdditions, kept: additions.kept })
  const shift = document.querySelector('.shift')
  let timer: number | undefined
  const done = (): void => {
    showResult(stage.text() ?? '', showLimits)
    const typed = find<HTMLTextAreaElement>('#text').value
    if (shift !== null && typed !== '') shift.textContent = shiftOf(typed, stage.text() ?? '')
    clearTimeout(timer)
    // Most often a text that was typed elsewhere
    const isUnread = stage.isUnchanged() && encoder === undefined
    if (isUnread) timer = setTimeout(say, 1000, words('unchanged-result'))
  }
  const showLimits = createLimits(say, () => update())
  const all = (): readonly Row[] => [stage, ...related]
  const { update: show, findBoxes } = createUpdates(all, styles, done)
  const isMeant = (text: string): boolean => style.transform(text, 'styled') === text
  const offers: readonly Offer[] =
    encoder === undefined ? [] : [{ key: 'plain-found', href: encoder, name, isMeant }]
  const findOffers: Parameters<typeof startControls>[2] = ({ cleanerOffer }) => {
    return [...offers, ...cleanerOffer(own, styles)]
  }
  // The result is in sight at once, and the rest of the page follows it.
  const showAll = (text: string, isPressed: boolean): void => {
    void show(text, isPressed)
    showResult(stage.text() ?? '', showLimits)
  }
  const { form, update } = startControls(styles, additions, findOffers, showAll, say)
  form.after(find('#status'))
  const emphasis = document.querySelector('.emphasis')
  if (emphasis !== null) {
    void import('./emphasis-buttons.ts').then(({ startEmphasis }) => {
      startEmphasis(emphasis, find('#text', form))
    })
  }
  for (const row of [stage, ...related, ...examples(slug)]) addCopyButton(row, copy)
  for (const row of related) addStar(row, say)
  find('.show').addEventListener('click', () => {
    // A part that the visitor selects stays selected.
    if (getSelection()?.isCollapsed !== false) void copy(stage)
  })
  const nameStar = (): void => {
    star.textContent = words(star.ariaPressed === 'true' ? 'star-done' : 'star-button')
  }
  const star = createStar(style, say, nameStar)
  nameStar()
  stage.element.append(star)
  if (canShare) stage.element.append(createShare(() => stage))
  if (version !== undefined) addVersions(form, version)
  // On a phone, this would open the keyboard.
  const isWide = matchMedia('(min-width: 69rem) and (pointer: fine)').matches
  if (isWide && location.hash === '' && document.activeElement === document.body) {
    find('#text').focus({ preventScroll: true })
  }
  update()
  for (const mark of ['live', 'complete']) performance.mark(mark)
  void findBoxes()
}

function startFirst(own: HTMLFormElement, styles: Styles): void {
  const say = createSay()
  const copy = createCopy(say)
  const additions = createAdditions(own, styles)
  const rows = listedRows(styles, additions)
  const { update: show, findBoxes } = createUpdates(() => rows, styles)
  const { form, update } = startControls(styles, additions, () => [], show, say)
  form.after(find('#status'))
  for (const row of rows) {
    addCopyButton(row, copy)
    addStar(row, say)
  }
  update()
  for (const mark of ['live', 'complete']) performance.mark(mark)
  void findBoxes()
}

function getStyle(styles: Styles, slug: string): Style {
  const style = styles.all.get(slug)
  if (style === undefined) throw new Error(`no style ${slug}`)
  return style
}

function isRandom(style: Style): boolean {
  const [one, other] = ['1', '2'].map((version) => style.transform('abcdefghij', 'styled', version))
  return one !== other
}

/** Adds the button that shows another version of a random style. */
function addVersions(form: HTMLFormElement, version: HTMLInputElement): void {
  const text = words('version-button')
  const button = make('button', { type: 'button', className: 'quiet-button' }, text)
  button.addEventListener('click', () => {
    version.value = String(1 + Number(version.value))
    version.dispatchEvent(new Event('change'))
  })
  find('.options > p', form).prepend(button)
}

/** Returns the examples of the page, which do not follow the field. */
function examples(slug: string) {
  return Array.from(document.querySelectorAll<HTMLElement>('.examples > li'), (element) => {
    const sample = find('.sample', element)
    const name = find('.name', element).textContent ?? ''
    return {
      slug,
      name,
      plain: name,
      element,
      text: () => sample.textContent ?? '',
      select: () => getSelection()?.selectAllChildren(sample),
    }
  })
}

/**
 * Creates the function that shows how much of each limit a text takes, as buttons: a press lets
 * rows say, here and on other pages, whether they are too long for it; `changed` is called then.
 */
function createLimits(say: Say, changed: () => void): (text: string) => void {
  const { dataset } = document.documentElement
  const list = find('.limits')
  const known = new Map<string, HTMLElement>()
  const create = (key: string): HTMLElement => {
    const button = make('button', { type: 'button' })
    const item = make('li', {}, button)
    button.addEventListener('click', () => {
      const isChosen = dataset['limit'] !== key
      if (isChosen) dataset['limit'] = key
      else delete dataset['limit']
      keepLimit(dataset['limit'])
      if (isChosen) say(words('limit-chosen'))
      changed()
    })
    known.set(key, item)
    return item
  }
  return (text) => {
    const items = text === '' ? [] : limitsOf(text).map((limit) => {
      const item = known.get(limit.key) ?? create(limit.key)
      item.classList.toggle('passed', limit.isPassed)
      const button = find('button', item)
      button.textContent = wordsOfLimit(limit)
      button.ariaPressed = String(dataset['limit'] === limit.key)
      return item
    })
    if (list.childElementCount !== items.length || items[0]?.isConnected !== true) {
      list.replaceChildren(...items)
    }
  }
}

/** Shows the lengths of the result, and the result in the profile. */
function showResult(text: string, showLimits: (text: string) => void): void {
  const write = (selector: string, texts: readonly string[]): void => {
    document.querySelectorAll(selector).forEach((element, index) => {
      element.textContent = texts[index] ?? ''
    })
  }
  // A sample needs no limits.
  showLimits(find<HTMLTextAreaElement>('#text').value === '' ? '' : text)
  write('.lengths > li', measureText(text).map(([key, count]) => words(key, { count })))
  write('.profile bdi', [text, text])
}
