import type { TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { readsBack } from '../engine/kind.ts'
import type { Kind } from '../engine/kind.ts'
import { countCodePoints } from '../engine/text.ts'
import { measureText } from './browser/measures.ts'
import { curlLine } from './description.ts'
import type { Facts, WayBack } from './facts/facts.ts'
import { dataTable, folded, html } from './html.ts'
import type { Hole, Html } from './html.ts'
import { linkIn, linkTo } from './layout.ts'
import { documentationPath } from './routes.ts'
import { markUnspoken } from './samples.ts'
import { generatorPath, listPath } from './site.ts'
import type { PageTexts, TextKey } from './page-texts.ts'
import type { Site } from './site.ts'

/** Returns the facts about a style, then how long a result is and how to get it by the API. */
export function factsSection(
  facts: Facts,
  result: string,
  { baseUrl }: Site,
  request: Readonly<Record<string, string>>,
  texts: PageTexts,
): Html {
  const { text, language } = texts
  const { generator: { data: { kind } }, wayBack } = facts
  const all: ReadonlyArray<readonly [name: TextKey, fact: Hole]> = [
    ['fact-reading', describeReading(facts, texts)],
    ['fact-support', describeSupport(facts, texts)],
    // The first sentence says that these letters stay.
    ['fact-plain', framing.includes(kind) ? undefined : listPlainLetters(facts, texts)],
    ['fact-back', wayBack && describeWayBack(wayBack, texts)],
  ]
  // What comes out of a decoder depends on the text, and is plain.
  const own = all.slice(readsBack(kind) ? 3 : 0)
  const rows = own.filter(([, fact]) => fact !== undefined)
  const list = html`<dl class="facts">
${rows.map(([name, fact]) => html`<dt>${text(name)}</dt>\n<dd>${fact}</dd>\n`)}</dl>
`
  const lengths = html`<ul class="lengths">
${measureText(result).map(([key, count]) => html`<li>${text(key, { count })}</li>\n`)}</ul>
`
  const command = html`<pre><code>${curlLine(baseUrl, request)}</code></pre>
<p><a href="${linkTo(listPath(language), documentationPath)}">${text('documentation-link')}</a></p>
`
  return html`<h2>${text('facts-heading')}</h2>
${rows.length > 0 && list}${folded(text('fact-length'), lengths)}${
    folded(text('curl-heading'), command)
  }`
}

const framing: readonly Kind[] = [
  ...(['between', 'around', 'wrapped', 'boxed', 'bubble', 'case', 'reversed', 'lines'] as const),
  ...(['gesture', 'spoilers', 'items', 'markup'] as const),
]

function describeReading({ generator: { data } }: Facts, { text }: PageTexts): Html | undefined {
  const { kind, reading } = data
  if (reading === undefined) return undefined
  const columns = [text('readers-reader'), text('readers-heard')]
  const rows = readers.map(([reader, heard]) => [text(reader), text(heard)] as const)
  const table = kind === 'mathematical' &&
    folded(text('readers-summary'), dataTable(text('readers-caption'), columns, rows))
  return html`<p>${text(`reading-${reading}`)}</p>
${table}<p class="quiet">${text('reading-dated')}</p>`
}

/**
 * How screen readers read mathematical letters, as tested in March 2025:
 * https://adrianroselli.com/2025/03/dont-use-fake-bold-or-italic-in-social-media.html
 * NVDA has normalised text since then: https://github.com/nvaccess/nvda/pull/17017
 */
const readers = [
  ['reader-nvda-new', 'heard-letters'],
  ['reader-nvda-old', 'heard-nothing'],
  ['reader-jaws', 'heard-names'],
  ['reader-voiceover', 'heard-nothing'],
  ['reader-narrator', 'heard-nothing'],
  ['reader-talkback', 'heard-letters'],
] as const

function describeSupport({ unicode, support, boxing }: Facts, { text, language }: PageTexts): Html {
  const names = new Intl.ListFormat(language, { type: 'disjunction' }).format(boxing)
  const { version, year } = unicode ?? {}
  const needed = version === undefined
    ? text('unicode-unknown')
    : text(year === undefined ? 'unicode-version' : 'unicode-year', { version, year: `${year}` })
  return html`<p>${needed} ${text(`support-${support.letters}`)}</p>${[
    support.accents === 'risky' && html`\n<p>${text('support-accents')}</p>`,
    boxing.length > 0 && html`\n<p>${text('support-added', { names })}</p>`,
  ]}`
}

function listPlainLetters({ plainLetters }: Facts, { text }: PageTexts): string | undefined {
  if (plainLetters === undefined) return undefined
  const { names, isAll } = plainLetters
  if (isAll) return text('plain-all')
  return names.length === 0 ? text('plain-none') : names.join(' ')
}

function describeWayBack({ kind, by }: WayBack, { html: say, language }: PageTexts): Html {
  if (by === undefined) return say(`back-${kind}`)
  const { name, page } = by.entry(language)
  return say(`back-${kind}`, { name, link: html`<a href="${page}">`, link_end: html`</a>` })
}

/** Returns the sentence that says what a style is and what it is good for. */
export function leadOf({ generator }: Facts, site: Site, texts: PageTexts): Html {
  const values = aboutValues(generator, site, texts.language)
  const { letters, sample } = values
  return html`<p class="lead">${texts.html(`about-${generator.data.kind}`, {
    ...values,
    letters: markUnspoken(letters),
    sample: markUnspoken(sample),
  })}</p>
`
}

/** Returns the values of the placeholders in that sentence. */
export function aboutValues(generator: TextGenerator, site: Site, language: Language) {
  const { decodes, data } = generator
  const own = new Intl.DisplayNames(language, { type: 'script', fallback: 'none' })
  const english = new Intl.DisplayNames(defaultLanguage, { type: 'script' })
  return {
    letters: glimpseOf(generator),
    scripts: data.scripts.map((tag) => own.of(tag) ?? english.of(tag)).join(', '),
    code: site.services.catalogue.get(decodes ?? '')?.entry(language).name ?? '',
    sample: data.sample,
    marks: data.kind === 'scattered' ? mostMarksOf(generator) : 0,
  }
}

/** Returns how many marks a letter gets at most; a style that scatters them varies it. */
function mostMarksOf({ transform }: TextGenerator): number {
  const output = transform('The quick brown fox jumps over the lazy dog', 'en').normalize('NFD')
  const counts = Array.from(output.matchAll(/\p{M}+/gu), ([marks]) => countCodePoints(marks))
  return Math.max(0, ...counts)
}

/** Texts that show what is special about a kind. */
const probes: { readonly [Name in Kind]?: string } = {
  numbers: '1 2 3',
  case: 'Abc dEF',
  joined: 'Hello World',
  speech: 'really',
  dropped: 'été amie',
  repeated: 'hello',
  markup: '**abc** *abc* `abc`',
}

/** Returns a short text in a style: its sample where another one would not change. */
function glimpseOf({ transform, data: { kind, sample } }: TextGenerator): string {
  const plain = readsBack(kind) ? sample : (probes[kind] ?? 'abc')
  const styled = transform(plain, 'en')
  const shown = styled === plain ? transform(sample, 'en') : styled
  // Lines of boxes and copies, in a sentence
  return shown.split('\n', 3).join(' ')
}

/** Returns the section with links to the same style in the other languages. */
export function translationsSection(
  generator: TextGenerator,
  site: Site,
  language: Language,
): Html {
  const { text } = site.texts(language)
  const others = languages.filter((other) => other !== language)
  return html`<h2>${text('translations-heading')}</h2>
<ul>
${others.map((other) => {
    const link = linkTo(listPath(language), generatorPath(generator, other))
    const name = `${site.texts(other).text('own-name')}: ${generator.entry(other).name}`
    return html`<li>${linkIn(other, link, name)}</li>\n`
  })}</ul>
`
}
