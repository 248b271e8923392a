import type { Layer } from '../../engine/layer.ts'
import type { Style } from '../../engine/style.ts'
import { countCodePoints, defaultSample, graphemeClusters } from '../../engine/text.ts'

/** The id of the element with the visitor's text, which is the name of hundreds of samples. */
export const plainId = 'plain'

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
const blanks = /^[\s\u2800\u{1d159}\p{Default_Ignorable_Code_Point}]+$/u

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
 * style adds lines, which need letters of one width, `marks` if letters have many marks, and `long`
 * if a frame around it would break in large letters.
 */
export function roomOf(plain: string, styled: string): string {
  if (styled.includes('\n') && countLines(styled) > countLines(plain)) return ' lines'
  const marks = mayBeMarks.test(styled) && threeMarks.test(styled) ? ' marks' : ''
  return styled.length > mostLarge && !marks ? ' long' : marks
}

/** UTF-16 units: some letters are two, and others wider than most. */
const mostLarge = 20

const threeMarks = /\p{M}{3}/u

// A pattern without properties is faster, and rules out most texts. No style adds other marks.
const mayBeMarks = /[\u0300-\ud7ff\uf900-\uffff]{3}/

function countLines(text: string): number {
  return text.split('\n').length
}

/**
 * Returns how much of the space of other services a well-formed text takes, as in November 2026:
 * - a post on X: https://docs.x.com/fundamentals/counting-characters
 * - the text of a profile on Instagram, which does not say what it counts: the largest count
 * - a post on Bluesky, which must also have no more than 3,000 bytes:
 *   https://github.com/bluesky-social/atproto/blob/main/lexicons/app/bsky/feed/post.json
 */
export function limitsOf(text: string) {
  const bytes = new TextEncoder().encode(text).length
  const all = [
    ['limit-x', weighForX(text), 280],
    ['limit-instagram', text.length, 150],
    ['limit-bluesky', graphemeClusters(text).length, 300, bytes > 3000],
  ] as const
  return all.map(([key, count, most, isTooLarge = false]) => {
    return { key, count, most, isPassed: count > most || isTooLarge }
  })
}

/** https://github.com/twitter/twitter-text/blob/master/config/v3.json */
function weighForX(text: string): number {
  const weights = graphemeClusters(text.normalize()).map((cluster) =>
    emoji.test(cluster) ? 2 : Array.from(cluster, weighPoint).reduce((sum, one) => sum + one, 0),
  )
  return weights.reduce((sum, one) => sum + one, 0)
}

const weighPoint = (point: string): number => (light.test(point) ? 1 : 2)
const light = /[\0-\u10ff\u2000-\u200d\u2010-\u201f\u2032-\u2037]/u
const emoji = /^(?=\p{Emoji_Presentation}|\p{Emoji}\ufe0f)[\p{Emoji}\p{Emoji_Component}]+$/u

/** Measures a well-formed text in the units of limits, each with the key of its text. */
export function measureText(text: string) {
  return [
    // What readers call characters.
    ['length-graphemes', graphemeClusters(text).length],
    ['length-code-points', countCodePoints(text)],
    ['length-utf16', text.length],
    ['length-utf8', new TextEncoder().encode(text).length],
  ] as const
}

/**
 * Returns whether a style of marks or of a frame can be added to a style. One that replaces letters
 * and has a frame of its own, such as those for a nickname, takes no second one.
 */
export function canTake(
  { layer, operations }: { readonly layer?: Layer; readonly operations: unknown },
  added: Layer | undefined,
): boolean {
  if (layer === 'code') return false
  if (layer === 'frame') return added === 'frame'
  return added !== 'frame' || !Array.isArray(operations) || !operations.some(isWrap)
}

const isWrap = (operation: unknown): boolean => Object(operation)['type'] === 'wrap'

/** Returns by how many letters of the alphabet a text is shifted, by its first letter. */
export function shiftOf(shifted: string, text: string): string {
  const at = shifted.search(/[a-z]/i)
  return at < 0 ? '–' : String((shifted.charCodeAt(at) - text.charCodeAt(at) + 26) % 26)
}
