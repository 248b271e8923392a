import type { Language } from '../catalogue/locale.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'

/** What a style makes of a text. */
export interface Sample {
  readonly plain: string
  readonly styled: string
  /** The language of the page. */
  readonly language: Language
  /** The id of an element that holds the plain text, where many samples share it. */
  readonly plainId?: string
}

/**
 * The styled text as an image that the plain text names: readers know nothing of most styles, and
 * translators must leave it alone. https://www.w3.org/WAI/WCAG22/Techniques/html/H86
 * Letters of which only the case is another one are text like any other. `classes` are those of its
 * element, such as `sample`.
 */
export function showSample(sample: Sample, classes: string): Html {
  const { plain, plainId, styled, language } = sample
  const all = classes + roomOf(plain, styled)
  if (isOfCase(plain, styled, language)) {
    return html`<bdi class="${all}">${styled}</bdi>`
  }
  const label = plainId === undefined ? ['label', plain] : ['labelledby', plainId]
  return html`<span class="${all}" role="img"
aria-${label[0]}="${label[1]}">${markUnspoken(styled)}</span>`
}

/** Text that is of no language. https://www.w3.org/International/questions/qa-no-language */
export function markUnspoken(styled: string): Html {
  return html`<bdi lang="zxx" translate="no" class="notranslate">${styled}</bdi>`
}

function isOfCase(plain: string, styled: string, language: Language): boolean {
  if (plain === styled) return true
  if (plain.length !== styled.length) return false
  const fold = (text: string): string => text.toLocaleLowerCase(language)
  // Most styles tell it by their first letters.
  return fold(plain.slice(0, 9)) === fold(styled.slice(0, 9)) && fold(plain) === fold(styled)
}

/**
 * The classes that a styled text takes besides, each with a space in front: `lines` where a style
 * draws with lines, in signs of one width, and `marks` where letters bear many of them.
 */
export function roomOf(plain: string, styled: string): string {
  if (styled.includes('\n') && countLines(styled) > countLines(plain)) return ' lines'
  return fourMarks.test(styled) ? ' marks' : ''
}

const fourMarks = /\p{M}{4}/u

function countLines(text: string): number {
  return text.split('\n').length
}
