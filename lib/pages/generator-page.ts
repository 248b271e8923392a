import type { TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { generatorForm } from './form.ts'
import type { Filled } from './form.ts'
import { html } from './html.ts'
import type { Page, Translations } from './layout.ts'
import { showSample } from './sample.ts'
import { generatorPath } from './site.ts'
import type { Site } from './site.ts'

/** The page of one style; with a text filled in, what the style makes of that. */
export function generatorPage(
  generator: TextGenerator,
  language: Language,
  filled: Filled,
  site: Site,
): Page {
  const { name, page } = generator.entry(language)
  const { data, example, transform } = generator
  const texts = site.texts(language)
  const isFilled = filled.text !== ''
  const result = isFilled ? transform(filled.text, language, filled.accents) : undefined
  const sample = { plain: data.sample, styled: example, language }
  return {
    language,
    path: generatorPath(generator, language),
    title: texts.text('generator-title', { name }),
    description: texts.text('generator-description', { name }),
    canonical: generatorPath(generator, language),
    translations: translationsOf(generator),
    isIndexed: !isFilled,
    main: html`<h1>${name}</h1>
<p>${showSample(sample, 'specimen')}</p>
${generatorForm(filled, result, page, texts)}`,
  }
}

function translationsOf(generator: TextGenerator): Translations {
  return {
    paths: new Map(languages.map((one) => [one, generatorPath(generator, one)])),
    others: generatorPath(generator, defaultLanguage),
  }
}
