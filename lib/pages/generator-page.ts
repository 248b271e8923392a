import { transformByChain } from '../api/chain.ts'
import type { TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { limitsOf, measureText } from './browser/styled-text.ts'
import { kindOf } from './facts/about.ts'
import type { Kind } from './facts/about.ts'
import { factsOf } from './facts/facts.ts'
import { additionsTo, formTexts, generatorForm } from './form.ts'
import type { Filled } from './form.ts'
import { html } from './html.ts'
import { createSampler, listRows, rowTexts } from './list-page.ts'
import type { Page } from './layout.ts'
import { generatorPath } from './site.ts'
import type { Site } from './site.ts'
import { breadcrumb, limitsList, neighbourLinks, profile, stage } from './stage.ts'
import { factsSection, leadOf, translationsSection } from './style-sections.ts'
import { characterSection, notationSection } from './style-tables.ts'

/** Returns the page of one style, which shows the visitor's text or the style's own sample. */
export function generatorPage(
  generator: TextGenerator,
  language: Language,
  filled: Filled,
  site: Site,
): Page {
  const { slug, data, entry } = generator
  const { services, baseUrl } = site
  const { name } = entry(language)
  const texts = site.texts(language)
  const { text } = texts
  const { accents, then } = filled
  const isFilled = filled.text !== ''
  const path = generatorPath(generator, language)
  const kind = kindOf(generator)
  const group = groups.get(kind) ?? (data.category === 'coded' ? 'code' : 'style')
  const category = services.words.categoryName(data.category, language)
  const facts = factsOf(generator, services, language, accents)
  const sampleOf = createSampler(filled, texts)
  const chain = then.length > 0 ? services.readChain([slug, ...then]) : undefined
  const sample = chain === undefined
    ? sampleOf(generator)
    : { plain: filled.text, styled: transformByChain(chain, filled.text, language, accents) }
  const ofSample = sample.plain === data.sample ? defaultLanguage : language
  const transformation = isFilled
    ? { baseUrl, slug, language, text: filled.text, accents, then }
    : { baseUrl, slug, language: ofSample, text: sample.plain, accents, then }
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
    main: html`${[
      breadcrumb(generator, category, services.catalogue.size, texts),
      stage(name, sample, texts),
      generatorForm(generator, additionsTo(generator, services.catalogue), filled, texts),
      leadOf(generator, kind, site, texts),
      generator.traits().folds &&
        facts.plainLetters.names.includes('ı') &&
        html`<p class="quiet">${text('dotless-i')}</p>\n`,
      limitsList(sample.styled, texts),
      group !== 'decoder' && group !== 'plain' && profile(sample.styled, texts),
    ]}<h2>${text('related-heading')}</h2>
${listRows(facts.related, language, sampleOf, true)}${[
      neighbourLinks(generator, services.catalogue, texts),
      factsSection(facts, kind, sample.styled, transformation, texts),
      notationSection(generator, texts),
      characterSection(generator, kind, facts, site, texts),
      translationsSection(generator, texts),
    ]}`,
    liveTexts: generatorTexts,
  }
}

const generatorTexts = [
  'star-button',
  'storage-blocked',
  'limit-passed',
  'unchanged-result',
  ...limitsOf('').map(({ key }) => key),
  ...measureText('').map(([key]) => key),
  ...rowTexts,
  ...formTexts,
] as const

/** The kinds of codes whose titles and descriptions are their own. */
const groups: ReadonlyMap<Kind, 'case' | 'decoder' | 'plain'> = new Map(
  (['case', 'decoder', 'plain'] as const).map((kind) => [kind, kind] as const),
)
