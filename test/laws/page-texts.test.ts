import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { atOnce } from '../../lib/http/turn.ts'
import { unfilled } from '../../lib/pages/text-form.ts'
import { generatorPage } from '../../lib/pages/generator-page.ts'
import { render } from '../../lib/pages/html.ts'
import { listPage } from '../../lib/pages/list-page.ts'
import { unescapeHtml } from '../support/html-text.ts'
import { isLookedAt } from '../support/shared-catalogue.ts'
import { makeSite } from '../support/site.ts'

const site = makeSite()
const { catalogue, words } = site.services
// A page of another category has another title and other sentences, so the laws of one style leave it out.
const categories = new Set([...catalogue.values()].filter(isLookedAt).map(({ data }) => data.category))
const generators = [...catalogue.values()].filter(({ data }) => categories.has(data.category))

/** Styles whose tables or examples are nearly the same; they share up to three quarters. */
const twins = new Set([
  ...['braille braille-spanish', 'braille braille-french', 'braille-spanish braille-french'],
  ...['braille-spanish-decoder braille-french-decoder', 'lowercase random-case'],
  ...['syllabics syllabics-title', 'coptic coptic-script'],
])

/** The visible text of a page in lines: headings, sentences, and rows of tables and lists. */
function linesOf(main: string): readonly string[] {
  const visible = main.replace(/<template[^]*?<\/template>/g, '')
  const blocks = visible.split(/<\/?(?:h\d|p|li|d[tdl]|tr|ul|caption|summary|label|pre|textarea)\b/)
  const texts = blocks.map((block) => unescapeHtml(`<${block}`.replace(/<[^>]*>?/g, '')).trim())
  return texts.filter((text) => text !== '')
}

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((size, line) => size + line.length, 0)
}

for (const language of languages) {
  const pages = await Promise.all(generators.map(async (generator) => {
    const page = await generatorPage(generator, language, unfilled, site, atOnce)
    return { generator, ...page, lines: linesOf(render(page.main)) }
  }))

  describe(`the pages of all styles: ${language}`, () => {

    const own = pages.filter(({ generator }) => isLookedAt(generator))

    test('have descriptions of at most 155 characters, and titles that differ', async () => {
      const list = await listPage(language, unfilled, site, atOnce)
      for (const { title, description } of [list, ...own]) {
        assert.ok([...description].length <= 155, description)
        assert.ok([...title].length <= 100, title)
      }
      for (const field of ['title', 'description'] as const) {
        const others = pages.map((page) => page[field])
        for (const page of own) {
          const same = others.filter((one) => one === page[field])
          assert.equal(same.length, 1, `${page.generator.slug}: ${page[field]}`)
        }
      }
    })

    test('show their output or the category in the title, unless they change no looks', () => {
      for (const { generator: { data, entry, transform }, title } of own) {
        const { name } = entry(language)
        assert.ok(title.startsWith(name), title)
        const plain = [name, name.split(' ')[0] ?? name, data.sample, name.slice(0, 3)]
        const isShown = plain.some((one) => title.includes(transform(one, language), name.length))
        const isNamed = title.includes(words.categoryName(data.category, language))
        const isOther = /^(?:decoded|coded)$/.test(data.category) || data.kind === 'case'
        // Search results show 62 characters.
        const fits = plain.some((one) => {
          const example = transform(one, language)
          const whole = site.texts(language).text('title-shown', { names: name, example })
          return example !== one && !example.includes('\n') && [...whole].length <= 62
        })
        assert.ok(isShown || isNamed || isOther || !fits, title)
        assert.ok([...title].length <= 62, title)
      }
    })

    test('say in most descriptions what becomes of accented letters', () => {
      const letter = new Map<Language, string>([['es', 'ñ'], ['tr', 'ş']]).get(language) ?? 'é'
      const all = pages.filter(({ generator: { data } }) => data.category !== 'decoded')
      const told = all.filter(({ description }) => description.includes(letter))
      assert.ok(told.length >= all.length / 3, `${told.length} of ${all.length}`)
    })

    test('begin with a sentence for their kind', () => {
      const leadOf = ({ main }: (typeof pages)[number]): string =>
        unescapeHtml(/<p class="lead">(.*)<\/p>/.exec(render(main))?.[1] ?? '')
      const leads = pages.map(leadOf)
      for (const lead of own.map(leadOf)) {
        assert.ok(lead.length > 40, lead)
        // Only styles that do nearly the same, such as kinds of braille, share this sentence.
        assert.ok(leads.filter((other) => other === lead).length <= 4, lead)
      }
    })

    test('share at most two thirds of their text with any other', (t) => {
      let most = { part: 0, names: '' }
      // Lines are compared as numbers, because there are 20 million pairs of them.
      const numbers = new Map<string, number>()
      const numberOf = (line: string): number => {
        return numbers.get(line) ?? (numbers.set(line, numbers.size), numbers.size - 1)
      }
      // Search engines read no page of a retired style.
      const listed = pages.filter(({ generator: { file } }) => !file.retired)
      const texts = listed.map(({ generator: { slug }, lines }) => {
        return { slug, lines: [...new Set(lines)].map(numberOf), size: sizeOf(lines) }
      })
      const sizes = Array.from(numbers.keys(), (line) => line.length)
      for (const [index, one] of texts.entries()) {
        const shares = new Int32Array(sizes.length)
        for (const line of one.lines) shares[line] = sizes[line] ?? 0
        for (const other of texts.slice(index + 1)) {
          if (!isLookedAt(one) && !isLookedAt(other)) continue
          let shared = 0
          for (const line of other.lines) shared += shares[line] ?? 0
          const part = shared / Math.max(one.size, other.size)
          if (twins.has(`${one.slug} ${other.slug}`)) {
            assert.ok(part <= 3 / 4, one.slug)
            continue
          }
          if (part > most.part) most = { part, names: `${one.slug} and ${other.slug}` }
        }
      }
      t.diagnostic(`${most.names}: ${most.part.toFixed(2)}`)
      assert.ok(most.part <= 2 / 3, most.names)
    })
  })
}
