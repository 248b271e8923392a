import { addAll, addTo } from './costs.ts'
import type { Costs, Index } from './costs.ts'
import { indexNames, wordsOf } from './name-index.ts'
import { memoize } from './memo.ts'
import { kinOf, signsOf } from './signs.ts'
import { slugify } from './spelling.ts'
import type { Steps } from './steps.ts'
import { createComparison } from './word-forms.ts'
import { createWordFinder } from './word-finder.ts'
import type { Part } from './word-finder.ts'

/** What the search knows. Words are without accents, and separated by blanks. */
export interface SearchData {
  /** What each style is called, as `indexNames` reads it. */
  readonly names: readonly string[]
  /** The signs that each style writes. */
  readonly signs: readonly string[]
  /** Words that say nothing about a style, such as `font`. */
  readonly skipped: string
  /** Words that count only if no other finds anything, such as `instagram`. */
  readonly faint: string
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

/** The cost of a word that is missing. */
export const unlikely = 10_000

/** The cost of every style for a query that says nothing. */
export const nothing = 100_000

/** Further words are ignored. */
const mostWords = 12

/** Forms of a word that says nothing are at most so much longer. */
const mostLonger = 4

/** Shorter words that say nothing have no other forms. */
const leastOfForms = 4

/** Returns what a whole name is better than its words. */
const wholeName = 1000

/** What a corrected word costs in a whole name: less than among its words. */
const correction = 900

/** What a style gains by a word such as `instagram`. */
const faintGain = 200

/** The shares of the weight of a query, and of that of the best style, which a style must have. */
const [leastOfQuery, leastOfBest] = [0.2, 0.8]

/** The weight of a word that no style has, as a share of that of one that a single style has. */
const unknownShare = 0.7

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
  const isIn = (list: readonly string[]): ((word: string) => boolean) => {
    const listed = new Set(list)
    return (word) => {
      if (listed.has(word)) return true
      const least = Math.max(leastOfForms, word.length - mostLonger)
      for (let length = word.length - 1; length >= least; length--) {
        const one = word.slice(0, length)
        if (listed.has(one) && compare(one, word) !== undefined) return true
      }
      return false
    }
  }
  const silent = data.skipped.split(' ')
  const [isSilent, isFaint] = [isIn(silent), isIn(data.faint.split(' '))]
  const { words, joined, findText } = yield* indexNames(styles, isSilent, compare)
  const findWord = yield* createWordFinder(words, joined, silent, compare)
  const writers: Index = new Map()
  for (const [style, written] of data.signs.entries()) {
    const signs = signsOf(written)
    for (const sign of signs) addTo(writers, sign, style, signs.length)
  }
  const findSign = (sign: string): Part => {
    const costs: Costs = new Map()
    const [signs, word] = kinOf(sign)
    addAll(costs, writers.get(sign), 0)
    for (const other of signs) addAll(costs, writers.get(other), 20)
    addAll(costs, words.get(word), 40)
    return { word: sign, costs, trust: 1 }
  }

  /** Weighs a part by how few styles it finds, in bits. */
  const weigh = ({ costs, trust }: Part): number =>
    costs.size === 0 ? 0 : trust * Math.log2(1 + styles.length / costs.size)
  const unknownWeight = unknownShare * Math.log2(1 + styles.length)
  const findParts = (parts: readonly Part[]): Costs => {
    const weights: Costs = new Map()
    const sums: Costs = new Map()
    let whole = 0
    let unknown = 0
    for (const part of parts) {
      const weight = weigh(part)
      whole += weight
      if (weight === 0) unknown++
      for (const [style, cost] of part.costs) {
        weights.set(style, (weights.get(style) ?? 0) + weight)
        sums.set(style, (sums.get(style) ?? 0) + cost)
      }
    }
    const best = Math.max(0, ...weights.values())
    if (best < leastOfQuery * (whole + unknown * unknownWeight)) return new Map()
    const found: Costs = new Map()
    for (const [style, sum] of sums) {
      const missing = whole - (weights.get(style) ?? 0)
      if (whole - missing < leastOfBest * best) continue
      found.set(style, sum + 100 * missing + (missing > 0.01 || unknown > 0 ? unlikely : 0))
    }
    return found
  }

  const saysNothing = (word: string): Part => ({ word, costs: new Map(), trust: 0 })
  return (text) => {
    const asked = wordsOf(slugify(text)).slice(0, mostWords)
    const signs = signsOf(text).slice(0, mostWords).map(findSign)
    const findOnce = memoize(findWord)
    const parts = asked.map((word) => (isSilent(word) ? saysNothing(word) : findOnce(word)))
    // A silent word may be mistyped.
    const told = parts.filter(({ word }) => !isSilent(word))
    if (told.length + signs.length === 0) {
      const all = asked.length === 0 ? [] : styles
      return all.map((_, style) => ({ style, cost: nothing }))
    }
    const strong = told.filter(({ word }) => !isFaint(word))
    const faint = told.filter(({ word }) => isFaint(word))
    for (const [place, { word, costs }] of strong.entries()) {
      const next = strong[place + 1]
      const pair = next && words.get(word + next.word)
      for (const part of [costs, next?.costs ?? costs]) addAll(part, pair, 20)
    }
    const byStrong = findParts([...strong, ...signs])
    const found = byStrong.size > 0 ? byStrong : findParts(faint)
    const typed = strong.map(({ word }) => word)
    findText(asked, -wholeName, found)
    findText(asked.filter((word) => !isFaint(word)), 200 - wholeName, found) // silent words, too
    const corrected = told.filter(({ word }) => !asked.includes(word)).length * correction
    findText(told.map(({ word }) => word), 30 + corrected - wholeName, found)
    findText(typed, 200 + corrected - wholeName, found)
    for (let start = 0; start < parts.length; start++) {
      for (let end = start + 2; end <= parts.length; end++) {
        const part = parts.slice(start, end).map(({ word }) => word)
        const own = part.filter((word) => !isSilent(word) && !isFaint(word))
        const isAll = own.length > 0 && own.length === strong.length
        findText(part, (isAll ? corrected - wholeName : unlikely / 2) - 10 * part.length, found)
      }
    }
    for (const style of new Set(faint.flatMap(({ costs }) => [...costs.keys()]))) {
      const cost = found.get(style)
      if (cost !== undefined) found.set(style, cost - faintGain)
    }
    const isSure = [...found.values()].some((cost) => cost < unlikely)
    if (!isSure && typed.length > 1) addAll(found, findWord(typed.join('')).costs, 0)
    return [...found]
      .map(([style, cost]) => ({ style, cost }))
      .sort((one, other) => one.cost - other.cost || one.style - other.style)
  }
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
