import { mayShowBoxes } from '../../engine/drawn-apart.ts'
import { wraps } from '../../engine/first-operations.ts'
import type { KeepKind } from '../../engine/keep.ts'
import type { Layer } from '../../engine/layer.ts'
import type { Style } from '../../engine/style.ts'
import { countCodePoints, defaultSample } from '../../engine/text.ts'

/** The id of the element with the visitor's text, which is the name of hundreds of samples. */
export const plainId = 'plain'

/** What the pages keep of a text that the visitor types, since it only works as it is. */
export const keptKinds: readonly KeepKind[] = ['links', 'names', 'tags']

/** A text in a style. */
export interface Sample {
  readonly plain: string
  readonly styled: string
}

/**
 * Returns the sample that a page in a language shows of a style: the `usual` one of the language,
 * unless the style has a sample of its own or does not change this one.
 */
export function sampleIn(
  language: string,
  usual: string,
  own: string,
  style: Pick<Style, 'example' | 'transform' | 'fault'>,
): Sample {
  if (own === defaultSample && usual !== own && style.fault() === undefined) {
    const styled = style.transform(usual, language, 'styled')
    if (styled !== usual) return { plain: usual, styled }
  }
  return { plain: own, styled: style.example }
}

/** Counts the characters of a text in which none can be seen, unless they are ordinary spaces. */
export function countBlanks(styled: string): number {
  return blanks.test(styled) && styled.trim() !== '' ? countCodePoints(styled) : 0
}

/** Blank patterns of Braille, a musical sign without a head, and letters such as U+3164. */
const blanks = /^[\s\u2800\u{1d159}\p{DI}]+$/u

/** Whether a styled text differs from the plain one only in case: then it is read as it is. */
export function isOfCase(plain: string, styled: string, language: string): boolean {
  if (plain === styled) return true
  if (plain.length !== styled.length) return false
  const fold = (text: string): string => text.toLocaleLowerCase(language)
  // The first letters are enough to tell for most styles.
  return fold(plain.slice(0, 9)) === fold(styled.slice(0, 9)) && fold(plain) === fold(styled)
}

/**
 * Returns the additional classes of a styled text, each with a space before it: `lines` if the
 * style adds lines, which need letters of one width, `marks` if letters have many marks; and, for
 * the large `specimen` of a page, `long` or `framed` if a frame would break in two.
 */
export function roomOf(plain: string, styled: string, base = ''): string {
  const hasMoreLines = styled.includes('\n') && countLines(styled) > countLines(plain)
  // A repeated text is not a drawing.
  if (hasMoreLines && !styled.startsWith(`${plain}\n`)) return ' lines'
  if (mayBeMarks.test(styled) && threeMarks.test(styled)) return ' marks'
  if (base !== 'specimen') return ''
  if (styled.length > mostLarge) return ' long'
  return countCodePoints(styled) > mostOnPhone ? ' framed' : ''
}

/** UTF-16 units: some letters are two, and others wider than most. */
const mostLarge = 20

/** Code points that fit into a line of a phone. */
const mostOnPhone = 12

const threeMarks = /\p{M}{3}/u

// A pattern without properties is faster, and rules out most texts. No style adds other marks.
const mayBeMarks = /[\u0300-\ud7ff\uf900-\uffff]{3}/

/**
 * Returns whether some fonts may lack a mark of a text, or a letter for it: those of other scripts
 * lack the marks of symbols.
 */
export function mayHaveBoxes(styled: string): boolean {
  if (!/[\u0300-\ud7ff\uf900-\uffff]/.test(styled) || !/\p{M}/u.test(styled)) return false
  return mayShowBoxes(styled) || /\p{L}[\u20d0-\u20ff]/u.test(styled)
}

function countLines(text: string): number {
  return text.split('\n').length
}

/** What decides whether a style can be added to another one. */
interface Addable {
  readonly layer?: Layer
  readonly operations: unknown
}

/**
 * Returns whether a style of marks or of a frame can be added to a style. One that has a frame,
 * such as those for a nickname, takes no second one around it, and no marks, which would be on the
 * frame as well.
 */
export function canTake({ layer, operations }: Addable, added: Addable): boolean {
  if (layer === 'code' || (layer === 'frame' && added.layer !== 'frame')) return false
  return !wraps(operations) || (added.layer === 'frame' && !wraps(added.operations))
}
