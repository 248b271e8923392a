import type { TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { factsOf } from './facts/facts.ts'
import { formTexts, generatorForm, resultField } from './form.ts'
import type { Filled } from './form.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { rowTexts } from './list-page.ts'
import type { Page, Translations } from './layout.ts'
import { generatorPath } from './site.ts'
import type { Site } from './site.ts'
import { factsList } from './style-facts.ts'
import { showSample } from './style-rows.ts'
import {
  apiSection,
  characterSection,
  relatedSection,
  translationsSection,
} from './style-sections.ts'
import type { PageTexts } from './texts.ts'

/** Returns the page of one style, with the result if a text is filled in. */
export function generatorPage(
  generator: TextGenerator,
  language: Language,
  filled: Filled,
  site: Site,
): Page {
  const { name } = generator.entry(language)
  const { data, example, transform } = generator
  const texts = site.texts(language)
  const isFilled = filled.text !== ''
  const result = isFilled ? transform(filled.text, language, filled.accents) : undefined
  const sections = describe(generator, language, filled, result ?? example, site)
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
${generatorForm(generator, filled, result, texts)}${sections}${!isFilled && resultTemplate(texts)}`,
    liveTexts: generatorTexts,
  }
}

/** Returns the field that scripts add once there is a result. */
function resultTemplate(texts: PageTexts): Html {
  return html`<template id="result-template">
${resultField('', '', texts)}</template>
`
}

const generatorTexts = [
  'star-button',
  'length-graphemes',
  'length-code-points',
  'length-utf16',
  'length-utf8',
  ...rowTexts,
  ...formTexts,
] as const

/** Returns the sections below the form. `result` is the styled text that the page shows. */
function describe(
  generator: TextGenerator,
  language: Language,
  filled: Filled,
  result: string,
  site: Site,
): Html {
  const { services, baseUrl } = site
  const texts = site.texts(language)
  const { slug, data } = generator
  const isFilled = filled.text !== ''
  const facts = factsOf(generator, services, language, filled.accents)
  const query = new URLSearchParams({ action: 'get_generator', slug, lang: language })
  const apiLink = `${new URL(baseUrl).pathname}?${query}`
  const transformation = isFilled
    ? { baseUrl, slug, language, ...filled }
    : { baseUrl, slug, language: defaultLanguage, text: data.sample, accents: filled.accents }
  return html`${[
    factsList(facts, result, texts),
    characterSection(facts.characters, apiLink, texts),
    relatedSection(facts.related, filled, services.catalogue.size, texts),
    apiSection(transformation, texts),
    translationsSection(generator, texts),
  ]}`
}

function translationsOf(generator: TextGenerator): Translations {
  return {
    paths: new Map(languages.map((one) => [one, generatorPath(generator, one)])),
    others: generatorPath(generator, defaultLanguage),
  }
}
