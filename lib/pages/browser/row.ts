import type { AddedStyle, Look } from './added-style.ts'
import type { Copyable } from './copy.ts'
import { limitsOf } from './measures.ts'
import { find, language, make, words } from './page.ts'
import { countBlanks, isOfCase, mayHaveBoxes, plainId, roomOf } from './styled-text.ts'
import type { Style } from './styles.ts'

/** A row of a list: a style and its output. */
export interface Row extends Copyable {
  readonly style: Style
  readonly added: AddedStyle
  /** Returns whether the style leaves the text unchanged that the row shows. */
  isUnchanged(): boolean
  /** Returns whether some of what is added is left out. */
  leavesOut(): boolean
  /**
   * Shows the styled text or, without a text, the styled sample or what the style decodes: the
   * first look in which `hasBox` finds none, starting with the last one if it `isHasty`. Returns
   * whether there can be no boxes.
   */
  show(text: string | undefined, hasBox: (styled: string) => boolean, isHasty: boolean): boolean
  /** Whether this browser shows boxes for plain letters in this style. */
  hasBoxes: boolean
}

/** Returns rows with those last that show boxes. */
export function boxesLast(rows: readonly Row[]): readonly Row[] {
  return [false, true].flatMap((isLast) => rows.filter(({ hasBoxes }) => hasBoxes === isLast))
}

/** Makes a row of the server's page live, which has its name unless one is given. */
export function createRow(element: HTMLElement, added: AddedStyle, name?: string): Row {
  const { style } = added
  let known: Sample | undefined
  const title = element.querySelector<HTMLElement>('h1, a')
  const sample = (): Sample => (known ??= sampleIn(element))
  let markedAs: string | undefined
  let isUnchanged = false
  let isWaiting = false
  let hasBoxes = false
  let lookAt = 0
  let isUnmarked = false
  let limitNote = ''
  const showText = onChange((styled: string) => {
    const { inner } = sample()
    if (inner.textContent !== styled) inner.textContent = styled
  })
  const showRoom = onChange((room: string) => {
    const { image } = sample()
    image.className = image.className.replace(/ .*|$/, room)
  })
  const showBlank = onChange((count: number) => {
    setData(sample().image, 'blank', count > 0 && words('blank-sample', { count }))
  })
  const showNote = onChange((note: string) => title && setData(title, 'note', note))
  const setNote = (key: NoteKey | false): void => {
    showNote([key && words(key), limitNote].filter(Boolean).join(' · '))
  }
  return {
    element,
    style,
    added,
    slug: style.slug,
    get name() {
      return name ?? title?.textContent ?? ''
    },
    text: () => (isWaiting ? undefined : (sample().inner.textContent ?? '')),
    select: () => getSelection()?.selectAllChildren(sample().inner),
    isUnchanged: () => isUnchanged,
    leavesOut: () => isUnmarked || !added.takesAll(),
    get hasBoxes() {
      return hasBoxes
    },
    set hasBoxes(isTrue) {
      hasBoxes = isTrue
      setNote(isTrue && 'boxes-shown')
    },
    show(text, hasBox, isHasty) {
      const isLoaded = style.isLoaded(text)
      isWaiting = !isLoaded && (isWaiting || text !== undefined)
      if (isWaiting) showText('…')
      if (!isLoaded) return true
      const looks = added.looks()
      lookAt = isHasty ? Math.min(lookAt, looks.length - 1) : 0
      let own = added.styled(text, looks[lookAt] ?? noLook)
      const isSafe = lookAt === 0 && !mayHaveBoxes(own.styled)
      let isBoxed = !isSafe && hasBox(own.styled)
      while (isBoxed && lookAt + 1 < looks.length) {
        own = added.styled(text, looks[++lookAt] ?? noLook)
        isBoxed = hasBox(own.styled)
      }
      const { accents, isUnmarked: isNowUnmarked = false } = looks[lookAt] ?? noLook
      isUnmarked = isNowUnmarked
      const isRow = element.localName === 'li'
      const isCode = text === undefined && style.readsBack && isRow
      const { plain, styled } = isCode ? { plain: own.styled, styled: own.plain } : own
      isUnchanged = text !== undefined && plain === styled
      showText(styled)
      showRoom(roomOf(plain, styled, isRow ? '' : 'specimen'))
      const isText = isOfCase(plain, styled, language)
      const kind = isText ? 'text' : text === undefined ? 'labelled' : 'named'
      if (kind !== markedAs) markUp(sample(), kind, plain)
      markedAs = kind
      showBlank(countBlanks(styled))
      limitNote = isRow && text !== undefined ? noteOfLimit(styled) : ''
      setNote(hasBoxes || isBoxed
        ? 'boxes-shown'
        : isUnmarked ? 'marks-left' : accents === 'plain' && 'accents-kept')
      return isSafe
    },
  }
}

type NoteKey = 'boxes-shown' | 'marks-left' | 'accents-kept'

/** Returns that a text is too long for where the visitor is going, if it is. */
function noteOfLimit(styled: string): string {
  const { limit } = document.documentElement.dataset
  const [passed] = limit ? limitsOf(styled, limit).filter(({ isPassed }) => isPassed) : []
  return passed === undefined ? '' : wordsOfLimit(passed)
}

/** Returns how much of a limit is taken, in words. */
export function wordsOfLimit({ key, count, most, isPassed }: ReturnType<typeof limitsOf>[number]) {
  return `${words(key, { count, most })}${isPassed ? ` – ${words('limit-passed')}` : ''}`
}

const noLook: Look = { accents: 'styled' }

/** Returns a function that shows a value only if it differs from the last one. */
function onChange<Value>(show: (value: Value) => void): (value: Value) => void {
  let last: Value | undefined
  return (value) => {
    if (value !== last) show((last = value))
  }
}

/** Sets or removes a text of an element that the style sheet shows. */
function setData(element: HTMLElement, name: 'blank' | 'note', text: string | false): void {
  if (text) element.dataset[name] = text
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
