import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { defaultLanguage, languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import type { Mapping } from '../../lib/engine/mapping.ts'
import { memoize } from '../../lib/engine/memo.ts'
import { loneMapping } from '../../lib/engine/operation.ts'
import type { Effect } from '../../lib/engine/operation.ts'
import { compileTransform, createSiblings } from '../../lib/engine/style.ts'
import { wholeEngine } from '../../lib/engine/whole-engine.ts'
import type { Transform } from '../../lib/engine/style.ts'
import { ownMappings } from './own-mappings.ts'
import { folders, isAlone, isLookedAt, loadShipped } from './shared-catalogue.ts'
import {
  assignedBmp,
  createRandom,
  emoji,
  naughtyStrings,
  pangrams,
  randomText,
  sentences,
  show,
} from './texts.ts'

export { folders, isAlone, ownMappings }
export const { catalogue } = loadShipped()
export const generators: readonly TextGenerator[] = [...catalogue.values()]
/** The generators that laws check: all, or the one that the command names. */
export const lookedAt = generators.filter(isLookedAt)
export const siblings = createSiblings(
  new Map(generators.map(({ slug, data }) => [slug, data])),
  wholeEngine,
)

// The texts on which the laws try generators.

export const ordinaryTexts = [...Object.values(pangrams), ...Object.values(sentences)]
export const accentedTexts = [
  ...[...ordinaryTexts, ...ordinaryTexts.map((text) => text.normalize('NFD'))],
]
export const emojiTexts = emoji.flatMap((cluster) => [
  ...[cluster, `a${cluster}b ${cluster}M${cluster} É`],
])
const random = createRandom(0xca7a)
const oftenItems = Array.from({ length: 99 }, () => [...emoji, ...'aeiou AEIOU09\u0301']).flat()
export const randomTexts = Array.from({ length: 6 }, () =>
  randomText(random, 250, [...assignedBmp, ...oftenItems]),
)
export const longText = [...Object.values(pangrams).join('\n').repeat(20)].slice(0, 10_000).join('')

const firstTexts = [
  ...['', ' ', '\n', 'a', 'A1', `${'\n'.repeat(300)}${'a'.repeat(300)}`, 'a '.repeat(300)],
  ...accentedTexts,
]
/** All of them are well-formed. */
export const texts = [...firstTexts, ...emojiTexts, ...naughtyStrings, ...randomTexts]

// Properties of generators, so that no law needs the name of one.

export function has({ data }: TextGenerator, ...types: readonly string[]): boolean {
  return data.operations.some(({ type }) => types.includes(type))
}

export function hasOnly({ data }: TextGenerator, ...types: readonly string[]): boolean {
  return data.operations.every(({ type }) => types.includes(type))
}

export function hasEffect({ data }: TextGenerator, ...effects: readonly Effect[]): boolean {
  return data.operations.some(({ effect }) => effects.includes(effect))
}

export function hasOnlyEffect({ data }: TextGenerator, ...effects: readonly Effect[]): boolean {
  return data.operations.every(({ effect }) => effects.includes(effect))
}

/** Returns whether a generator is a code or a decoder. */
export function isCode({ data }: TextGenerator): boolean {
  return data.category === 'coded' || data.category === 'decoded'
}

/** Returns every mapping that a generator uses. */
export function mappingsOf({ data }: TextGenerator): readonly Mapping[] {
  return data.operations.flatMap((operation) => operation.mappings(siblings))
}

/** Returns a text with the letters that Unicode has copies of, without U+FE0E. */
export function fold(text: string): string {
  return text.replaceAll('\ufe0e', '').normalize('NFKC')
}

/** Returns whether all letters of a style are such copies, whatever is between and around them. */
export function isPure(generator: TextGenerator): boolean {
  const entries = mappingsOf(generator).flatMap((mapping) => [...mapping])
  return entries.length > 0 && entries.every(([key, text]) => fold(text) === key)
}

/** Returns whether a generator only replaces code points by its published characters. */
export function isMapOnly({ data }: TextGenerator): boolean {
  return loneMapping(data.operations) !== undefined
}

/** Returns whether a generator makes random choices, whose seed is its slug and the whole text. */
export const isSeeded = memoize(({ data }: TextGenerator): boolean => {
  const [one, other] = ['one', 'other'].map((slug) =>
    compileTransform(slug, data.operations, siblings)(pangrams.en, 'en'),
  )
  return one !== other
})

/** Returns whether the output of a generator differs between locales. */
export function dependsOnLanguage(generator: TextGenerator): boolean {
  return languagesOf(generator).length > 1
}

// Letters that locales treat differently, in each turn of a cycle; words and codes that some locales
// read in their own way.
const letters = ['', 'a', 'aa', 'aaa'].map((some) => `${some}iıIİñçğöşüéɪ `.repeat(8)).join('') + 'i ⠔ 4 Ia Pi ii aa i\n4 4\nIk'

/** Returns the locales in which the output may differ; a law confirms that there are no others. */
export const languagesOf = memoize(({ transform }: TextGenerator): readonly Language[] => {
  // Ciphers leave plain text, so a code is alone.
  const outputIn = (language: Language): string =>
    [letters, 'ᒥ', '4-5-6'].map((text) => transform(text, language)).join()
  const plain = outputIn(defaultLanguage)
  return languages.filter((language) => {
    return language === defaultLanguage || outputIn(language) !== plain
  })
})

/** Compiles a generator without the operations that wrap the whole text. */
export function compileWithoutWraps({ slug, data }: TextGenerator): Transform {
  const operations = data.operations.filter(({ effect }) => effect !== 'wraps')
  return compileTransform(slug, operations, siblings)
}

// A law is tested on every generator that it applies to, and all failures are reported.

export function law(
  title: string,
  holds: (generator: TextGenerator) => void,
  applies: (generator: TextGenerator) => boolean = () => true,
): void {
  const subjects = lookedAt.filter(applies)
  testOf(subjects, title, () => holdsForAll(subjects, ({ slug }) => slug, holds))
}

/** Tests what some generators can break. Leaves it out if the laws of another one are checked. */
export function testOf(
  subjects: ReadonlyArray<Pick<TextGenerator, 'slug'>>,
  title: string,
  run: (t: TestContext) => unknown,
): void {
  if (!isAlone || subjects.some(isLookedAt)) test(title, async (t) => void (await run(t)))
}

/** Checks each subject, and reports all failures. */
export function holdsForAll<Subject>(
  subjects: readonly Subject[],
  nameOf: (subject: Subject) => string,
  check: (subject: Subject) => void,
): void {
  assert.ok(subjects.length > 0 || isAlone, 'it applies to nothing')
  const failures = subjects.flatMap((subject) => {
    try {
      check(subject)
      return []
    } catch (error) {
      return [`${nameOf(subject)}: ${error instanceof Error ? error.message : String(error)}`]
    }
  })
  const count = `${failures.length} of ${subjects.length}`
  assert.ok(failures.length === 0, `${count}\n${failures.slice(0, 20).join('\n')}`)
}

/** Throws unless it holds. The message is made only then, because laws make many claims. */
export function claim(holds: boolean, message: () => string): void {
  if (!holds) throw new Error(message())
}

/** Throws with the locale and the text, unless two outputs are the same. */
export function assertSame(
  actual: string,
  expected: string,
  language: string,
  text: string,
): void {
  if (actual === expected) return
  let at = 0
  while (actual[at] === expected[at]) at++
  const start = Math.max(0, at - 10)
  const parts = [actual, expected].map((output) => show(output.slice(start, start + 40)))
  throw new Error(`${language}, ${show(text)}: ${parts.join(' instead of ')}, at ${at}`)
}

/** Returns the outputs for all texts, in order; in other locales, only those for the first ones. */
export function outputsOf(generator: TextGenerator, language: Language): readonly string[] {
  return outputsIn(language).get(generator) ?? assert.fail(`${generator.slug}: ${language}`)
}

// Text by text: the clusters of a text are then found once for all generators.
const outputsIn = memoize((language: Language) => {
  const tried = language === defaultLanguage ? texts : firstTexts
  const subjects = lookedAt.filter((generator) => languagesOf(generator).includes(language))
  const outputs = new Map(subjects.map((generator) => [generator, new Array<string>()]))
  for (const text of tried) {
    for (const [{ transform }, own] of outputs) own.push(transform(text, language))
  }
  return outputs
})

/** Calls `check` with each text and its output, in each locale that matters. */
export function forEachOutput(
  generator: TextGenerator,
  check: (output: string, text: string, language: Language) => void,
): void {
  for (const language of languagesOf(generator)) {
    for (const [index, output] of outputsOf(generator, language).entries()) {
      check(output, texts[index] ?? '', language)
    }
  }
}
