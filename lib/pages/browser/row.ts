import type { Accents } from '../../engine/drawn-apart.ts'
import { keepResult } from './kept.ts'
import { copyText, find, language, make, words } from './page.ts'
import type { Say } from './page.ts'
import { canShare } from './share.ts'
import { countBlanks, isOfCase, plainId, roomOf } from './styled-text.ts'
import type { Style } from './styles.ts'

/** A styled text that a button copies. */
export interface Copyable {
  readonly slug: string
  readonly name: string
  /** The element with the text and its button. */
  readonly element: HTMLElement
  /** `undefined` while what styles it is being loaded. */
  text(): string | undefined
  /** Selects the text, so that the visitor can copy it. */
  select(): void
}

/** A row of a list: a style and its output. */
export interface Row extends Copyable {
  readonly style: Style
  /** Returns whether the style leaves the text unchanged that the row shows. */
  isUnchanged(): boolean
  /** Shows the styled text or, without a text, the styled sample or what the style decodes. */
  show(text: string | undefined, accents: Accents): void
  /** Whether this browser shows boxes for plain letters in this style. */
  hasBoxes: boolean
}

/** Returns rows with those last that show boxes. */
export function boxesLast(rows: readonly Row[]): readonly Row[] {
  return [false, true].flatMap((isLast) => rows.filter(({ hasBoxes }) => hasBoxes === isLast))
}

/** Makes a row of the server's page live, which has its name unless one is given. */
export function createRow(element: HTMLElement, style: Style, name?: string): Row {
  let known: Sample | undefined
  const title = element.querySelector<HTMLElement>('h1, a')
  const sample = (): Sample => (known ??= sampleIn(element))
  let markedAs: string | undefined
  let isUnchanged = false
  let isWaiting = false
  let hasBoxes = false
  return {
    element,
    style,
    slug: style.slug,
    get name() {
      return name ?? title?.textContent ?? ''
    },
    text: () => (isWaiting ? undefined : (sample().inner.textContent ?? '')),
    select: () => getSelection()?.selectAllChildren(sample().inner),
    isUnchanged: () => isUnchanged,
    get hasBoxes() {
      return hasBoxes
    },
    set hasBoxes(isTrue) {
      hasBoxes = isTrue
      if (title !== null) setData(title, 'note', isTrue && words('boxes-shown'))
    },
    show(text, accents) {
      const { image, inner } = sample()
      isWaiting = !style.isLoaded() && (isWaiting || text !== undefined)
      if (isWaiting) inner.textContent = '…'
      if (!style.isLoaded()) return
      const own = text === undefined
        ? style.sample()
        : { plain: text, styled: style.transform(text, accents) }
      const isCode = text === undefined && style.readsBack && element.localName === 'li'
      const { plain, styled } = isCode ? { plain: own.styled, styled: own.plain } : own
      isUnchanged = text !== undefined && plain === styled
      if (inner.textContent !== styled) inner.textContent = styled
      const [base = ''] = image.className.split(' ')
      const classes = base + roomOf(plain, styled, base)
      if (image.className !== classes) image.className = classes
      const isText = isOfCase(plain, styled, language)
      const kind = isText ? 'text' : text === undefined ? 'labelled' : 'named'
      if (kind !== markedAs) markUp(sample(), kind, plain)
      markedAs = kind
      const blanks = countBlanks(styled)
      setData(image, 'blank', blanks > 0 && words('blank-sample', { count: blanks }))
      if (title === null || hasBoxes) return
      setData(title, 'note', accents === 'plain' && words('accents-kept'))
    },
  }
}

/** Sets or removes a text of an element that the style sheet shows. */
function setData(element: HTMLElement, name: 'blank' | 'note', text: string | false): void {
  if (text !== false) element.dataset[name] = text
  else if (name in element.dataset) delete element.dataset[name]
}

/** The element that can be an image, and the one inside with the styled text. */
interface Sample {
  readonly image: HTMLElement
  readonly inner: HTMLElement
}

function sampleIn(row: HTMLElement): Sample {
  const found = find('.sample, .specimen', row)
  if (found.localName === 'span') return { image: found, inner: find('bdi', found) }
  const inner = make('bdi', {}, found.textContent ?? '')
  const image = make('span', { className: found.className }, inner)
  found.replaceWith(image)
  return { image, inner }
}

/** Marks a sample up as ordinary text, or as an image with its own label or the typed text. */
function markUp(
  { image, inner }: Sample,
  kind: 'text' | 'labelled' | 'named',
  label: string,
): void {
  const set = (element: HTMLElement, attribute: string, value: string, isSet = true): void => {
    if (isSet && kind !== 'text') element.setAttribute(attribute, value)
    else element.removeAttribute(attribute)
  }
  set(image, 'role', 'img')
  set(image, 'aria-label', label, kind === 'labelled')
  set(image, 'aria-labelledby', plainId, kind === 'named')
  set(inner, 'lang', 'zxx')
  set(inner, 'translate', 'no')
  set(inner, 'class', 'notranslate')
}

/** How long the button that was pressed shows that the text is copied. */
const doneMs = 2_000

/**
 * Creates the function that copies a text, shows the result at its button, and offers to share a
 * row where that is usual. If the typed text is too long it copies nothing, since the rows show
 * samples, and leads back to the field. Calls `done` when a text is copied.
 */
export function createCopy(
  say: Say,
  done: (source: Copyable) => void = () => {},
): (source: Copyable) => Promise<void> {
  let last: Copyable | undefined
  const share = createShare(() => last)
  return async (source) => {
    const { slug, name, element } = source
    const field = find('#text')
    if (field.ariaInvalid === 'true') return field.focus()
    const text = source.text()
    if (text === undefined) return say(words('load-failed'))
    const isDone = await copyText(text)
    if (isDone) {
      keepResult(slug, text)
      last = source
      if (canShare && element.matches('.rows > li')) element.append(share)
      element.classList.add('copied', 'used')
      setTimeout(() => element.classList.remove('copied'), doneMs)
      done(source)
    } else source.select()
    say(words(isDone ? 'copy-done' : 'copy-failed', { name }), { isOnlyHeard: isDone })
  }
}

/** Creates the button that shares the text of a row. */
export function createShare(source: () => Copyable | undefined): HTMLButtonElement {
  const share = make('button', { type: 'button', className: 'share' })
  share.ariaLabel = share.title = words('share-text-button')
  share.addEventListener('click', () => {
    void navigator.share({ text: source()?.text() ?? '' }).catch(() => {})
  })
  return share
}

/** Adds the button that copies the text of a row. */
export function addCopyButton(row: Copyable, copy: (source: Copyable) => void): void {
  const button = make('button', { type: 'button', className: 'copy' }, words('copy-button'))
  button.ariaLabel = words('copy-name', { name: row.name })
  button.dataset['done'] = words('copied-button')
  button.addEventListener('click', () => copy(row))
  row.element.append(button)
}
