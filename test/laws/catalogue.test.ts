import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createAnswers } from '../../lib/api/answers.ts'
import { loadCatalogue } from '../../lib/catalogue/catalogue.ts'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { listDataFiles } from '../../lib/catalogue/data-folder.ts'
import { checkGenerator } from '../../lib/engine/generator.ts'
import type { Operation } from '../../lib/engine/generator.ts'
import { checkLocale, defaultLanguage, languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { compileMapping, precomposedLetters } from '../../lib/engine/mapping.ts'
import type { Mapping, MappingData } from '../../lib/engine/mapping.ts'
import { collectRestoration } from '../../lib/engine/restoration.ts'
import { countCodePoints, graphemeClusters } from '../../lib/engine/text.ts'
import { compileChoice, compileTransform } from '../../lib/engine/transform.ts'
import type { Surroundings, Transform } from '../../lib/engine/transform.ts'
import { canonical } from '../support/canonical.ts'
import { root, temporaryFolder } from '../support/service.ts'
import {
  assignedBmp,
  createRandom,
  emoji,
  naughtyStrings,
  pangrams,
  randomText,
  readTestLines,
  sentences,
  show,
} from '../support/texts.ts'

const folders = { generators: join(root, 'generators'), locales: join(root, 'locales') }
const catalogue = loadCatalogue(folders.generators, folders.locales)
const generators = [...catalogue.values()]
const answers = createAnswers(catalogue, 'https://example.org')

// The texts that the generators are tried on.

const ordinaryTexts = [...Object.values(pangrams), ...Object.values(sentences)]
const accentedTexts = [...ordinaryTexts, ...ordinaryTexts.map((text) => text.normalize('NFD'))]
const decomposedText = Object.values(sentences).join('\n').normalize('NFD')
const emojiTexts = emoji.flatMap((cluster) => [cluster, `a${cluster}b ${cluster}M${cluster} É`])
const random = createRandom(0xca7a)
const randomItems = [...assignedBmp, ...repeat([...emoji, ...'aeiou AEIOU09\u0301'], 99)]
const randomTexts = Array.from({ length: 6 }, () => randomText(random, 250, randomItems))
const longText = [...Object.values(pangrams).join('\n').repeat(20)].slice(0, 10_000).join('')

/** All of them are well-formed. */
const texts = [
  ...['', ' ', '\n', 'a', 'A1', `${'\n'.repeat(300)}${'a'.repeat(300)}`, 'a '.repeat(300)],
  ...[...accentedTexts, ...emojiTexts, ...naughtyStrings, ...randomTexts],
]

// What can be told from the operations of a generator, so that no law names one.

type Type = Operation['type']

function has({ data }: Pick<TextGenerator, 'data'>, ...types: readonly Type[]): boolean {
  return data.operations.some(({ type }) => types.includes(type))
}

function hasOnly({ data }: TextGenerator, ...types: readonly Type[]): boolean {
  return data.operations.every(({ type }) => types.includes(type))
}

/** It replaces code point by code point, as the published characters say. */
function isMapOnly({ data: { operations } }: TextGenerator): boolean {
  return operations.length === 1 && operations[0]?.type === 'map'
}

/** What it does to a part of a text depends on the rest of the text. */
function isSeeded({ data }: TextGenerator): boolean {
  return data.operations.some(
    (operation) =>
      operation.type === 'choose' ||
      operation.type === 'scatter' ||
      (operation.type === 'case' && operation.to === 'random'),
  )
}

/** The locales in which its output may differ; a law of its own makes sure of it. */
function languagesOf(generator: TextGenerator): readonly Language[] {
  return has(generator, 'case') ? languages : [defaultLanguage]
}

const restoration = collectRestoration(generators.map(({ data }) => data))
const surroundings: Surroundings = {
  mappingOf(slug) {
    const first = catalogue.get(slug)?.data.operations[0]
    assert.ok(first?.type === 'map', slug)
    return compileMapping(first)
  },
  restoration: () => restoration,
}

/** What is left of a generator without some of its operations. */
function compileWithout({ slug, data }: TextGenerator, ...types: readonly Type[]): Transform {
  const operations = data.operations.filter(({ type }) => !types.includes(type))
  return compileTransform(slug, operations, surroundings)
}

/** The mappings that a generator's file holds. */
function ownMappings({ data }: TextGenerator): MappingData[] {
  return data.operations.flatMap((operation) => {
    if (operation.type === 'map') return [operation]
    if (operation.type !== 'cycle' && operation.type !== 'choose') return []
    return operation.mappings.filter((choice) => typeof choice !== 'string')
  })
}

/** The mappings that an operation uses, its own or another generator's. */
function mappingsOf(operation: Operation): Mapping[] {
  if (operation.type === 'map') return [compileMapping(operation)]
  if (operation.type === 'map-like') return [surroundings.mappingOf(operation.generator)]
  if (operation.type !== 'cycle' && operation.type !== 'choose') return []
  return operation.mappings.map((choice) => compileChoice(choice, surroundings.mappingOf))
}

/** How many code points a generator makes of one at most, and how many it adds to any text. */
function boundOf({ data }: TextGenerator): { factor: number; added: number } {
  const composes =
    data.operations.length > 1 || has({ data }, 'marks', 'scatter', 'case', 'restore')
  // Composition makes three code points of one at most (U+FB2C).
  let factor = composes ? 3 : 1
  let added = 0
  let clusters = 1
  for (const operation of data.operations) {
    switch (operation.type) {
      case 'map':
      case 'map-like':
      case 'cycle':
      case 'choose':
        factor *= longest(mappingsOf(operation).flatMap((mapping) => [...mapping.values()]))
        break
      case 'marks':
        factor *= 1 + countCodePoints(operation.marks)
        break
      case 'scatter':
        factor *= operation.pools.reduce((sum, { most }) => sum + most, 1)
        break
      case 'around':
        factor += clusters * countCodePoints(operation.before + operation.after)
        break
      case 'between':
        if (operation.units === 'clusters') factor += clusters * longest(operation.texts)
        else factor *= longest(operation.texts)
        break
      case 'run':
        factor += clusters * longest([operation.before, operation.many])
        factor += clusters * longest([operation.stop.text])
        break
      case 'fill':
        factor = clusters * longest([operation.text])
        break
      case 'reverse':
        break
      case 'box':
        // A line of one is as wide as the widest, which is 40 columns, and there are two edges.
        factor += 1 + 40 * longest([' ']) + 4 * longest([operation.vertical])
        added += 2 * (42 * longest([operation.horizontal]) + 3) + 45
        break
      case 'stack':
      case 'flags':
        factor *= 2
        break
      case 'numerals':
        // MMMDCCCLXXXVIII, from four digits.
        factor *= 4
        break
      case 'case':
        factor *= 3
        break
      case 'encode':
        // Four bytes, each eight digits and a space; base64 fills up to four.
        factor *= 36
        added += 4
        break
      case 'wrap':
        added += countCodePoints(operation.before + operation.after)
        break
      case 'restore':
        factor *= longest([...restoration.characters.values(), ...restoration.clusters.values()])
        break
      default:
        throw new Error(`say here how long ${JSON.stringify(operation)} makes a text`)
    }
    // What takes the text as a whole leaves new clusters to what comes later.
    if (asWhole.includes(operation.type)) clusters = factor
  }
  return { factor, added }
}

const asWhole: readonly Type[] = [
  ...(['case', 'encode', 'wrap', 'box', 'stack', 'numerals', 'flags', 'restore'] as const),
]

function longest(parts: readonly string[]): number {
  return parts.reduce((most, part) => Math.max(most, countCodePoints(part)), 1)
}

// What the service publishes of a generator.

interface Published {
  readonly slug: string
  readonly name: string
  readonly url: string
  readonly example: string
  readonly characters: Readonly<Record<string, string>>
  readonly operations: readonly PublishedOperation[]
}

interface PublishedOperation {
  readonly type: string
  readonly characters?: Readonly<Record<string, string>>
  readonly mappings?: ReadonlyArray<string | Readonly<Record<string, string>>>
  readonly joiners?: string
  readonly pools?: ReadonlyArray<{ readonly marks: readonly string[] }>
}

const details = new Map<string, Published>()

function publishedOf({ slug }: TextGenerator, language: Language): Published {
  const key = `${language}/${slug}`
  const known = details.get(key)
  if (known !== undefined) return known
  const { generator }: { generator: Published } = JSON.parse(detailBody(slug, language))
  details.set(key, generator)
  return generator
}

function detailBody(slug: string, language: Language): string {
  return answers.detail(slug, language)?.represent('identity').body.toString() ?? '{}'
}

function ignoreCase(text: string): string {
  return text.toUpperCase().normalize('NFC')
}

// How a law is tested: on every generator that it applies to, and all failures are told.

function law(
  title: string,
  holds: (generator: TextGenerator) => void,
  applies: (generator: TextGenerator) => boolean = () => true,
): void {
  test(title, () => {
    const subjects = generators.filter(applies)
    assert.ok(subjects.length > 0, 'it applies to no generator')
    const failures: string[] = []
    for (const generator of subjects) {
      try {
        holds(generator)
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error)
        failures.push(`${generator.slug}: ${message}`)
      }
    }
    const count = `${failures.length} of ${subjects.length} generators`
    assert.ok(failures.length === 0, `${count}\n${failures.slice(0, 20).join('\n')}`)
  })
}

/** Throws unless it holds. The message is made only then, because laws make many claims. */
function claim(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message())
}

/** Throws with the locale and the text, unless two outputs are the same. */
function assertSame(actual: string, expected: string, language: string, text: string): void {
  if (actual === expected) return
  let at = 0
  while (actual[at] === expected[at]) at++
  const start = Math.max(0, at - 10)
  const parts = [actual, expected].map((output) => show(output.slice(start, start + 40)))
  throw new Error(`${language}, ${show(text)}: ${parts.join(' instead of ')}, at ${at}`)
}

const outputs = new Map<string, readonly string[]>()

/** The outputs for all texts, in their order. */
function outputsOf({ slug, transform }: TextGenerator, language: Language): readonly string[] {
  const key = `${language}/${slug}`
  const known = outputs.get(key)
  if (known !== undefined) return known
  const made = texts.map((text) => transform(text, language))
  outputs.set(key, made)
  return made
}

/** Calls `check` with each text and its output, in each locale that matters. */
function forEachOutput(
  generator: TextGenerator,
  check: (output: string, text: string, language: Language) => void,
): void {
  for (const language of languagesOf(generator)) {
    const made = outputsOf(generator, language)
    texts.forEach((text, index) => check(made[index] ?? '', text, language))
  }
}

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

  law('are what becomes of each alone, wraps aside', (generator) => {
    const transform = compileWithout(generator, 'wrap')
    const last = generator.data.operations.at(-1)
    const [before, after] = last?.type === 'wrap' ? [last.before, last.after] : ['', '']
    for (const language of languagesOf(generator)) {
      for (const [key, text] of Object.entries(publishedOf(generator, language).characters)) {
        assertSame(transform(key, language), text, language, key)
        if (has(generator, 'wrap') && last?.type !== 'wrap') continue
        assertSame(generator.transform(key, language), before + text + after, language, key)
      }
    }
  })

  law('are all that changes of Latin up to U+017F', (generator) => {
    const transform = compileWithout(generator, 'wrap')
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
        detailBody(slug, language).split('"example":')[1] ?? ''
      for (const language of languages) assertSame(end(language), end('en'), language, slug)
    },
    (generator) => !has(generator, 'case'),
  )

  const strays = 'a\ud83d\ude00\ude00b\ud800'
  // Of the ideographs and syllables, which look up nothing, each twentieth will do.
  const bmp = assignedBmp.filter((point, index) => point < '\u3400' || index % 20 === 0).join('')
  const everything = [...texts, longText, strays, bmp].join('\n')
  const points = [...everything]

  law(
    'are all that a generator that only maps does, code point by code point',
    (generator) => {
      const characters = new Map(Object.entries(publishedOf(generator, 'en').characters))
      const expected = points.map((point) => characters.get(point) ?? point).join('')
      assertSame(generator.transform(everything, 'en'), expected, 'en', everything)
    },
    isMapOnly,
  )

  law(
    'hold each accented letter up to U+017F whose base they hold',
    (generator) => {
      for (const language of languagesOf(generator)) {
        const { characters } = publishedOf(generator, language)
        for (const [letter, decomposition] of precomposedLetters()) {
          const [base = ''] = decomposition
          if (letter > '\u017f' || characters[base] === undefined) continue
          claim(characters[letter] !== undefined, () => `${language}: no ${letter}, but ${base}`)
        }
      }
    },
    (generator) =>
      !isSeeded(generator) && ownMappings(generator).every(({ accents }) => accents !== 'none'),
  )

  law(
    'and operations are enough for a client to do the same',
    (generator) => {
      const client = compileTransform(generator.slug, readPublished(generator), {
        ...surroundings,
        mappingOf: (slug) => {
          const other = catalogue.get(slug)
          const first = other && readPublished(other)[0]
          return first?.type === 'map' ? first.characters : new Map()
        },
      })
      for (const text of [...ordinaryTexts, ...emojiTexts]) {
        for (const language of languagesOf(generator)) {
          const expected = generator.transform(text, language)
          assertSame(client(text, language), expected, language, text)
        }
      }
    },
    (generator) => !isMapOnly(generator),
  )

  law('come with an example that is no plain sample, the same in each locale', (generator) => {
    const { sample } = generator.data
    const { example } = publishedOf(generator, 'en')
    assertSame(example, generator.transform(sample, 'en'), 'en', sample)
    assert.notEqual(example, sample)
    const part = `"example":${JSON.stringify(example)},`
    for (const language of languages) {
      assert.ok(detailBody(generator.slug, language).includes(part), language)
    }
  })
})

/** The operations that a client reads in the detail answer. */
function readPublished(generator: TextGenerator): readonly Operation[] {
  const { characters, operations } = publishedOf(generator, 'en')
  const read = operations.map((operation) => ({
    ...operation,
    ...(operation.type === 'map' && {
      characters: operation.characters ?? characters,
      accents: 'none',
    }),
    ...(operation.mappings && {
      mappings: operation.mappings.map((choice) =>
        typeof choice === 'string' ? choice : { characters: choice, accents: 'none' },
      ),
    }),
    ...(operation.joiners === '' && { joiners: undefined }),
    ...(operation.pools && {
      pools: operation.pools.map((pool) => ({ ...pool, marks: pool.marks.join('') })),
    }),
  }))
  return checkGenerator({ category: 'small', position: 1, operations: read }).operations
}

describe('output', () => {
  // Letters, that is: ≠ stays what it is, also where = and U+0338 have a place of their own.
  const composedLetters = [...ordinaryTexts, ...naughtyStrings]
    .map((text) => text.normalize('NFC').replace(/\p{S}/gu, ''))
    .filter((text) => text !== text.normalize('NFD'))
    .join('\n')

  law(
    'depends on the locale in case styles alone',
    (generator) => {
      for (const text of Object.values(pangrams)) {
        const expected = generator.transform(text, 'en')
        for (const language of languages) {
          assertSame(generator.transform(text, language), expected, language, text)
        }
      }
    },
    (generator) => !has(generator, 'case'),
  )

  law('is well-formed where the input is', (generator) => {
    forEachOutput(generator, (output, text, language) => {
      claim(output.isWellFormed(), () => `${language}, ${show(text)}: ${show(output)}`)
    })
  })

  law('exists for lone surrogates and stray marks too', (generator) => {
    const strays = ['\ud83d', '\ude00a', 'a\ud800b\n\udfff', '\u0301', '\u200d\ufe0f', '\u0600']
    for (const text of strays) {
      for (const language of languages) {
        assert.equal(typeof generator.transform(text, language), 'string')
      }
    }
  })

  law('is no longer than the operations allow', (generator) => {
    const { factor, added } = boundOf(generator)
    claim(factor <= 64 && added <= 160, () => `${factor} for one code point, and ${added}`)
    forEachOutput(generator, (output, text, language) => {
      const [from, to] = [countCodePoints(text), countCodePoints(output)]
      claim(to <= factor * from + added, () => `${language}, ${show(text)}: ${from} became ${to}`)
    })
  })

  law('is the same another time', (generator) => {
    for (const language of languagesOf(generator)) {
      const made = outputsOf(generator, language)
      accentedTexts.forEach((text) => {
        const expected = made[texts.indexOf(text)] ?? ''
        assertSame(generator.transform(text, language), expected, language, text)
      })
    }
  })

  test('is the same in another process', () => {
    const program = `
      import { createHash } from 'node:crypto'
      import { readFileSync } from 'node:fs'
      const { folders, modulePath, texts } = JSON.parse(readFileSync(0, 'utf8'))
      const { loadCatalogue } = await import(modulePath)
      const hash = createHash('sha256')
      for (const { transform } of loadCatalogue(folders.generators, folders.locales).values()) {
        for (const text of texts) hash.update(transform(text, 'tr'))
      }
      console.log(hash.digest('hex'))`
    const modulePath = pathToFileURL(
      join(import.meta.dirname, '..', '..', 'lib', 'catalogue', `catalogue${extname(import.meta.filename)}`),
    )
    const loader = process.execArgv.filter((argument) => !argument.startsWith('--test'))
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [...loader, '--input-type=module', '--eval', program],
      { cwd: root, input: JSON.stringify({ folders, modulePath, texts: Object.values(pangrams) }) },
    )
    const hash = createHash('sha256')
    for (const { transform } of generators) {
      for (const text of Object.values(pangrams)) hash.update(transform(text, 'tr'))
    }
    assert.equal(stdout.toString().trim(), hash.digest('hex'), stderr.toString())
  })

  // One generator stands for all with the same types of operations. A regular expression that
  // backtracks would need minutes.
  test('of a long, monotonous text comes at all', { timeout: 30_000 }, () => {
    const kinds = new Map(
      generators.map((generator) => {
        const { operations } = generator.data
        const kind = operations.map((step) => (step.type === 'case' ? step.to : step.type)).join()
        return [kind, generator] as const
      }),
    )
    for (const unit of ['\n', ' ', '. ', 'a\n', '\u0301', '🇹', '👩‍', '\r\n ', '\u0600', 'क्']) {
      const text = unit.repeat(6_000 / unit.length)
      for (const { transform } of kinds.values()) transform(text, 'tr')
    }
  })

  law('is in NFC where the input is, but for code points put together anew', (generator) => {
    const fuses = has(generator, 'reverse') ? /^\p{M}/mu : /$^/
    forEachOutput(generator, (output, text, language) => {
      if (text !== text.normalize('NFC')) return
      // A map alone cannot reorder what it has decomposed: é͚ becomes 𝐞, U+0301, U+035A.
      if (isMapOnly(generator) && /[\p{L}\p{N}]\p{M}/u.test(text)) return
      // A mark that has no base in its line gets one when the line is reversed.
      if (fuses.test(text)) return
      assertSame(output, output.normalize('NFC'), language, text)
    })
  })

  law(
    'is canonically equivalent where the input is',
    (generator) => {
      for (const language of languagesOf(generator)) {
        const composed = generator.transform(composedLetters, language)
        const apart = generator.transform(composedLetters.normalize('NFD'), language)
        assertSame(apart.normalize('NFC'), composed.normalize('NFC'), language, composedLetters)
      }
    },
    (generator) =>
      !isSeeded(generator) &&
      !has(generator, 'encode') &&
      !(isMapOnly(generator) && explicitKeys(generator).some(isPrecomposed)),
  )
})

function explicitKeys(generator: TextGenerator): string[] {
  return ownMappings(generator).flatMap(({ characters }) => [...characters.keys()])
}

function isPrecomposed(key: string): boolean {
  return key !== key.normalize('NFD')
}

describe('grapheme clusters', () => {
  const inPlace: readonly Type[] = ['map', 'map-like', 'marks', 'around', 'fill']

  // A joiner without an emoji before it may join what a map puts there.
  const clusterTexts = [emojiTexts.join(' '), randomTexts[0] ?? '', decomposedText]
    .map((text) => text.replace(/(?<![\p{Emoji}\p{M}\ufe0f])\u200d/gu, ''))
    .map(graphemeClusters)

  law(
    'each become one piece of the output, with cluster boundaries around it',
    (generator) => {
      const known = new Map<string, string>()
      const transform = (cluster: string): string => {
        const piece = known.get(cluster) ?? generator.transform(cluster, 'en')
        known.set(cluster, piece)
        return piece
      }
      for (const clusters of clusterTexts) {
        const text = clusters.join('')
        const pieces = clusters.map(transform)
        const output = generator.transform(text, 'en')
        assertSame(output, pieces.join(''), 'en', text)
        const ends = new Set([0])
        let end = 0
        for (const cluster of graphemeClusters(output)) ends.add((end += cluster.length))
        end = 0
        for (const piece of pieces) {
          end += piece.length
          claim(ends.has(end), () => `${show(text)} is torn or fused: ${show(output)}, at ${end}`)
        }
      }
    },
    (generator) => hasOnly(generator, ...inPlace),
  )

  law(
    'stay as many where characters are replaced one by one or marks are put on',
    (generator) => {
      const several = new Set<string>()
      for (const mapping of generator.data.operations.flatMap(mappingsOf)) {
        for (const [key, text] of mapping) if (graphemeClusters(text).length !== 1) several.add(key)
      }
      for (const clusters of clusterTexts) {
        const points = clusters.flatMap((cluster) => [...cluster])
        const known = points.filter((point) => !several.has(point)).join('')
        const output = generator.transform(known, 'en')
        const [from, to] = [graphemeClusters(known).length, graphemeClusters(output).length]
        claim(to === from, () => `${show(known)} became ${show(output)}`)
      }
    },
    (generator) =>
      hasOnly(generator, 'map', 'map-like', 'cycle', 'choose', 'marks', 'scatter') &&
      !isMapOnly(generator),
  )

  law(
    'keep everything when marks are put on them',
    (generator) => {
      const added = new Set(
        generator.data.operations.flatMap((operation) => {
          if (operation.type === 'marks') return [...operation.marks]
          return operation.type === 'scatter' ? operation.pools.flatMap(({ marks }) => marks) : []
        }),
      )
      const strip = (text: string): string =>
        [...text.normalize('NFD')].filter((point) => !added.has(point)).join('')
      forEachOutput(generator, (output, text, language) => {
        assertSame(strip(output), strip(text), language, text)
      })
    },
    (generator) => hasOnly(generator, 'marks', 'scatter'),
  )

  law(
    'are put into another order whole',
    (generator) => {
      const [order] = generator.data.operations.slice(-1)
      const lines = [...Object.values(pangrams), ...decomposedText.split('\n'), ...emojiTexts]
      for (const text of lines) {
        const output = generator.transform(text, 'en')
        const pieces = graphemeClusters(text).map((cluster) => generator.transform(cluster, 'en'))
        const expected = pieces.map((piece) => piece.normalize('NFC'))
        const actual = graphemeClusters(output).map((cluster) => cluster.normalize('NFC'))
        assertSame(actual.toSorted().join(' '), expected.toSorted().join(' '), 'en', text)
        if (order?.type !== 'reverse' || order.units !== 'clusters') continue
        assertSame(actual.join(''), expected.toReversed().join(''), 'en', text)
      }
    },
    (generator) =>
      hasOnly(generator, 'map', 'map-like', 'reverse') && has(generator, 'reverse'),
  )

  law(
    'that are emoji stay whole',
    (generator) => {
      const keys = isMapOnly(generator) ? publishedOf(generator, 'en').characters : {}
      for (const language of languagesOf(generator)) {
        for (const cluster of emoji) {
          const output = generator.transform(`a${cluster}b`, language)
          const clusters = graphemeClusters(output)
          if ([...cluster].some((point) => point in keys)) {
            // Code point by code point a keycap becomes the styled digit in a keycap.
            claim(clusters.length === 3, () => `${show(cluster)} became ${show(output)}`)
          } else if (has(generator, 'case') && cluster.toLowerCase() !== cluster) {
            continue
          } else {
            const isThere = clusters.includes(cluster) || clusters.includes(`${cluster}\u200c`)
            claim(isThere, () => `${language}: ${show(cluster)} became ${show(output)}`)
          }
        }
      }
    },
    (generator) => !has(generator, 'encode', 'fill'),
  )
})

describe('characters of the data', () => {
  const unwanted = /[\p{Cn}\p{Co}\p{Cs}\p{Bidi_Control}]/u
  // U+200C and U+FE0E keep letters letters, U+200D and U+FE0F make emoji.
  const invisible = /(?![\u200c\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/u

  function assertClean(text: string, where: string): void {
    claim(!unwanted.test(text), () => `${where}: unassigned, private or bidi in ${show(text)}`)
    claim(!invisible.test(text), () => `${where}: invisible in ${show(text)}`)
  }

  law('are assigned, public and visible, in the file and in what is published', (generator) => {
    for (const text of textsIn(generator.data.operations)) assertClean(text, 'the file')
    for (const language of languagesOf(generator)) {
      const { characters } = publishedOf(generator, language)
      for (const [key, text] of Object.entries(characters)) {
        // A soft hyphen of the input is not ours.
        if (!invisible.test(key)) assertClean(text, language)
      }
    }
  })

  law('say of each sign that can be an emoji whether it is one', (generator) => {
    const ambiguous = /(?![\d#*\p{Emoji_Presentation}])\p{Emoji}(?![\ufe0e\ufe0f\p{EMod}])/u
    for (const text of textsOf(generator)) {
      claim(!ambiguous.test(text), () => `neither U+FE0E nor U+FE0F in ${show(text)}`)
    }
  })

  law('are assigned, public and visible in the output for ordinary text', (generator) => {
    for (const language of languagesOf(generator)) {
      for (const text of Object.values(pangrams)) {
        assertClean(generator.transform(text, language), language)
      }
    }
  })
})

/** What the operations of a generator put into the output. */
function textsOf({ data }: TextGenerator): string[] {
  return data.operations.flatMap((operation) => [
    ...mappingsOf(operation).flatMap((mapping) => [...mapping.values()]),
    ...textsIn({ ...operation, type: '', characters: '', mappings: '' }),
  ])
}

/** Every text that a JSON-like value holds, in lists and maps too. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (value instanceof Map) return [...value].flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

describe('styles that Unicode defines', () => {
  /** Without what keeps a letter a letter. */
  const bare = (text: string): string => text.replace(/[\ufe0e\u200c]/g, '')
  const folded = (text: string): string => bare(text).normalize('NFKC')

  /** What a compatibility decomposition gives back otherwise than the key. */
  const exceptions = new Map([
    // There is a superscript and a subscript minus, and no hyphen.
    ['-', '\u2212'],
  ])

  law(
    'by decomposition: NFKC gives back each key',
    (generator) => {
      for (const mapping of ownMappings(generator)) {
        const sure = compileMapping({ ...mapping, caseFallback: false })
        for (const [key, text] of compileMapping(mapping)) {
          const plain = folded(text).replace(/^\((.)\)/u, '$1').normalize('NFC')
          if (plain === key || plain === exceptions.get(key)) continue
          const isFallback = !sure.has(key) && ignoreCase(plain) === ignoreCase(key)
          claim(isFallback, () => `${show(key)} became ${show(text)}, which is ${show(plain)}`)
        }
      }
    },
    (generator) => {
      const values = ownMappings(generator).flatMap(({ characters }) => [...characters.values()])
      const decomposing = values.filter((text) => folded(text) !== bare(text)).length
      // What plain-text takes back is the style itself, and no play with it.
      const least = generator.data.restore ? 0.8 * values.length : values.length
      return values.length > 0 && decomposing >= least
    },
  )

  law(
    'are what every mathematical alphabet is made of',
    (generator) => {
      for (const { characters } of ownMappings(generator)) {
        for (const [key, text] of characters) {
          claim(folded(text) === key, () => `${show(key)} became ${show(text)}`)
        }
      }
    },
    ({ data }) => data.category === 'mathematical' && data.operations[0]?.type === 'map',
  )

  law(
    'that keep to one mathematical alphabet keep to the places of its letters',
    (generator) => {
      for (const { characters } of ownMappings(generator)) {
        for (const [first = '', last = ''] of ['AZ', 'az', '09']) {
          const entries = [...characters].filter(([key]) => key >= first && key <= last)
          const places = entries.map(([key, text]) => codePoint(text) - codePoint(key))
          const place = places.find((one) => places.filter((other) => other === one).length > 9)
          if (place === undefined) continue
          for (const [key, text] of entries) {
            // Where Letterlike Symbols have the letter already, its place is empty.
            const letter = String.fromCodePoint(codePoint(key) + place)
            const isLetterlike = text >= '\u2100' && text <= '\u214f' && /\p{Cn}/u.test(letter)
            const isRight = text === letter || isLetterlike
            claim(isRight, () => `${key} became ${show(text)}, not ${show(letter)}`)
          }
        }
      }
    },
    ({ data }) => data.category === 'mathematical' && data.operations[0]?.type === 'map',
  )

  const names = new Map(
    readTestLines('names.txt').map((line) => {
      const [point = '', ...name] = line.split(' ')
      return [String.fromCodePoint(Number.parseInt(point, 16)), name.join(' ')] as const
    }),
  )
  const style =
    /^(?:(?:DINGBAT )?NEGATIVE \w+|REGIONAL INDICATOR SYMBOL|LATIN LETTER SMALL CAPITAL) /
  const letterOf = (name: string): string =>
    name
      .replace(style, '')
      .replace(/^LATIN (?:CAPITAL |SMALL )?/, '')
      .replace(/^(?:LETTER|LIGATURE) /, '')
  const styled = ({ characters }: MappingData): Array<[key: string, name: string]> =>
    [...characters].flatMap(([key, text]) => {
      const name = names.get(bare(text)) ?? ''
      return style.test(name) ? [[key, name] as [string, string]] : []
    })

  law(
    'by name: the name holds the key',
    (generator) => {
      for (const mapping of ownMappings(generator)) {
        for (const [key, name] of styled(mapping)) {
          // There is no dot on a small capital I.
          const expected = letterOf(names.get(key) ?? '').replace('DOTLESS I', 'I')
          const letters = [expected, borrowedLetters.get(key)]
          claim(letters.includes(letterOf(name)), () => `${show(key)} became ${name}`)
        }
      }
    },
    (generator) =>
      ownMappings(generator).some((mapping) => {
        const named = styled(mapping).length
        return named > 20 && named > 0.7 * mapping.characters.size
      }),
  )
})

/** Letters that do not decompose, and those that they borrow where a style has capitals alone. */
const borrowedLetters: ReadonlyMap<string, string> = new Map([
  ['ß', 'SS'],
  ['æ', 'AE'],
  ['ð', 'D'],
  ['ø', 'O'],
  ['þ', 'TH'],
  ['đ', 'D'],
  ['ł', 'L'],
  ['œ', 'OE'],
])

/** The text with each of the letters written as those that it borrows. */
function borrow(text: string, letters: Pick<ReadonlySet<string>, 'has'>): string {
  const points = Array.from(text.normalize('NFD'), (point) => {
    const letter = point.toLowerCase()
    return letters.has(letter) ? (borrowedLetters.get(letter) ?? point) : point
  })
  return points.join('').normalize('NFC')
}

function codePoint(text: string): number {
  return text.codePointAt(0) ?? 0
}

describe('two generators', () => {
  const alphabets = [[...'abcdefghijklmnopqrstuvwxyz'], [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']]

  test('differ in 9 of 26 small letters or capitals, or in more than their mappings', () => {
    const kinds = generators.map(({ slug, data, transform }) => ({
      slug,
      kind: JSON.stringify(data.operations.map(withoutMapping)),
      alphabets: alphabets.map((letters) =>
        letters.map((letter) => transform(letter.repeat(4), 'en')),
      ),
    }))
    const tooClose: string[] = []
    kinds.forEach((one, index) => {
      for (const other of kinds.slice(index + 1)) {
        if (one.kind !== other.kind) continue
        const distances = one.alphabets.map(
          (texts, index) =>
            texts.filter((text, place) => text !== other.alphabets[index]?.[place]).length,
        )
        if (distances.some((distance) => distance >= 9)) continue
        tooClose.push(`${one.slug} and ${other.slug} differ in ${distances.join(' and ')}`)
      }
    })
    assert.deepEqual(tooClose, [])
  })

  test('have different places in the list', () => {
    const places = generators.map(({ data }) => `${data.category} ${data.position}`)
    assert.deepEqual(places.filter((place, index) => places.indexOf(place) < index), [])
  })
})

function withoutMapping(operation: Operation): unknown {
  if (operation.type === 'map' || operation.type === 'map-like') return 'map'
  if (operation.type !== 'cycle' && operation.type !== 'choose') return operation
  return [operation.type, operation.mappings.length]
}

describe('restoring', () => {
  const restorers = generators.filter(
    ({ data }) => data.operations.length === 1 && data.operations[0]?.type === 'restore',
  )
  const restore = (text: string): string => restorers[0]?.transform(text, 'en') ?? ''

  test('is the work of one generator', () => assert.equal(restorers.length, 1))

  law(
    'gives back each key, or the first one with the same text',
    (generator) => {
      for (const mapping of ownMappings(generator)) {
        const sure = compileMapping({ ...mapping, caseFallback: false })
        const entries = [...compileMapping(mapping)]
        const lines = entries.map(([key]) => key).join('\n')
        const restored = restore(generator.transform(lines, 'en')).split('\n')
        entries.forEach(([key, text], index) => {
          const plain = restored[index] ?? ''
          if (plain === key) return
          const bare = text.replace(/[\u200c\ufe0e]/g, '').normalize('NFD')
          const isOther = sure.has(key) && restoration.characters.get(bare) === plain
          // An ordinary letter stays one, and two styled letters are restored one by one.
          const isLoose = !sure.has(key) || /^[ -~]|^\P{M}{2}/u.test(bare)
          const isSameLetter = isLoose && ignoreCase(plain) === ignoreCase(key)
          const isBorrowed = ignoreCase(plain) === ignoreCase(borrow(key, borrowedLetters))
          const isRight = isOther || isSameLetter || isBorrowed
          claim(isRight, () => `${show(key)} came back as ${show(plain)}`)
        })
      }
    },
    ({ data }) => data.restore && data.operations.some(({ type }) => type === 'map'),
  )

  law(
    'gives back accented text',
    (generator) => {
      const text = accentedTexts.join('\n')
      const plain = restore(generator.transform(text, 'en'))
      const borrowers = [...borrowedLetters.keys()].filter((letter) =>
        ownMappings(generator).some(({ characters }) => characters.has(letter)),
      )
      const expected = borrow(text, new Set(borrowers))
      assertSame(ignoreCase(borrow(plain, new Set(borrowers))), ignoreCase(expected), 'en', text)
    },
    ({ data }) => data.restore,
  )

  test('leaves ordinary text of any language as it is', () => {
    for (const text of [...accentedTexts, ...emojiTexts]) {
      assertSame(restore(text), text, 'en', text)
    }
  })
})

describe('data files', () => {
  const paths = Object.values(folders).flatMap((folder) =>
    listDataFiles(folder).map((name) => join(folder, `${name}.json`)),
  )

  test('are in canonical form', () => {
    const others = paths.filter((path) => {
      const text = readFileSync(path, 'utf8')
      return text !== canonical(JSON.parse(text))
    })
    assert.deepEqual(others, [])
  })

  for (const language of languages) {
    const entries: Readonly<Record<string, unknown>> = JSON.parse(
      readFileSync(join(folders.locales, `${language}.json`), 'utf8'),
    )

    test(`locale ${language} has an entry for each generator and for nothing else, sorted`, () => {
      assert.deepEqual(Object.keys(entries), listDataFiles(folders.generators))
    })

    test(`locale ${language} has no name and no page twice, whatever their case`, () => {
      const locale = [...checkLocale(entries).values()]
      const names = locale.map(({ name }) => name.toLocaleLowerCase(language))
      assert.deepEqual(names.filter((name, index) => names.indexOf(name) < index), [])
      const pages = locale.map(({ page }) => page)
      assert.deepEqual(pages.filter((page, index) => pages.indexOf(page) < index), [])
    })

    test(`locale ${language} has names that are tidy`, () => {
      for (const { name } of checkLocale(entries).values()) {
        assert.equal(name, name.normalize('NFC').trim().replace(/\s+/g, ' '))
        assert.doesNotMatch(name, /[\p{C}\p{M}]/u)
      }
    })
  }
})

describe('a newcomer', () => {
  test('adds a generator with its file and an English entry alone', (t) => {
    const folder = temporaryFolder(t)
    cpSync(folders.generators, join(folder, 'generators'), { recursive: true })
    cpSync(folders.locales, join(folder, 'locales'), { recursive: true })
    const operations = [{ type: 'map', characters: { 'a-c': '𝐱𝐲𝐳' } }]
    const file = { category: 'small', position: 9_999, operations }
    writeFileSync(join(folder, 'generators', 'my-own.json'), canonical(file))
    const english = join(folder, 'locales', 'en.json')
    const entry = { name: 'My own', page: 'my-own-text' }
    const entries = { ...JSON.parse(readFileSync(english, 'utf8')), 'my-own': entry }
    writeFileSync(english, canonical(entries))

    const larger = loadCatalogue(join(folder, 'generators'), join(folder, 'locales'))
    const all = createAnswers(larger, 'https://example.org')
    assert.equal(larger.size, catalogue.size + 1)
    assert.equal(larger.get('my-own')?.transform('abcd', 'tr'), '𝐱𝐲𝐳d')
    for (const language of languages) {
      const list = JSON.parse(all.list(language).represent('identity').body.toString())
      assert.equal(list.count, catalogue.size + 1)
      assert.deepEqual(
        list.generators.find(({ slug }: Published) => slug === 'my-own'),
        {
          slug: 'my-own',
          name: 'My own',
          url: `https://example.org/${language}/my-own-text`,
          example: 'Hello World',
        },
      )
      const detail = all.detail('my-own', language)?.represent('identity').body.toString()
      assert.equal(JSON.parse(detail ?? '{}').generator.characters.a, '𝐱')
    }
  })
})

function repeat<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, () => items).flat()
}
