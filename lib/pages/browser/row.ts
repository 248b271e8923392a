import type { Accents } from '../../engine/drawn-apart.ts'
import { shareText } from '../../engine/text.ts'
import type { SharedText } from '../../engine/text.ts'
import { keepUse } from './kept.ts'
import { copyText, find, language, make, words } from './page.ts'
import type { Say } from './page.ts'
import { isOfCase, roomOf } from './styled-text.ts'
import type { Style, Styles } from './styles.ts'

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

/** The input of a page. */
export interface Input {
  /** `''` if nothing is typed: then each style shows its own sample. */
  readonly text: string
  readonly accents: Accents
}

/** The id of the element with the typed text, which names all samples. */
const plainId = 'plain'

/** Puts the typed text into the element that names all samples. */
function showPlain(text: string): void {
  const known = document.getElementById(plainId)
  if (known !== null) known.textContent = text
  else find('main').append(make('p', { id: plainId, hidden: true }, text))
}

/** Makes a row of the server's page live. */
export function createRow(element: HTMLElement, style: Style): Row {
  let known: Sample | undefined
  const sample = (): Sample => (known ??= sampleIn(element))
  let markedAs: string | undefined
  return {
    element,
    style,
    slug: style.slug,
    get name() {
      return find('h1, a', element).textContent ?? ''
    },
    text: () => sample().inner.textContent ?? '',
    select: () => getSelection()?.selectAllChildren(sample().inner),
    show(text, accents) {
      const { image, inner } = sample()
      if (!style.isLoaded()) {
        if (text !== undefined) inner.textContent = '…'
        return
      }
      const plain = text?.text ?? style.sample
      const styled = text === undefined ? style.example() : style.transform(text, accents)
      if (inner.textContent !== styled) inner.textContent = styled
      const [base = ''] = image.className.split(' ')
      const classes = base + roomOf(plain, styled)
      if (image.className !== classes) image.className = classes
      const isText = isOfCase(plain, styled, language)
      const kind = isText ? 'text' : text === undefined ? 'labelled' : 'named'
      if (kind !== markedAs) markUp(sample(), kind, style.sample)
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

/** The longest text, in UTF-16 units, that all rows show within one frame. */
const shortText = 300

/**
 * Creates a function that shows an input in all rows. For a long text, and while styles are not
 * warm, it starts with the visible rows: the first use of a style takes longest. Rows
 * of styles that are not loaded follow when they are.
 */
export function createUpdates(
  rows: () => readonly Row[],
  areWarm: () => boolean,
  styles: Styles,
): (input: Input) => void {
  let round = 0
  const update = (input: Input): void => {
    const { text, accents } = input
    const current = ++round
    const shared = text === '' ? undefined : shareText(text)
    showPlain(text)
    const show = (row: Row): void => row.show(shared, accents)
    if (text !== '' && rows().some(({ style }) => !style.isLoaded())) {
      void styles.load().then(() => current === round && update(input))
    }
    if (text.length <= shortText && areWarm()) return rows().forEach(show)
    const visible = new Set(rows().filter(isVisible))
    visible.forEach(show)
    const others = rows().filter((row) => !visible.has(row))
    void doInSlices(others, show, () => current === round)
  }
  return update
}

function isVisible({ element }: Row): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > top && bottom > 0 && top < innerHeight
}

/** How long one slice of work may last: a key that is pressed waits that long. */
const sliceMs = 8

/**
 * Does work for each item in slices, between which the browser can handle keys and draw. The first
 * slice is done before this returns. Stops before a slice that is no longer wanted.
 */
export async function doInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void,
  isWanted = (): boolean => true,
): Promise<void> {
  let end = performance.now() + sliceMs
  for (const item of items) {
    if (performance.now() > end) {
      await new Promise((resolve) => setTimeout(resolve))
      if (!isWanted()) return
      end = performance.now() + sliceMs
    }
    work(item)
  }
}
