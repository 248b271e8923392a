import type { Accents } from '../../engine/drawn-apart.ts'
import type { SharedText } from '../../engine/text.ts'
import type { Copied } from './copy.ts'
import { language } from './files.ts'
import { find, make, words } from './page.ts'
import { isOfCase, roomOf } from './sample-kind.ts'
import type { Style } from './styles.ts'

/** A row of a list: a style, and what it makes of the text, to be copied. */
export interface Row extends Copied {
  readonly element: HTMLElement
  readonly style: Style
  /** Shows what the style makes of a text, or else of its own sample. */
  show(text: SharedText | undefined, accents: Accents): void
}

/** The element that holds the text that was typed: all samples have it as their name. */
const plainId = 'plain'

/** Keeps the text that was typed where samples find their name. */
export function keepPlain(text: string): void {
  const known = document.getElementById(plainId)
  if (known !== null) known.textContent = text
  else find('main').append(make('p', { id: plainId, hidden: true }, text))
}

/** Brings a row that the server has made to life. */
export function createRow(element: HTMLElement, style: Style): Row {
  let known: Sample | undefined
  const sample = (): Sample => (known ??= sampleIn(element))
  let [isImage, isNamed]: Array<boolean | undefined> = []
  return {
    element,
    style,
    slug: style.slug,
    get name() {
      return find('a', element).textContent ?? ''
    },
    text: () => sample().inner.textContent ?? '',
    select: () => getSelection()?.selectAllChildren(sample().inner),
    show(text, accents) {
      const { image, inner } = sample()
      const plain = text?.text ?? style.sample
      const styled = text === undefined ? style.example() : style.transform(text, accents)
      if (inner.textContent !== styled) inner.textContent = styled
      const classes = `sample${roomOf(plain, styled)}`
      if (image.className !== classes) image.className = classes
      const willBeImage = !isOfCase(plain, styled, language)
      if (isImage === willBeImage && isNamed === (text === undefined)) return
      isImage = willBeImage
      isNamed = text === undefined
      markUp(sample(), willBeImage, text === undefined ? style.sample : undefined)
    },
  }
}

/** Puts the button into a row that copies what it shows. */
export function addCopyButton(row: Row, copy: (what: Copied) => void): void {
  const button = make('button', { type: 'button', className: 'copy' }, words('copy-button'))
  button.ariaLabel = words('copy-name', { name: row.name })
  button.addEventListener('click', () => copy(row))
  row.element.append(button)
}

/** The element that may be an image, and the one within that holds the styled text. */
interface Sample {
  readonly image: HTMLElement
  readonly inner: HTMLElement
}

function sampleIn(row: HTMLElement): Sample {
  const found = find('.sample', row)
  if (found.localName === 'span') return { image: found, inner: find('bdi', found) }
  const inner = make('bdi', {}, found.textContent ?? '')
  const image = make('span', { className: 'sample' }, inner)
  found.replaceWith(image)
  return { image, inner }
}

/** An image that a text names, its own or that of all; or text like any other. */
function markUp({ image, inner }: Sample, isImage: boolean, name: string | undefined): void {
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
