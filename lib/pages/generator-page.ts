import { transformByChain } from '../api/chain-reader.ts'
import { listedOf } from '../catalogue/catalogue.ts'
import type { Catalogue, TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { findRuns } from '../engine/keep.ts'
import { readsBack } from '../engine/kind.ts'
import type { Turn } from '../http/turn.ts'
import { styleKeys } from './browser/keys.ts'
import { limitsOf } from './browser/measures.ts'
import { factsOf, listedFor } from './facts/facts.ts'
import type { Facts } from './facts/facts.ts'
import { generatorForm } from './text-form.ts'
import type { Filled } from './text-form.ts'
import { html } from './html.ts'
import type { Hole, Html } from './html.ts'
import { createRow, listRows } from './list-page.ts'
import { itemType } from './layout.ts'
import type { Page } from './layout.ts'
import { createSampler, markUnspoken, showSample } from './samples.ts'
import { generatorPath } from './site.ts'
import type { PageTexts } from './page-texts.ts'
import type { Site } from './site.ts'
import { aboutValues, factsSection, leadOf, translationsSection } from './style-sections.ts'
import { descriptionOf, groupOf, titleOf } from './style-titles.ts'
import { characterSection, notationSection } from './style-tables.ts'

/** Returns the page of one style, which shows the visitor's text or the style's own sample. */
export async function generatorPage(
  generator: TextGenerator,
  language: Language,
  filled: Filled,
  site: Site,
  turn: Turn,
): Promise<Page> {
  const { slug, data, entry } = generator
  const { catalogue, words, readChain } = site.services
  const { name } = entry(language)
  const texts = site.texts(language)
  const { text } = texts
  const { accents, keep, then } = filled
  const isFilled = filled.text !== ''
  const path = generatorPath(generator, language)
  const facts = factsOf(generator, site, language, accents)
  if (turn.isOver) await turn.next()
  const group = groupOf(data)
  const category = words.categoryName(data.category, language)
  const sampleOf = createSampler(filled, texts)
  const shown = sampleOf(generator)
  const { plain, styled } = shown
  const result = then.length === 0
    ? styled
    : transformByChain(readChain([slug, ...then], language), plain, keep, language, accents)
  const ofResult = !isFilled && plain === data.sample ? defaultLanguage : language
  const request = {
    action: 'generate',
    slug,
    ...(ofResult !== defaultLanguage && { lang: ofResult }),
    ...(accents !== 'styled' && { accents }),
    ...(then.length > 0 && { then: then.join() }),
    ...(data.layer !== 'code' && findRuns(plain, keep).length > 0 && { keep: keep.join() }),
    text: plain,
  }
  const sections: Hole[] = []
  const makers: ReadonlyArray<() => Hole> = [
    () => insteadOf(generator, catalogue, texts),
    () => generatorForm(generator, language, filled, site),
    () => html`<div class="about">\n${leadOf(facts, site, texts)}`,
    () => lacksDotlessI(facts) && html`<p class="quiet">${text('dotless-i')}</p>\n`,
    () => html`${limitsList(isFilled ? result : undefined, texts)}</div>\n`,
    () => !readsBack(data.kind) && profile(result, texts),
    () => html`<h2>${text('related-heading')}</h2>
${listRows(facts.related, createRow(sampleOf, language), true)}`,
    () => neighbourLinks(generator, catalogue, texts),
    () => factsSection(facts, result, site, request, texts),
    () => notationSection(generator, shown, texts),
    () => data.kind !== 'markup' && characterSection(facts, site, texts),
    () => translationsSection(generator, site, language),
  ]
  for (const make of makers) {
    if (turn.isOver) await turn.next()
    sections.push(make())
  }
  return {
    language,
    path,
    title: titleOf(generator, group, texts),
    description: descriptionOf(
      generator,
      text(`description-${group}`, { name }),
      text(`about-${data.kind}`, aboutValues(generator, site, language)),
      texts,
    ),
    translations: {
      paths: new Map(languages.map((one) => [one, generatorPath(generator, one)])),
      others: generatorPath(generator, defaultLanguage),
    },
    isIndexed: !isFilled && !data.retired,
    category: data.category,
    // A long result scrolls, so it must be reachable by the keyboard.
    main: html`<nav class="trail" aria-label="${text('breadcrumb-navigation')}">
<ol${itemType('BreadcrumbList')}>
${crumb(1, './', text('all-styles-link', { count: listedOf(catalogue).length }))}${
      crumb(2, `./#${data.category}`, category)
    }</ol>
</nav>
<div class="stage">
<h1>${name}</h1>
<div class="show" role="group" aria-label="${text('result-label')}" tabindex="0">${
      showSample({ ...shown, styled: result }, language, 'specimen')
    }</div>
</div>
${sections}`,
    liveTexts: styleKeys,
    mainClass: 'of-style',
    part: 'live-generator.js',
  }
}

/** Returns a link to the style that is meant instead of a retired one. */
function insteadOf(generator: TextGenerator, catalogue: Catalogue, texts: PageTexts): Html | false {
  const listed = listedFor(generator, catalogue)
  if (listed === generator) return false
  const { name, page } = listed.entry(texts.language)
  const values = { name, link: html`<a href="${page}">`, link_end: html`</a>` }
  return html`<p class="quiet">${texts.html('retired', values)}</p>\n`
}

/** Returns whether a style leaves ı, although it changes i. */
function lacksDotlessI({ plainLetters }: Facts): boolean {
  const names = plainLetters?.names ?? []
  return names.includes('ı') && !names.includes('i') && !names.includes('a–z')
}

/** Returns a link in the path to a page. */
function crumb(position: number, href: string, name: string): Html {
  return html`<li itemprop="itemListElement"${itemType('ListItem')}><a itemprop="item"
href="${href}"><span itemprop="name">${name}</span></a><meta itemprop="position"
content="${position}"></li>
`
}

/** Returns how much of the space of other services a result takes; nothing for a sample. */
function limitsList(result: string | undefined, { text }: PageTexts): Html {
  const passed = ` – ${text('limit-passed')}`
  const limits = result === undefined ? [] : limitsOf(result)
  return html`<ul class="limits">${limits.map(({ key, count, most, isPassed }) => {
    const isLong = isPassed && html` class="passed"`
    return html`<li${isLong}>${text(key, { count, most })}${isPassed && passed}</li>\n`
  })}</ul>
`
}

/** Returns a picture of a profile with the result as its name and as its text. */
function profile(result: string, { text }: PageTexts): Html {
  const shown = markUnspoken(result)
  return html`<figure class="profile" aria-hidden="true">
<figcaption>${text('profile-caption')}</figcaption>
<p>${shown}</p>
<p>${shown}</p>
</figure>
`
}

/**
 * Returns links to the previous and the next style, and to a style far away in the list. Following
 * that one again and again leads through all styles before any comes back.
 */
function neighbourLinks(
  generator: TextGenerator,
  catalogue: Catalogue,
  { text, language }: PageTexts,
): Html {
  const all = listedOf(catalogue)
  const index = all.indexOf(listedFor(generator, catalogue))
  const entryAt = (distance: number) =>
    (all[(index + distance + all.length) % all.length] ?? generator).entry(language)
  const [previous, next] = [entryAt(-1), entryAt(1)]
  const other = entryAt(longStep(all.length))
  return html`<nav class="neighbours" aria-label="${text('neighbours-navigation')}">
<ul>
<li><a rel="prev" href="${previous.page}">${text('previous-link', { name: previous.name })}</a></li>
<li><a href="${other.page}">${text('random-link')}</a></li>
<li><a rel="next" href="${next.page}">${text('next-link', { name: next.name })}</a></li>
</ul>
</nav>
`
}

/** Returns a step, near the golden section of a circle of `count` places, that leads to each. */
function longStep(count: number): number {
  const divisor = (one: number, other: number): number =>
    other === 0 ? one : divisor(other, one % other)
  let step = Math.round(count * 0.618)
  while (divisor(step, count) !== 1) step++
  return step
}
