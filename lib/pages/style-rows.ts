import type { TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { shareText } from '../engine/text.ts'
import { isOfCase, roomOf } from './browser/styled-text.ts'
import type { Filled } from './form.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'

/**
 * Returns a list of styles, for pages in the folder of the language: each has its name, a link to
 * its page, and a sample. `namesSlugs` adds the slugs, which scripts need if styles are left out.
 */
export function listRows(
  generators: readonly TextGenerator[],
  language: Language,
  sampleOf: Sampler,
  namesSlugs = false,
): Html {
  const rows = generators.map((generator) => {
    const { name, page } = generator.entry(language)
    return html`<li><a href="${page}">${name}</a> ${showSample(sampleOf(generator), 'sample')}</li>
`
  })
  const slugs = namesSlugs && html` data-styles="${generators.map(({ slug }) => slug).join(' ')}"`
  return html`<ul class="rows"${slugs}>
${rows}</ul>
`
}

/** Returns a sample of a style. */
export type Sampler = (generator: TextGenerator) => Sample

/** The id of the element with the visitor's text, which is the name of hundreds of samples. */
export const plainId = 'plain'

/**
 * Returns a function that shows styles with the visitor's text, or else with their own samples.
 * `id` is that of an element with the text.
 */
export function createSampler(
  { text, accents }: Filled,
  language: Language,
  id?: string,
): Sampler {
  if (text === '') {
    return ({ data, example }) => ({ plain: data.sample, styled: example, language })
  }
  const shared = shareText(text)
  return ({ transform, fault }) => {
    // A damaged style must not hide all others.
    const styled = fault() === undefined ? transform(shared, language, accents) : text
    return { plain: text, styled, language, ...(id === undefined ? {} : { plainId: id }) }
  }
}

/** A text in a style. */
export interface Sample {
  readonly plain: string
  readonly styled: string
  /** The language of the page. */
  readonly language: Language
  /** The id of an element with the plain text, if many samples share it. */
  readonly plainId?: string
}

/**
 * Returns the styled text as an image whose name is the plain text: screen readers do not know most
 * styles, and translators must not change them. If only upper and lower case differ, it is ordinary
 * text. `classes` are those of its element, such as `sample`.
 * https://www.w3.org/WAI/WCAG22/Techniques/html/H86
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

/**
 * Returns text that is not in any language.
 * https://www.w3.org/International/questions/qa-no-language
 */
export function markUnspoken(styled: string): Html {
  return html`<bdi lang="zxx" translate="no" class="notranslate">${styled}</bdi>`
}
