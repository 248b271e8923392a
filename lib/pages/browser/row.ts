import type { Accents } from '../../engine/drawn-apart.ts'
import type { SharedText } from '../../engine/text.ts'
import { find, make, words } from './page.ts'
import { isOfCase, roomOf } from './sample-kind.ts'
import { language } from './styles.ts'
import type { Style } from './styles.ts'

/** A row of a list: a style, and what it makes of the text. */
export interface Row {
  readonly element: HTMLElement
  readonly style: Style
  readonly name: string
  /** What is shown, to be copied. */
  readonly text: () => string
  /** Shows what the style makes of a text, or else of its own sample. */
  show(text: SharedText | undefined, accents: Accents): void
  /** Selects what is shown. */
  select(): void
}

/** The element that holds the text that was typed: all samples have it as their name. */
const plainId = 'plain'

/** Keeps the text that was typed where samples find their name. */
export function keepPlain(text: string): void {
  const known = document.getElementById(plainId)
  if (known !== null) known.textContent = text
  else find('main').append(make('p', { id: plainId, hidden: true }, text))
}

/** Brings a row that the server has made to life; `copy` is called where its button is pressed. */
export function createRow(element: HTMLElement, style: Style, copy: (row: Row) => void): Row {
  const [image, inner] = sampleIn(element)
  const name = find('a', element).textContent ?? ''
  let [isImage, isNamed]: Array<boolean | undefined> = []
  const row: Row = {
    element,
    style,
    name,
    text: () => inner.textContent ?? '',
    show(text, accents) {
      const plain = text?.text ?? style.sample
      const styled = text === undefined ? style.example() : style.transform(text, accents)
      if (inner.textContent !== styled) inner.textContent = styled
      const classes = `sample${roomOf(plain, styled)}`
      if (image.className !== classes) image.className = classes
      const willBeImage = !isOfCase(plain, styled, language)
      if (isImage === willBeImage && isNamed === (text === undefined)) return
      isImage = willBeImage
      isNamed = text === undefined
      markUp(image, inner, willBeImage, text === undefined ? style.sample : undefined)
    },
    select: () => getSelection()?.selectAllChildren(inner),
  }
  const button = make('button', { type: 'button', className: 'copy' }, words('copy-button'))
  button.ariaLabel = words('copy-name', { name })
  button.addEventListener('click', () => copy(row))
  element.append(button)
  return row
}

/** The element that may be an image, and the one within that holds the styled text. */
function sampleIn(row: HTMLElement): readonly [image: HTMLElement, inner: HTMLElement] {
  const found = find('.sample', row)
  if (found.localName === 'span') return [found, find('bdi', found)]
  const inner = make('bdi', {}, found.textContent ?? '')
  const image = make('span', { className: 'sample' }, inner)
  found.replaceWith(image)
  return [image, inner]
}

/** An image that a text names, its own or that of all; or text like any other. */
function markUp(
  image: HTMLElement,
  inner: HTMLElement,
  isImage: boolean,
  name: string | undefined,
): void {
  const set = (element: HTMLElement, attribute: string, value: string | undefined): void => {
    if (value === undefined || !isImage) element.removeAttribute(attribute)
    else element.setAttribute(attribute, value)
  }
  set(image, 'role', 'img')
  set(image, 'aria-label', name)
  set(image, 'aria-labelledby', name === undefined ? plainId : undefined)
  set(inner, 'lang', 'zxx')
  set(inner, 'translate', 'no')
  set(inner, 'class', 'notranslate')
}
