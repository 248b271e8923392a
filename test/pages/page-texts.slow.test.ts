import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { languages, placeholdersOf, readLocale } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { createTexts } from '../../lib/pages/page-texts.ts'
import { root } from '../support/folders.ts'

const texts = new Map(
  languages.map((language) => {
    const file = readFileSync(join(root, 'locales', `${language}.json`), 'utf8')
    return [language, readLocale(JSON.parse(file), []).pages] as const
  }),
)

/** Checks that no text of a language that visitors read matches a pattern. */
function assertNone(language: Language, pattern: RegExp): void {
  const found = [...(texts.get(language) ?? [])]
    .filter(([key, text]) => !searchWords.test(key) && pattern.test(text))
  assert.deepEqual(found, [])
}

/** The keys of what visitors type, with the words that the search ignores. */
const searchWords = /^search-(?:skipped|faint|endings)$/

const english = texts.get('en') ?? assert.fail()

const sources = ['catalogue', 'pages']
  .map((module) => join(root, 'lib', module))
  .flatMap((module) => {
    const files = readdirSync(module, { recursive: true, encoding: 'utf8' })
    return files.filter((file) => file.endsWith('.ts')).map((file) => join(module, file))
  })
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

describe('the texts of the pages', () => {
  test('name a time in whole units that are not too short: seconds, minutes, hours', () => {
    const { duration } = createTexts('en', english)
    const lengths: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 }
    for (let seconds = 1; seconds < 20_000; seconds++) {
      const named = duration(seconds)
      const [, count, unit = ''] = /^(\d+) (\w+?)s?$/.exec(named) ?? []
      const length = lengths[unit] ?? assert.fail(named)
      const surplus = Number(count) * length - seconds
      assert.ok(surplus >= 0 && surplus < length, `${seconds}: ${named}`)
      assert.ok(length === 1 || (seconds >= 2 * length && Number(count) <= 120), named)
    }
  })

  test('are all used', () => {
    const families = Array.from(sources.matchAll(/`([a-z]+-[a-z-]*)\$\{/g), ([, start = '']) => start)
    for (const key of english.keys()) {
      const isUsed = sources.includes(`'${key}'`) || families.some((start) => key.startsWith(start))
      assert.ok(isUsed, key)
    }
  })

  test('get a value for each placeholder', () => {
    // A call whose values have a name is left out.
    const calls = /\b(?:text|html|words)\('([\w-]+)'(?:, \{([^}]*(?:\{[^}]*\}[^}]*)*)\})?\)/g
    const found = [...sources.matchAll(calls)]
    for (const [call, key = '', values = ''] of found) {
      const names = Array.from(values.matchAll(/(\w+)(?:: [^,]+)?(?:,|\s*$)/g), ([, name]) => name)
      assert.deepEqual(names.toSorted(), placeholdersOf(english.get(key) ?? ''), call)
    }
    assert.ok(found.filter(([, , values]) => values !== undefined).length > 8)
  })

  test('have typographic signs, and one blank at a time', () => {
    for (const language of languages) assertNone(language, /['"]|\.\.\.| {2}|^\s|\s$/)
  })

  test('have in French a narrow blank before high signs and within quotation marks', () => {
    assertNone('fr', /[^\u202f][;:!?»]/)
    assertNone('fr', /«[^\u202f]/)
    assertNone('fr', /\u202f[^;:!?»{\p{L}\d]/u)
  })

  test('open questions and exclamations in Spanish', () => {
    for (const [key, text] of texts.get('es') ?? []) {
      for (const [open, close] of ['¿?', '¡!']) {
        assert.equal(text.split(open ?? '').length, text.split(close ?? '').length, key)
      }
    }
  })

  test('hang no Turkish suffix on a place', () => {
    assertNone('tr', /\{(?!link\})[a-z_]+\}['’]?\p{L}/u)
  })

  test('address the reader in one way', () => {
    assertNone('es', /(?<!\p{L})(?:ustedes|usted|vosotros|vuestr[oa]s?|su texto)(?!\p{L})/iu)
    assertNone('fr', /(?<!\p{L})(?:tu|toi|ton|ta|tes)(?!\p{L})/iu)
    assertNone('tr', /(?<!\p{L})(?:sen|sana|seni|senin|metnin|yaz)(?!\p{L})/iu)
  })
})
