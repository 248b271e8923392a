import { styledBy } from '../api/answers.ts'
import { toLink } from '../api/chain-reader.ts'
import type { TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { runChain } from '../engine/run-chain.ts'
import { canTake, countBlanks, isOfCase, roomOf, sampleIn } from './browser/styled-text.ts'
import type { Sample as BareSample } from './browser/styled-text.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { PageTexts } from './page-texts.ts'
import { addable } from './text-form.ts'
import type { Filled } from './text-form.ts'

/** A text in a style. */
export interface Sample extends BareSample {
  /** What is shown for a text that cannot be seen. */
  readonly blank?: string | undefined
  /** The id of an element with the plain text, if many samples share it. */
  readonly plainId?: string | undefined
}

/** Returns a sample of a style. */
export type Sampler = (generator: TextGenerator) => Sample

/**
 * Returns a function that shows styles with the visitor's text, or else with samples in the
 * language. `id` is that of an element with the text. Other styles are added to those that can
 * take them, unless the result would be too long.
 */
export function createSampler(
  { text, accents, keep }: Filled,
  { language, text: say }: PageTexts,
  id?: string,
  added: readonly TextGenerator[] = [],
): Sampler {
  const markBlank = (sample: Sample): Sample => {
    const count = countBlanks(sample.styled)
    return count === 0 ? sample : { ...sample, blank: say('blank-sample', { count }) }
  }
  if (text === '') {
    const usual = say('sample-text')
    return (generator) => {
      const [text, styled = ''] = generator.file.found?.samples?.[language] ?? []
      const built = { example: generator.example, transform: () => styled, fault: () => undefined }
      const style = text === usual ? built : generator
      return markBlank(sampleIn(language, usual, generator.data.sample, style))
    }
  }
  return (generator) => {
    const alone = styledBy(generator, text, language, accents, keep)
    const others = added.filter((one) => {
      return one !== generator && canTake(addable(generator), addable(one))
    })
    const links = others.length > 0 && generator.fault() === undefined ? [generator, ...others] : []
    const result = links.length > 0 &&
      runChain(links.map(toLink), text, keep, language, accents, '')
    const styled = result !== false && 'output' in result ? result.output : alone
    return markBlank({ plain: text, styled, plainId: id })
  }
}

/**
 * Returns the styled text as an image whose name is the plain text: screen readers do not know most
 * styles, and translators must not change them. If only upper and lower case differ, it is ordinary
 * text. `classes` are those of its element, such as `sample`.
 * https://www.w3.org/WAI/WCAG22/Techniques/html/H86
 */
export function showSample(sample: Sample, language: Language, classes: string): Html {
  const { plain, styled, plainId: id, blank } = sample
  const all = classes + roomOf(plain, styled, classes)
  if (isOfCase(plain, styled, language)) return html`<bdi class="${all}">${styled}</bdi>`
  const label = id === undefined ? ['label', plain] : ['labelledby', id]
  return html`<span class="${all}"${blank !== undefined && html` data-blank="${blank}"`} role="img"
aria-${label[0]}="${label[1]}">${markUnspoken(styled)}</span>`
}

/**
 * Returns text that is not in any language.
 * https://www.w3.org/International/questions/qa-no-language
 */
export function markUnspoken(styled: string): Html {
  return html`<bdi lang="zxx" translate="no" class="notranslate">${styled}</bdi>`
}
