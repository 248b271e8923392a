import type { Language } from '../catalogue/locale.ts'
import { isOfCase, roomOf } from './browser/styled-text.ts'
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
