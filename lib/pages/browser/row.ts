import type { Accents } from '../../engine/drawn-apart.ts'
import type { SharedText } from '../../engine/text.ts'
import { keepUse } from './kept.ts'
import { copyText, find, language, make, words } from './page.ts'
import type { Say } from './page.ts'
import { isOfCase, roomOf } from './styled-text.ts'
import type { Style } from './styles.ts'

/** A styled text that a button copies. */
export interface Copyable {
  readonly slug: string
  readonly name: string
  text(): string
  /** Selects the text, so that the visitor can copy it. */
  select(): void
}

/** A row of a list: a style and its output. */
export interface Row extends Copyable {
  readonly element: HTMLElement
  readonly style: Style
  /** Shows the styled text or, without a text, the styled sample. */
  show(text: SharedText | undefined, accents: Accents): void
}

/** The id of the element with the typed text, which names all samples. */
const plainId = 'plain'

/** Puts the typed text into the element that names all samples. */
export function showPlain(text: string): void {
  const known = document.getElementById(plainId)
  if (known !== null) known.textContent = text
  else find('main').append(make('p', { id: plainId, hidden: true }, text))
}

/** Makes a row of the server's page live. */
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

/** Creates the function that copies the text of a button that is pressed, and shows the result. */
export function createCopy(say: Say): (source: Copyable) => Promise<void> {
  return async (source) => {
    const { slug, name } = source
    const isDone = await copyText(source.text())
    if (isDone) keepUse(slug)
    else source.select()
    say(words(isDone ? 'copy-done' : 'copy-failed', { name }))
  }
}

/** Adds the button that copies the text of a row. */
export function addCopyButton(row: Row, copy: (source: Copyable) => void): void {
  const button = make('button', { type: 'button', className: 'copy' }, words('copy-button'))
  button.ariaLabel = words('copy-name', { name: row.name })
  button.addEventListener('click', () => copy(row))
  row.element.append(button)
}

/** The element that can be an image, and the one inside with the styled text. */
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

/** Marks a sample up as ordinary text, or as an image with its own name or the typed text. */
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
