import { addAll } from './costs.ts'
import type { Costs } from './costs.ts'
import { createComparison, createWordList } from './forms.ts'
import { memoize } from '../memo.ts'
import { indexNames, wordsOf } from './names.ts'
import { createScoring } from './scoring.ts'
import type { Part } from './scoring.ts'
import { createSignFinder, signsOf, withoutSigns, wordsForShape } from './signs.ts'
import { slugify } from '../spelling.ts'
import type { Steps } from '../steps.ts'
import { createWordFinder } from './words.ts'

export { createNamedSearch } from './named.ts'

/** What the search knows. Words are without accents, and separated by blanks. */
export interface SearchData {
  /** What each style is called, as `indexNames` reads it. */
  readonly names: readonly string[]
  /** The JSON of the operations of each style by slug; only those that decode may have none. */
  readonly operations: ReadonlyMap<string, unknown>
  /** The styles with which the order of all of them begins. */
  readonly first: readonly number[]
  /** Words that say nothing about a style, such as `font`. */
  readonly skipped: string
  /** Words that count only if no other finds anything, such as `instagram`. */
  readonly faint: string
  /** Groups of words that mean the same, with commas between them. */
  readonly same: string
  /**
   * Groups of words that say what to do, with commas between them: to remove a style, to read it,
   * to hide a text. Pairs of words have a hyphen.
   */
  readonly tasks: string
  /** Endings in which forms of a word differ. */
  readonly endings: string
}

/** What a query finds. */
export interface Found {
  /** The indexes of the styles, the best first. */
  readonly styles: readonly number[]
  /** Whether no style has one of its words or signs; the pages then show all styles. */
  readonly isUnknown: boolean
}

/** Further words and signs are ignored. */
const mostWords = 20

/** Further code units are ignored. */
const mostUnits = 200

/** Finds styles by what people type, the best first. */
export type Rank = (text: string) => Found

/**
 * Creates a function that finds styles by what people type, the best first: those that have most of
 * its words, by how rare they are, and those of which words are a whole name. A sign finds what is
 * written with it or a similar one. Words that say little, and no words at all, are followed by all
 * other styles. Works in steps of some milliseconds.
 */
export function* createRanking(data: SearchData): Steps<Rank> {
  const { names: styles } = data
  const compare = createComparison(data.endings)
  const silent = data.skipped.split(' ')
  const isSilent = createWordList(silent, compare)
  const isFaint = createWordList(data.faint.split(' '), compare)
  const groupsOf = (groups: string): ReadonlyArray<readonly string[]> =>
    groups.split(',').map((group) => group.match(/\S+/g) ?? [])
  const names = yield* indexNames(styles, isSilent, compare)
  const { words, joined } = names
  const findWord = yield* createWordFinder(words, joined, silent, groupsOf(data.same), compare)
  const findSign = yield* createSignFinder(data.operations, words)
  const score = createScoring(styles.length, names.find)
  const tasks = groupsOf(data.tasks).map((group) => {
    const costs: Costs = new Map()
    for (const word of group) addAll(costs, words.get(word), 0)
    return { said: new Set(group), costs }
  })
  const usual = [...new Set([...data.first, ...styles.keys()])]

  /** Returns whether a list has a word, or one of its pairs with the words beside it. */
  const isSaid = (list: ReadonlySet<string>, asked: readonly string[], place: number): boolean => {
    const [before, word = '', after] = [asked[place - 1], asked[place], asked[place + 1]]
    return list.has(word) || list.has(`${before}-${word}`) || list.has(`${word}-${after}`)
  }

  /** Returns what each word finds. */
  const findParts = (asked: readonly string[]): Part[] => {
    const findOnce = memoize(findWord)
    return asked.map((word, place): Part => {
      const task = tasks.find(({ said }) => isSaid(said, asked, place))
      if (task !== undefined) return { word, costs: task.costs }
      const pair = `${word}-${asked[place + 1]}`
      if (isFaint(pair)) return { ...findOnce(pair), word, role: 'faint' }
      const isSecond = isFaint(`${asked[place - 1]}-${word}`)
      const part = isSilent(word) || isSecond ? undefined : findOnce(word)
      // A silent word may be mistyped.
      const isTelling = part !== undefined && !isSilent(part.word)
      if (!isTelling) return { word, costs: new Map(), role: 'silent' }
      return isFaint(word) ? { ...part, role: 'faint' } : part
    })
  }

  const rank: Rank = (query) => {
    const text = query.slice(0, mostUnits)
    const shaped = wordsForShape(text)
    if (shaped !== undefined) return rank(shaped)
    const words = wordsOf(slugify(withoutSigns(text)))
    const parts = findParts(words.slice(0, mostWords))
    const signs = signsOf(text).slice(0, mostWords).map(findSign)
    const all = [...parts, ...signs]
    if (all.length === 0) return { styles: [], isUnknown: true }
    const styles = score(parts, signs)
    const isTelling = signs.length > 0 || parts.some(({ role }) => role !== 'silent')
    const isUnknown = styles.length === 0 && isTelling
    const isBroad = all.every(({ costs, role }) => costs.size === 0 || role === 'faint')
    return { styles: isBroad ? [...new Set([...styles, ...usual])] : styles, isUnknown }
  }
  return rank
}

/** Creates a function that returns whether a text has one of some words, in any form. */
export function createWordTest(list: string, endings: string): (text: string) => boolean {
  const isListed = createWordList(list.split(' '), createComparison(endings))
  return (text) => wordsOf(slugify(text.slice(0, mostUnits))).some(isListed)
}

/** Returns the indexes of the texts that share the most pairs of letters with another one. */
export function findSimilar(asked: string, texts: readonly string[], most: number): number[] {
  const pairsOf = (text: string): readonly string[] => {
    const letters = ` ${slugify(text)} `
    return Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2))
  }
  const wanted = new Set(pairsOf(asked))
  const shares = texts.map((text) => {
    const pairs = pairsOf(text)
    return pairs.filter((pair) => wanted.has(pair)).length / (pairs.length + wanted.size)
  })
  return [...shares.keys()]
    .sort((one, other) => (shares[other] ?? 0) - (shares[one] ?? 0) || one - other)
    .slice(0, most)
}
