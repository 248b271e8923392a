import type { Accents } from '../../engine/drawn-apart.ts'
import { keepUse } from './kept.ts'
import { copyText, find, language, make, words } from './page.ts'
import type { Say } from './page.ts'
import { isOfCase, roomOf } from './styled-text.ts'
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
  /** Shows the styled text or, without a text, the styled sample. */
  show(text: string | undefined, accents: Accents): void
}

/** The input of a page. */
export interface Input {
  /** `''` if nothing is typed: then each style shows its own sample. */
  readonly text: string
  readonly accents: Accents
}

/** The id of the element with the typed text, which names all samples. */
export const plainId = 'plain'

/** Makes a row of the server's page live. */
export function createRow(element: HTMLElement, style: Style): Row {
  let known: Sample | undefined
  const sample = (): Sample => (known ??= sampleIn(element))
  let markedAs: string | undefined
  let isUnchanged = false
  let isWaiting = false
  return {
    element,
    style,
    slug: style.slug,
    get name() {
      return find('h1, a', element).textContent ?? ''
    },
    text: () => (isWaiting ? undefined : (sample().inner.textContent ?? '')),
    select: () => getSelection()?.selectAllChildren(sample().inner),
    isUnchanged: () => isUnchanged,
    show(text, accents) {
      const { image, inner } = sample()
      isWaiting = !style.isLoaded() && (isWaiting || text !== undefined)
      if (isWaiting) inner.textContent = '…'
      if (!style.isLoaded()) return
      const { plain, styled } = text === undefined
        ? style.sample()
        : { plain: text, styled: style.transform(text, accents) }
      isUnchanged = text !== undefined && plain === styled
      if (inner.textContent !== styled) inner.textContent = styled
      const [base = ''] = image.className.split(' ')
      const classes = base + roomOf(plain, styled)
      if (image.className !== classes) image.className = classes
      const isText = isOfCase(plain, styled, language)
      const kind = isText ? 'text' : text === undefined ? 'labelled' : 'named'
      if (kind !== markedAs) markUp(sample(), kind, plain)
      markedAs = kind
    },
  }
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
 * Creates the function that copies a text, and shows the result at its button. If the typed text is
 * too long it copies nothing, since the rows show samples, and leads back to the field.
 */
export function createCopy(say: Say): (source: Copyable) => Promise<void> {
  return async (source) => {
    const { slug, name, element } = source
    const field = find('#text')
    if (field.ariaInvalid === 'true') return field.focus()
    const text = source.text()
    if (text === undefined) return say(words('load-failed'))
    const isDone = await copyText(text)
    if (isDone) {
      keepUse(slug)
      element.classList.add('copied')
      setTimeout(() => element.classList.remove('copied'), doneMs)
    } else source.select()
    say(words(isDone ? 'copy-done' : 'copy-failed', { name }), { isOnlyHeard: isDone })
  }
}

/** Adds the button that copies the text of a row. */
export function addCopyButton(row: Row, copy: (source: Copyable) => void): void {
  const button = make('button', { type: 'button', className: 'copy' }, words('copy-button'))
  button.ariaLabel = words('copy-name', { name: row.name })
  button.addEventListener('click', () => copy(row))
  row.element.append(button)
}
