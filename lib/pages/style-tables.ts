import type { TextGenerator } from '../catalogue/catalogue.ts'
import { readsBack } from '../engine/kind.ts'
import { shiftOf } from './browser/measures.ts'
import { dependsOnText } from './facts/facts.ts'
import type { Facts } from './facts/facts.ts'
import { dataTable, folded, html } from './html.ts'
import type { Html } from './html.ts'
import { markUnspoken, showSample } from './samples.ts'
import type { Sample } from './samples.ts'
import type { PageTexts } from './page-texts.ts'
import type { Site } from './site.ts'

/** A longer table is folded. */
const mostUnfolded = 12

/** Returns the section with the notations that a decoder reads; `undefined` for other styles. */
export function notationSection(
  { file, transform, entry, data }: TextGenerator,
  { plain, styled }: Sample,
  { text, language }: PageTexts,
): Html | undefined {
  if (file.notations.length === 0) return undefined
  const heading = text('notations-heading')
  const columns = [text('characters-input'), text('characters-output')]
  const rows = file.notations.map((written) => {
    const read = transform(written, language)
    return [markUnspoken(written), readsBack(data.kind) ? read : markUnspoken(read)] as const
  })
  const { shift, note } = entry(language)
  const [lead, rest] = shift.split('{shift}')
  const sentence =
    shift !== '' && html`${lead}<b class="shift">${shiftOf(plain, styled)}</b>${rest} `
  return html`<h2>${heading}</h2>
${dataTable(heading, columns, rows)}${note !== '' && html`<p>${sentence}${note}</p>\n`}`
}

/** Whether a table of single characters says what a style does to a text. */
function isTable({ generator }: Facts, { language }: PageTexts): boolean {
  const { transform, characters, data: { kind } } = generator
  if (['code', 'spelled', 'escaped', 'figures'].includes(kind)) return !dependsOnText(generator)
  if (['case', 'small'].includes(kind)) return false
  const table = characters(language)
  const probe = 'aBc 12'
  const alone = Array.from(probe, (sign) => table.get(sign) ?? sign)
  return transform(probe, language) === alone.join('')
}

/** Returns the section with a table of what a style changes or reads, or else with examples. */
export function characterSection(facts: Facts, site: Site, texts: PageTexts): Html {
  const { text, html: say, language } = texts
  const { characters, codes, generator } = facts
  if (codes.length > 0) {
    const columns = [text('codes-code'), text('characters-input')]
    const rows = codes.map(([code, input]) => [markUnspoken(code), input] as const)
    const table = dataTable(text('codes-caption'), columns, rows)
    return tableSection(text('codes-heading'), table, texts)
  }
  const { rows, areAll } = characters
  if (rows.length === 0 || !isTable(facts, texts)) return exampleSection(facts, site, texts)
  const table = dataTable(
    text('characters-caption'),
    [text('characters-input'), text('characters-output'), text('characters-points')],
    rows.map(([input, output]) => {
      // A space or a lone combining mark cannot be seen as the name of a row.
      const name = unseen.test(input) ? pointsOf(input) : input
      return [name, markUnspoken(output), pointsOf(output)]
    }),
  )
  const query = { action: 'get_generator', slug: generator.slug, lang: language }
  const apiLink = `${new URL(site.baseUrl).pathname}?${new URLSearchParams(query)}`
  const link = { link: html`<a href="${apiLink}">`, link_end: html`</a>` }
  const rest = !areAll && html`<p class="quiet">${say('characters-rest', link)}</p>\n`
  return html`${tableSection(text('characters-heading'), table, texts, rows.length)}${rest}`
}

/** Returns a table under a heading, folded if it has many rows. */
function tableSection(heading: string, table: Html, { text }: PageTexts, rows = Infinity): Html {
  return html`<h2>${heading}</h2>
${rows <= mostUnfolded ? table : folded(text('characters-summary'), table)}`
}

/** Returns some phrases in the style, or for a decoder in its code: others on each page. */
function exampleSection({ generator }: Facts, site: Site, texts: PageTexts): Html {
  const { language, text } = texts
  const { catalogue } = site.services
  const phrases = text('example-phrases').split('|')
  const first = [...catalogue.keys()].indexOf(generator.slug) * mostExamples
  const { transform, fault } = catalogue.get(generator.decodes ?? '') ?? generator
  const samples = Array.from({ length: mostExamples }, (_, index) => {
    const phrase = phrases[(first + index) % phrases.length] ?? ''
    const plain = ['numbers'].includes(generator.data.kind) ? `${index + 1} ${phrase}` : phrase
    return { plain, styled: fault() === undefined ? transform(plain, language) : plain }
  })
  return html`<h2>${text('examples-heading')}</h2>
<ul class="rows examples">
${samples.map((sample) => {
    return html`<li><span class="name">${sample.plain}</span> ${
      showSample(sample, language, 'sample')
    }</li>\n`
  })}</ul>
`
}

const mostExamples = 12

/** Returns the code points of a text, such as `U+0061 U+0301`. */
function pointsOf(text: string): string {
  const numbers = Array.from(text, (point) => (point.codePointAt(0) ?? 0).toString(16))
  return numbers.map((number) => `U+${number.toUpperCase().padStart(4, '0')}`).join(' ')
}

const unseen = /^[\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\s]*$/u
