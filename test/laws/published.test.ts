import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { toLink } from '../../lib/api/chain-reader.ts'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { findChainFault } from '../../lib/engine/chain.ts'
import { accentChoices } from '../../lib/engine/drawn-apart.ts'
import type { Accents } from '../../lib/engine/drawn-apart.ts'
import { layers } from '../../lib/engine/layer.ts'
import { Mapping } from '../../lib/engine/mapping.ts'
import type { Operation } from '../../lib/engine/operation.ts'
import { readOperation } from '../../lib/engine/operations.ts'
import { runChain } from '../../lib/engine/run-chain.ts'
import { compileTransform } from '../../lib/engine/style.ts'
import type { Transform } from '../../lib/engine/style.ts'
import { root } from '../support/folders.ts'
import {
  assertSame,
  catalogue,
  claim,
  compileWithoutWraps,
  dependsOnLanguage,
  emojiTexts,
  generators,
  hasEffect,
  isAlone,
  isMapOnly,
  languagesOf,
  law,
  longText,
  lookedAt,
  ordinaryTexts,
  siblings,
  texts,
} from '../support/laws.ts'
import { detailBody, listIn, publishedOf } from '../support/published.ts'
import { rounds } from '../support/rounds.ts'
import { assignedBmp, createRandom, pangrams, show } from '../support/texts.ts'

describe('the detail answer', () => {
  const { properties } = JSON.parse(readFileSync(join(root, 'lib/api/openapi.json'), 'utf8'))
    .components.schemas.Generator
  const fields = Object.keys(properties).filter((name) => name !== 'note' && name !== 'retired')

  law('repeats the entry of the list, and adds fields in their order', (generator) => {
    for (const language of languages) {
      const detail = new Map(Object.entries(publishedOf(generator, language)))
      const { note } = generator.entry(language)
      const last = [...(note === '' ? [] : ['note']), ...(generator.file.retired ? ['retired'] : [])]
      assert.deepEqual([...detail.keys()], [...fields, ...last])
      const entry = listIn(language)[generators.indexOf(generator)] ?? assert.fail()
      for (const [name, value] of Object.entries(entry)) {
        assert.deepEqual(detail.get(name), value, name)
      }
      assert.equal(detail.get('example'), publishedOf(generator, 'en').example)
      assert.ok(publishedOf(generator, language).operations.length > 0)
    }
  })
})

describe('published characters', () => {
  law('are single, well-formed code points, and each changes', (generator) => {
    for (const language of languagesOf(generator)) {
      for (const [key, text] of Object.entries(publishedOf(generator, language).characters)) {
        claim(key.length <= 2 && [...key].length === 1, () => `${language}: the key ${show(key)}`)
        claim(key.isWellFormed(), () => `${language}: the key ${show(key)}`)
        claim(text !== key && text.isWellFormed(), () => `${language}: the text of ${show(key)}`)
      }
    }
  })

  law('are the output for each character alone, without wraps', (generator) => {
    const transform = compileWithoutWraps(generator)
    const [before, after] = wrapOf(generator)
    for (const language of languagesOf(generator)) {
      for (const [key, text] of Object.entries(publishedOf(generator, language).characters)) {
        assertSame(transform(key, language), text, language, key)
        if (before === undefined || after === undefined) continue
        assertSame(generator.transform(key, language), before + text + after, language, key)
      }
    }
  })

  law('include every character up to U+017F that changes', (generator) => {
    const transform = compileWithoutWraps(generator)
    for (const language of languagesOf(generator)) {
      const { characters } = publishedOf(generator, language)
      for (const key of assignedBmp.slice(0, 0x180)) {
        if (/\p{Cc}/u.test(key)) continue
        assertSame(transform(key, language), characters[key] ?? key, language, key)
      }
    }
  })

  law(
    'are the same in each locale',
    ({ slug }) => {
      const end = (language: Language): string =>
        detailBody(slug, language).split('"example":')[1]?.split(',"note":')[0] ?? ''
      const english = end('en')
      for (const language of languages) assertSame(end(language), english, language, slug)
    },
    (generator) => !dependsOnLanguage(generator),
  )

  const strays = 'a\ud83d\ude00\ude00b\ud800'
  // Ideographs and syllables have no entries, so every twentieth is enough.
  const bmp = assignedBmp.filter((point, index) => point < '\u3400' || index % 20 === 0).join('')
  const everything = [...texts, longText, strays, bmp]
    .join('\n')
    .normalize('NFC')
    // Keycaps stay as they are.
    .replaceAll('\u20e3', '')
  const whole = createReplacer(everything)
  // Other locales only differ in letters.
  const letters = createReplacer(ordinaryTexts.join('\n').normalize('NFC'))

  law(
    'replace NFC text code point by code point, for a generator that only maps',
    (generator) => {
      for (const language of languagesOf(generator)) {
        const characters = new Map(Object.entries(publishedOf(generator, language).characters))
        const { text, replace } = language === 'en' ? whole : letters
        assertSame(generator.transform(text, language), replace(characters), language, text)
      }
    },
    isMapOnly,
  )

  law('and operations are enough for a client to do the same', (generator) => {
    const isRisky = generator.traits().support.accents === 'risky'
    for (const accents of isRisky ? accentChoices : (['styled'] as const)) {
      for (const language of languagesOf(generator)) {
        if (isMapOnly(generator) && accents === 'styled') continue
        const client = compileClient(generator, language, accents)
        const isWhole = language === 'en' && accents === 'styled'
        for (const text of isWhole ? [...ordinaryTexts, ...emojiTexts] : Object.values(pangrams)) {
          const expected = generator.transform(text, language, accents)
          assertSame(client(text, language, accents), expected, language, text)
        }
      }
    }
  })

  test('and operations of each style are enough for a client to do the same as `then`', () => {
    const tried = [...Object.values(pangrams), emojiTexts.slice(0, 40).join(' ')]
    const failures: string[] = []
    let [compared, mapped] = [0, 0]
    for (const chain of drawChains(rounds(60))) {
      const isRisky = chain.some(({ traits }) => traits().support.accents === 'risky')
      for (const accents of isRisky ? accentChoices : (['styled'] as const)) {
        for (const language of ['en', 'tr'] as const) {
          const clients = chain.map((generator) => compileClient(generator, language, accents))
          for (const text of tried) {
            const result = runChain(chain.map(toLink), text, [], language, accents, '')
            // A refusal has no output.
            if (!('output' in result)) continue
            const output = clients.reduce((before, client, at) => {
              const generator = chain[at]
              const isPlain = before === before.normalize('NFC') && !before.includes('\u20e3')
              if (generator === undefined || !isPlain || !isMapOnly(generator)) {
                return client(before, language, accents, '', text)
              }
              mapped++
              const { characters } = publishedOf(generator, language, accents)
              return [...before].map((point) => characters[point] ?? point).join('')
            }, text)
            compared++
            if (output === result.output) continue
            const name = chain.map(({ slug }) => slug).join(' + ')
            failures.push(`${name}, ${accents}, ${language}: ${show(output)}`)
          }
        }
      }
    }
    assert.deepEqual(failures, [])
    assert.ok(isAlone || (mapped > 0 && compared > mapped), `${mapped}, ${compared}`)
  })

  law('come with an example that differs from the sample', (generator) => {
    const { sample } = generator.data
    const { example } = publishedOf(generator, 'en')
    assertSame(example, generator.transform(sample, 'en'), 'en', sample)
    assert.notEqual(example, sample)
  })
})

/** Returns a text, and what replaces its code points: each is looked up once, however often it occurs. */
function createReplacer(text: string) {
  const points = [...text]
  const distinct = [...new Set(points)]
  const places = new Map(distinct.map((point, place) => [point, place]))
  const order = points.map((point) => places.get(point) ?? 0)
  return {
    text,
    replace(characters: ReadonlyMap<string, string>): string {
      const replaced = distinct.map((point) => characters.get(point) ?? point)
      return order.map((place) => replaced[place]).join('')
    },
  }
}

/** Returns the texts around the whole output; none if a later operation may change them. */
function wrapOf(generator: TextGenerator): readonly (string | undefined)[] {
  if (!hasEffect(generator, 'wraps')) return ['', '']
  const isLast = generator.data.operations.at(-1)?.effect === 'wraps'
  const [whole = '', core = ''] = [generator.transform, compileWithoutWraps(generator)].map(
    (transform) => transform('\0', 'en'),
  )
  return isLast ? whole.split(core) : []
}

/** Draws chains of two and three styles; the first style is of each layer in turn. */
function drawChains(count: number): ReadonlyArray<readonly TextGenerator[]> {
  const random = createRandom(0xc4a1)
  const combined = layers.filter((layer) => layer !== 'code')
  const order = ({ data }: TextGenerator): number => layers.indexOf(data.layer)
  const chains: TextGenerator[][] = []
  for (let turn = 0; chains.length < count && turn < 20 * count; turn++) {
    const length = 2 + (Math.floor(turn / combined.length) % 2)
    const chain = Array.from({ length }, (_, at) => {
      const layer = combined[at === 0 ? turn % combined.length : random(combined.length)]
      const own = (at === 0 ? lookedAt : generators).filter(({ data }) => data.layer === layer)
      return own[random(own.length)] ?? []
    }).flat().sort((one, other) => order(one) - order(other))
    const isChain = chain.length === length && findChainFault(chain.map(toLink)) === undefined
    if (isChain) chains.push(chain)
  }
  return chains
}

/** Compiles a style as a client can, from the detail answers alone. */
function compileClient(generator: TextGenerator, language: Language, accents: Accents): Transform {
  const operationsOf = (slug: string): readonly Operation[] =>
    readPublished(slug, language, accents)
  return compileTransform(generator.slug, operationsOf(generator.slug), {
    ...siblings,
    mappingOf: (slug) => readPublishedMapping(slug, language, accents),
    operationsOf,
  })
}

/** Reads the operations in the detail answer of a style. */
function readPublished(
  slug: string,
  language: Language,
  accents: Accents,
): readonly Operation[] {
  const generator = catalogue.get(slug)
  assert.ok(generator)
  const { characters, operations } = publishedOf(generator, language, accents)
  if (isMapOnly(generator)) {
    return [readOperation({ type: 'map', characters, accents: 'none' }, slug)]
  }
  return operations.map((operation) =>
    readOperation(
      {
        ...operation,
        ...(operation.characters && { accents: 'none' }),
        ...(operation.mappings && {
          mappings: operation.mappings.map((choice) =>
            typeof choice === 'string' ? choice : { characters: choice, accents: 'none' },
          ),
        }),
        ...(operation.joiners === '' && { joiners: undefined }),
        ...(operation.pools && {
          pools: operation.pools.map((pool) => ({ ...pool, marks: pool.marks.join('') })),
        }),
      },
      slug,
    ),
  )
}

/** Reads the mapping of the first operation in that answer. */
function readPublishedMapping(slug: string, language: Language, accents: Accents): Mapping {
  const generator = catalogue.get(slug)
  assert.ok(generator)
  const { characters, operations } = publishedOf(generator, language, accents)
  const [first] = operations
  return new Mapping({ characters: new Map(Object.entries(first?.characters ?? characters)) })
}
