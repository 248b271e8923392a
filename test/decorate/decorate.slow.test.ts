import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createAnswers } from '../../lib/api/answers.ts'
import { createChainReader } from '../../lib/api/chain-reader.ts'
import { createSlugFinder } from '../../lib/api/closest-slug.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import { createPackage, rowsOf } from '../../lib/decorate/package.ts'
import { accentChoices } from '../../lib/engine/drawn-apart.ts'
import { layers } from '../../lib/engine/layer.ts'
import { runChain } from '../../lib/engine/run-chain.ts'
import { someOf } from '../support/rounds.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { pangrams } from '../support/texts.ts'

const { catalogue } = loadShipped()
// As the data are on disk.
const { decorate, styles } = createPackage(JSON.parse(JSON.stringify(rowsOf(catalogue))))
const texts = [...Object.values(pangrams), 'Iıİi ñ 😀 1️⃣ 👩‍🚀\n\tàe\u0301 42', '', '⠓⠑⠇⠇⠕ %41']

describe('decorate', () => {
  test('returns what `generate` does, for every style, language and choice about accents', () => {
    for (const [index, { slug, transform }] of [...catalogue.values()].entries()) {
      for (const lang of languages) {
        for (const accents of accentChoices) {
          for (const text of someOf(texts, 2, index)) {
            assert.equal(decorate(text, slug, { lang, accents }), transform(text, lang, accents), slug)
          }
        }
      }
      assert.equal(decorate('Hello', slug), transform('Hello', 'en'), slug)
      assert.equal(decorate('Hello', slug, { lang: 'TR' }), transform('Hello', 'en'), slug)
    }
  })

  test('applies every style that can follow others, as `generate` does', () => {
    const readChain = createChainReader(catalogue, createSlugFinder(catalogue).findSlug)
    let chains = 0
    for (const [index, { slug, data }] of [...catalogue.values()].entries()) {
      const first = layers.indexOf(data.layer) > 0 ? ['lowercase'] : []
      const slugs = [...first, slug, 'underline', 'wrap-wings'].filter((one, at, all) => all.indexOf(one) === at)
      const [start = '', ...then] = slugs
      const lang = languages[index % languages.length] ?? 'en'
      const expected = attempt(() => {
        const text = 'Hello İ 42'
        const result = runChain(readChain(slugs, lang), text, [], lang, 'plain' as const, '')
        return 'output' in result ? result.output : undefined
      })
      const own = attempt(() => decorate('Hello İ 42', start, { lang, accents: 'plain', then }))
      if (expected !== undefined) chains++
      if (expected !== undefined) assert.equal(own, expected, slugs.join())
    }
    assert.ok(chains > 150, String(chains))
  })

  test('throws a RangeError that names the closest style, or says why a chain does not work', () => {
    const rows: Array<[message: RegExp, ...call: Parameters<typeof decorate>]> = [
      [/^No style is called "bold"; the closest is "bold-serif"\.$/, 'a', 'bold'],
      [/^No style is called "__proto__"\.$/, 'a', '__proto__'],
      [/both replace letters; "bold-italic-sans" is both\. This works: decorate\(text, 'bold-sans', \{ then: \['underline', 'wrap-wings'\] \}\)\.$/,
        'a', 'bold-sans', { then: ['italic-sans'] }],
      [/no generator is called "undrline"; the closest is "underline"/, 'a', 'bold-sans', { then: ['undrline'] }],
      [/^accents must be styled or plain\.$/, 'a', 'bold-sans', { accents: 'x' as 'plain' }],
    ]
    for (const [message, ...call] of rows) {
      assert.throws(() => decorate(...call), (error) => error instanceof RangeError && message.test(error.message))
    }
  })

  test('throws a TypeError that names the argument of a wrong type', () => {
    const rows: Array<[name: string, ...call: unknown[]]> = [
      ['text'],
      ...[undefined, null, 1, ['a']].map((text): (typeof rows)[number] => ['text', text, 'bold-serif']),
      ...[undefined, null, 1, {}].map((slug): (typeof rows)[number] => ['slug', 'a', slug]),
      ...[null, 'tr', 1].map((options): (typeof rows)[number] => ['options', 'a', 'zalgo', options]),
      ...[null, 1, {}, [1], [undefined], [['underline']]].map((then): (typeof rows)[number] => {
        return ['then', 'a', 'bold-serif', { then }]
      }),
    ]
    // As from a program without types.
    const call: (...given: readonly unknown[]) => string = Function.prototype.call.bind(decorate, undefined)
    for (const [name, ...given] of rows) {
      assert.throws(() => call(...given), (error) => {
        return error instanceof TypeError && error.message.startsWith(`decorate: ${name} must be a`)
      }, JSON.stringify([name, ...given]))
    }
  })

  test('reads one slug of `then` as a list, and any other language as English', () => {
    const chain = decorate('Hi', 'bold-serif', { then: ['underline'] })
    assert.equal(decorate('Hi', 'bold-serif', { then: 'underline' }), chain)
    assert.equal(decorate('Hi', 'bold-serif', { then: [], lang: undefined, accents: undefined }), decorate('Hi', 'bold-serif'))
    for (const lang of ['de', 'TR', '', '__proto__']) {
      assert.equal(decorate('ıI', 'uppercase', { lang }), decorate('ıI', 'uppercase', { lang: 'en' }))
    }
  })

  test('does not limit the length of a text', () => {
    assert.equal(decorate('a'.repeat(30_000), 'bold-serif', { then: ['underline'] }).length, 90_000)
  })
})

test('`styles` has what the list of the service has', () => {
  for (const language of languages) {
    const { generators } = createAnswers(catalogue, 'x', undefined as never).some(undefined, language) as {
      generators: ReadonlyArray<Record<string, string>>
    }
    const rows = styles.map(({ names, name: _, ...style }) => ({ name: names[language], ...style }))
    assert.deepEqual(rows, generators.map(({ url, ...rest }) => rest))
  }
  for (const { name, names } of styles) assert.equal(name, names['en'])
})

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
