import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import type { Mapping } from '../../lib/engine/mapping.ts'
import { root } from '../support/folders.ts'
import {
  assertSame,
  catalogue,
  claim,
  compileWithoutWraps,
  hasOnlyEffect,
  isSeeded,
  law,
  ownMappings,
  siblings,
} from '../support/laws.ts'
import { pangrams, show } from '../support/texts.ts'

const traits = new Map([...catalogue].map(([slug, generator]) => [slug, generator.traits()]))
const plainText = catalogue.get('plain-text')
const texts = Object.values(pangrams)

/** First and last code point of a range, and the Unicode version that assigned them, as ordered. */
const ages = readFileSync(join(root, 'test', 'data', 'derived-age.txt'), 'utf8')
  .split('\n')
  .filter((line) => /^[0-9A-F]/.test(line))
  .map((line) => {
    const [first = '', last = '', version = ''] = line.split(' ')
    return { first: parseInt(first, 16), last: parseInt(last, 16), version }
  })

describe('the traits of every generator', () => {
  test('tell the newest Unicode version that its output needs', () => {
    const faults: string[] = []
    for (const [slug, generator] of catalogue) {
      const needed = [...outputOf(generator)].map(ageOf).reduce(newer, '1.1')
      const told = traits.get(slug)?.unicode
      if (told !== needed) faults.push(`${slug}: unicode is ${told}; write "${needed}"`)
    }
    assert.deepEqual(faults, [])
  })

  test('tell the coverage that the published characters have', () => {
    const groups = {
      upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
      lower: 'abcdefghijklmnopqrstuvwxyz',
      digits: '0123456789',
      punctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    }
    for (const [slug, generator] of catalogue) {
      const characters = generator.characters('en')
      for (const [group, members] of Object.entries(groups)) {
        const covered = [...members].map((member) => characters.has(member))
        const share = covered.every(Boolean) ? 'all' : covered.some(Boolean) ? 'some' : 'none'
        const { [group]: told } = Object(traits.get(slug)?.coverage)
        assert.equal(told, share, `${slug} ${group}`)
      }
    }
  })

  test('cover the accents of all languages wherever they cover all letters, but in codes', () => {
    const letters = [...'áéíóúüñàâçèêëîïôùûÿœæğşöı']
    for (const [slug, generator] of catalogue) {
      const { coverage, folds, category } = generator.traits()
      if (coverage.upper !== 'all' || coverage.lower !== 'all' || category === 'coded') continue
      const characters = generator.characters('en')
      const left = letters.filter((letter) => !characters.has(letter)).join('')
      // Where i loses its dot, ı is there already.
      const expected = folds ? /^œæı?$/ : characters.get('i') === 'ı' ? /^ı$/ : /^$/
      assert.match(left, expected, slug)
      assert.equal(coverage.accents, left === '' ? 'all' : 'some', slug)
    }
  })

  test('say reversible only where plain-text gives back whole texts', () => {
    const reversible = [...catalogue.values()].filter(({ slug }) => traits.get(slug)?.reversible)
    assert.ok(reversible.length > 50)
    for (const { slug, transform } of reversible) {
      for (const text of texts) {
        assert.equal(plainText?.transform(transform(text, 'en'), 'en'), text, slug)
      }
    }
  })

  test('say so wherever plain-text gives back each character', () => {
    const takesBack = (key: string, text: string): boolean =>
      plainText?.transform(text, 'en') === key || plainText?.transform(key, 'en') !== key
    for (const generator of catalogue.values()) {
      if (!hasOnlyEffect(generator, 'replaces', 'marks')) continue
      const changes = changesOf(generator)
      const isReversible = changes.length > 0 && changes.every(([key, text]) => takesBack(key, text))
      assert.equal(traits.get(generator.slug)?.reversible, isReversible, generator.slug)
    }
  })

  test('say that it folds wherever NFKC gives back each character', () => {
    for (const generator of catalogue.values()) {
      if (!hasOnlyEffect(generator, 'replaces')) continue
      const folds = changesOf(generator).every(([key, text]) => {
        return text.replaceAll('\ufe0e', '').normalize('NFKC') === key
      })
      assert.equal(traits.get(generator.slug)?.folds, folds, generator.slug)
    }
  })

  test('say that it folds only where NFKC gives back whole texts', () => {
    const folding = [...catalogue.values()].filter(({ slug }) => traits.get(slug)?.folds)
    assert.ok(folding.length > 15)
    for (const { slug, transform } of folding) {
      for (const text of texts) {
        const output = transform(text, 'en')
        assert.notEqual(output, text, slug)
        assert.equal(output.replaceAll('\ufe0e', '').normalize('NFKC'), text.normalize('NFKC'), slug)
      }
    }
  })
})

/** Each character that a generator or one of its tables changes, and what it becomes. */
function changesOf(generator: TextGenerator): Array<readonly [key: string, text: string]> {
  const tables = generator.data.operations.flatMap((operation) => operation.mappings(siblings))
  return [generator.characters('en'), ...tables].flatMap((mapping) => [...mapping])
}

/** Letters for which hardly a style has a form of its own, and those that stand for them. */
const letters = [
  ['ı', 'i'],
  ['œ', 'oe'],
  ['Œ', 'OE'],
  ['æ', 'ae'],
  ['Æ', 'AE'],
  ['ß', 'ss'],
] as const

describe('a style is pure or complete:', () => {
  law(
    'where Unicode defines it, NFKC of its output is that of the input, for ı œ æ ß too',
    (generator) => {
      for (const mapping of mappingsOf(generator)) {
        for (const [key, text] of mapping) assertSame(fold(text), fold(key), 'en', key)
      }
      for (const [letter, others] of letters) {
        const text = `${letter}${others}`.repeat(9)
        assertSame(fold(generator.transform(text, 'en')), fold(text), 'en', text)
      }
    },
    isPure,
  )

  law(
    'every other one has ı œ æ ß wherever it has the letters that stand for them',
    (generator) => {
      for (const textOf of waysOf(generator)) {
        for (const [letter, others] of letters) {
          if ([...others].some((other) => textOf(other) === other)) continue
          // Some write i as a letter that has no dot anyway.
          const isWritten = textOf(letter) !== letter || textOf(others) === letter
          claim(isWritten, () => `${show(others)} is written, and ${show(letter)} is not`)
        }
      }
    },
    (generator) => !isPure(generator) && generator.data.category !== 'coded',
  )
})

function isPure(generator: TextGenerator): boolean {
  return generator.traits().folds
}

function mappingsOf({ data }: TextGenerator): readonly Mapping[] {
  return data.operations.flatMap((operation) => operation.mappings(siblings))
}

/** By every mapping that may have its turn, and by all steps where chance has no part. */
function waysOf(generator: TextGenerator): ReadonlyArray<(text: string) => string> {
  const transform = compileWithoutWraps(generator)
  return [
    ...(isSeeded(generator) ? [] : [(text: string) => transform(text, 'en')]),
    ...mappingsOf(generator).map((mapping) => (text: string) => mapping.replaceIn(text)),
  ]
}

function fold(text: string): string {
  return text.replaceAll('\ufe0e', '').normalize('NFKC')
}

/** What the generator can put out: its characters, and the texts of its other operations. */
function outputOf(generator: TextGenerator): string {
  const borrowed = generator.data.operations
    .flatMap(({ references }) => references)
    .flatMap((slug) => catalogue.get(slug) ?? [])
  return [
    ...[generator, ...borrowed].flatMap(textsOf),
    ...ownMappings(generator).flatMap(({ characters }) => [...characters.values()]),
    // What only certain words and numbers become.
    generator.transform('ES 12', 'en'),
    ...generator.data.operations
      .filter(({ effect }) => effect !== 'replaces')
      .flatMap((operation) => strings(operation.toJSON())),
  ].join('')
}

function textsOf(generator: TextGenerator): string[] {
  return Array.from(generator.characters('en'), ([, text]) => text)
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(strings)
}

function ageOf(point: string): string {
  const number = point.codePointAt(0) ?? 0
  const range = ages.find(({ first, last }) => number >= first && number <= last)
  assert.ok(range !== undefined, `U+${number.toString(16)} is not assigned`)
  return range.version
}

function newer(one: string, other: string): string {
  const [major = 0, minor = 0] = one.split('.').map(Number)
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number)
  return otherMajor > major || (otherMajor === major && otherMinor > minor) ? other : one
}
