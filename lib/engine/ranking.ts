import { addAll, keepLowest } from './costs.ts'
import type { Costs } from './costs.ts'
import { indexNames, wordsOf } from './name-index.ts'
import { memoize } from './memo.ts'
import { createSignFinder, signsOf, withoutSigns, wordsForShape } from './signs.ts'
import { slugify } from './spelling.ts'
import type { Steps } from './steps.ts'
import { createTasks } from './tasks.ts'
import { createWeighing, unlikely } from './weighing.ts'
import { createComparison, createWordList } from './word-forms.ts'
import { createWordFinder } from './word-finder.ts'
import type { Part } from './word-finder.ts'

/** What the search knows. Words are without accents, and separated by blanks. */
export interface SearchData {
  /** What each style is called, as `indexNames` reads it. */
  readonly names: readonly string[]
  /** The JSON of the operations of each style by slug; only those that decode may have none. */
  readonly operations: ReadonlyMap<string, unknown>
  /** Words that say nothing about a style, such as `font`. */
  readonly skipped: string
  /** Words that count only if no other finds anything, such as `instagram`. */
  readonly faint: string
  /** Groups of words that mean the same, with commas between them. */
  readonly same: string
  /**
   * Groups of words that say what to do with a style, such as to decode it, with commas between
   * them. The first word of a group finds the styles that do it; pairs of words have a hyphen.
   */
  readonly tasks: string
  /** Endings in which forms of a word differ. */
  readonly endings: string
}

/** A style that was found. */
export interface Found {
  /** Its index. */
  readonly style: number
  /** The lower, the better. From `unlikely` on, something that was asked for is missing. */
  readonly cost: number
}

/** The cost of every style for a query that says nothing. */
export const nothing = 100_000

/** Further words and signs are ignored. */
const mostWords = 20

/** Further code units are ignored. */
const mostUnits = 200

/** Returns what a whole name is better than its words. */
const wholeName = 1000

/** What a corrected word costs in a whole name: less than among its words. */
const correction = 900

/** What a style gains by a word such as `instagram`: more if that is in its name. */
const [nameGain, faintGain] = [400, 200]

/** The words of a query, and what they find. */
interface Query {
  readonly asked: readonly string[]
  /** One for each word. */
  readonly parts: readonly Part[]
  /** Those that say something. */
  readonly told: readonly Part[]
  /** Those of them that count only if no other finds anything, and the others. */
  readonly faint: readonly Part[]
  readonly strong: readonly Part[]
}

/** Finds styles by what people type, the best first. */
export type Rank = (text: string) => readonly Found[]

/**
 * Creates a function that finds styles by what people type, the best first: by a whole name, then
 * by words; each in the order of the lists. A sign finds what is written with it or a similar one.
 * If no style has all that was asked for, those with the rarest of it are found. A query that says
 * nothing finds everything, in the usual order. Works in steps of some milliseconds.
 */
export function* createRanking(data: SearchData): Steps<Rank> {
  const { names: styles } = data
  const compare = createComparison(data.endings)
  const silent = data.skipped.split(' ')
  const isSilent = createWordList(silent, compare)
  const isFaint = createWordList(data.faint.split(' '), compare)
  const { words, joined, findText } = yield* indexNames(styles, isSilent, compare)
  const groupsOf = (groups: string): ReadonlyArray<readonly string[]> =>
    groups.split(',').map((group) => group.match(/\S+/g) ?? [])
  const findWord = yield* createWordFinder(words, joined, silent, groupsOf(data.same), compare)
  const findSign = yield* createSignFinder(data.operations, words)
  const findParts = createWeighing(styles.length)
  const addTasks = createTasks(groupsOf(data.tasks), words, findParts)
  const saysNothing = (word: string): Part => ({ word, costs: new Map(), trust: 0 })

  /** Finds the styles of which several words of a query are a name. */
  const findNamed = ({ asked, parts, told, faint, strong }: Query, isAnyFound: boolean): Costs => {
    const found: Costs = new Map()
    const wordsIn = (some: readonly Part[]): readonly string[] => some.map(({ word }) => word)
    const weak = new Set(wordsIn(faint))
    const typed = new Set(wordsIn(strong))
    findText(asked.filter((word) => !weak.has(word)), 200 - wholeName, found) // silent words, too
    const corrected = told.filter(({ word }) => !asked.includes(word)).length * correction
    findText(wordsIn(told), 30 + corrected - wholeName, found)
    findText(wordsIn(strong), 200 + corrected - wholeName, found)
    // A word that no style has may say nothing, too.
    const known = wordsIn(strong.filter(({ costs }) => costs.size > 0))
    if (isAnyFound) findText(known, unlikely + 300 + corrected - wholeName, found)
    for (let start = 0; start < parts.length; start++) {
      for (let end = start + 2; end <= parts.length; end++) {
        const some = wordsIn(parts.slice(start, end))
        const own = some.filter((word) => typed.has(word))
        const isAll = own.length === strong.length
        const more = isAll ? corrected - wholeName : unlikely * (own.length > 0 ? 0.5 : 2)
        findText(some, more - 10 * some.length, found)
      }
    }
    return found
  }

  const rank: Rank = (query) => {
    const text = query.slice(0, mostUnits)
    const shaped = wordsForShape(text)
    if (shaped !== undefined) return rank(shaped)
    const all = wordsOf(slugify(withoutSigns(text)))
    const loud = all.length > mostWords ? all.filter((word) => !isSilent(word)) : all
    const asked = loud.slice(0, mostWords)
    const signs = signsOf(text).slice(0, mostWords).map(findSign)
    const findOnce = memoize((word: string): Part => {
      if (isSilent(word)) return saysNothing(word)
      const part = findWord(word)
      return part.word !== word && isFaint(word) ? saysNothing(word) : part
    })
    const parts = asked.map(findOnce)
    // A silent word may be mistyped. Beside signs, a word that is only like others may be a name.
    const told = parts.filter(({ word, trust }) => {
      return !isSilent(word) && (signs.length === 0 || trust === 1)
    })
    if (told.length + signs.length === 0) {
      return (all.length === 0 ? [] : styles).map((_, style) => ({ style, cost: nothing }))
    }
    const faint = told.filter(({ word }, place) => {
      const [before, after] = [told[place - 1]?.word, told[place + 1]?.word]
      return [word, `${before}-${word}`, `${word}-${after}`].some(isFaint)
    })
    const weak = new Set(faint.map(({ word }) => word))
    const strong = told.filter(({ word }) => !weak.has(word))
    for (const [place, { word, costs }] of strong.entries()) {
      const next = strong[place + 1]
      const pair = next && words.get(word + next.word)
      for (const part of [costs, next?.costs ?? costs]) addAll(part, pair, 20)
    }
    const telling = [...strong, ...signs]
    const byTelling = findParts(telling)
    const found = byTelling.size > 0 ? byTelling : findParts(faint)
    const whole: Costs = new Map()
    findText(asked, 0, whole)
    const named = findNamed({ asked, parts, told, faint, strong }, found.size > 0)
    addAll(named, whole, -wholeName)
    for (const [style, cost] of named) {
      // No name has signs.
      const isLikely = (found.get(style) ?? unlikely) < unlikely
      if (signs.length === 0 || isLikely) keepLowest(found, style, cost)
    }
    const byFaint: Costs = new Map()
    for (const { costs } of faint) addAll(byFaint, costs, 0)
    for (const [style, own] of byFaint) {
      const cost = found.get(style)
      const gain = own < 100 ? nameGain : faintGain
      if (cost !== undefined) found.set(style, cost - gain)
    }
    addTasks(asked, telling.length > 0 ? telling : told, found)
    // The name of a decoder may have words of another task.
    for (const style of whole.keys()) {
      const cost = found.get(style)
      if (cost !== undefined) found.set(style, cost - unlikely)
    }
    const isSure = [...found.values()].some((cost) => cost < unlikely)
    const joint = strong.map(({ word }) => word).join('')
    if (!isSure && strong.length > 1) addAll(found, findWord(joint).costs, 0)
    return [...found]
      .map(([style, cost]) => ({ style, cost }))
      .sort((one, other) => one.cost - other.cost || one.style - other.style)
  }
  return rank
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
