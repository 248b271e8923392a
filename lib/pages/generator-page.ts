import type { TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { measureText } from './browser/styled-text.ts'
import { kindOf } from './facts/about.ts'
import type { Kind } from './facts/about.ts'
import { factsOf } from './facts/facts.ts'
import { formTexts, generatorForm, resultField } from './form.ts'
import type { Filled } from './form.ts'
import { html } from './html.ts'
import { createSampler, listRows, ownSample, rowTexts, showSample } from './list-page.ts'
import type { Page } from './layout.ts'
import { generatorPath } from './site.ts'
import type { Site } from './site.ts'
import { apiSection, factsList, leadOf, translationsSection } from './style-sections.ts'
import { characterSection, notationSection } from './style-tables.ts'

/** Returns the page of one style, with the result if a text is filled in. */
export function generatorPage(
  generator: TextGenerator,
  language: Language,
  filled: Filled,
  site: Site,
): Page {
  const { slug, data, example, transform, entry } = generator
  const { services, baseUrl } = site
  const { name } = entry(language)
  const texts = site.texts(language)
  const { text } = texts
  const { accents } = filled
  const isFilled = filled.text !== ''
  const result = isFilled ? transform(filled.text, language, accents) : undefined
  const path = generatorPath(generator, language)
  const kind = kindOf(generator)
  const group = groups.get(kind) ?? 'style'
  const category = services.words.categoryName(data.category, language)
  const facts = factsOf(generator, services, language, accents)
  const transformation = isFilled
    ? { language, text: filled.text, accents }
    : { language: defaultLanguage, text: data.sample, accents }
  return {
    language,
    path,
    title: text(`title-${group}`, { name, category }),
    description: text(`description-${group}`, { name }),
    canonical: path,
    translations: {
      paths: new Map(languages.map((one) => [one, generatorPath(generator, one)])),
      others: generatorPath(generator, defaultLanguage),
    },
    isIndexed: !isFilled,
    main: html`<h1>${name}</h1>
${leadOf(generator, kind, site, texts)}<p>${
      showSample(ownSample(generator), language, 'specimen')
    }</p>
${[
      generatorForm(generator, filled, result, texts),
      generator.traits().folds &&
        facts.plainLetters.names.includes('ı') &&
        html`<p class="quiet">${text('dotless-i')}</p>\n`,
      factsList(facts, kind, result ?? example, texts),
      notationSection(generator, texts),
      characterSection(generator, kind, facts, site, texts),
    ]}<h2>${text('related-heading')}</h2>
${listRows(facts.related, language, createSampler(filled, language), true)}<p><a href="./">${
      text('all-styles-link', { count: services.catalogue.size })
    }</a></p>
${[
      apiSection({ ...transformation, baseUrl, slug }, texts),
      translationsSection(generator, texts),
    ]}${!isFilled && html`<template id="result-template">
${resultField('', '', texts)}</template>
`}`,
    liveTexts: generatorTexts,
  }
}

const lengthTexts = measureText('').map(([key]) => key)
const generatorTexts = ['star-button', ...lengthTexts, ...rowTexts, ...formTexts] as const

/** The kinds whose titles and descriptions are not those of a style of letters. */
const groups: ReadonlyMap<Kind, 'code' | 'case' | 'decoder' | 'plain'> = new Map([
  ...(['code', 'cipher', 'game', 'dropped'] as const).map((kind) => [kind, 'code'] as const),
  ...(['case', 'decoder', 'plain'] as const).map((kind) => [kind, kind] as const),
])
