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
    // A silent word may be mistyped.
    const isLoud = ({ word, trust }: Part): boolean =>
      !isSilent(word) && (signs.length === 0 || trust === 1)
    const told = parts.filter(isLoud)
    if (told.length + signs.length === 0) {
      return (all.length === 0 ? [] : styles).map((_, style) => ({ style, cost: nothing }))
    }
    const isWeak = ({ word }: Part, place: number): boolean =>
      [word, `${told[place - 1]?.word}-${word}`, `${word}-${told[place + 1]?.word}`].some(isFaint)
    const faint = told.filter(isWeak)
    const weak = new Set(faint.map(({ word }) => word))
    const strong = told.filter(({ word }) => !weak.has(word))
    for (const [place, { word, costs }] of strong.entries()) {
      const next = strong[place + 1]
      const pair = next && words.get(word + next.word)
      for (const part of [costs, next?.costs ?? costs]) addAll(part, pair, 20)
    }
    const byStrong = findParts([...strong, ...signs])
    const found = byStrong.size > 0 ? byStrong : findParts(faint)
    const named: Costs = new Map()
    const typed = strong.map(({ word }) => word)
    findText(asked, -wholeName, named)
    findText(asked.filter((word) => !weak.has(word)), 200 - wholeName, named) // silent words, too
    const corrected = told.filter(({ word }) => !asked.includes(word)).length * correction
    findText(told.map(({ word }) => word), 30 + corrected - wholeName, named)
    findText(typed, 200 + corrected - wholeName, named)
    // A word that no style has may say nothing, too.
    const known = strong.filter(({ costs }) => costs.size > 0).map(({ word }) => word)
    if (found.size > 0) findText(known, unlikely + 300 + corrected - wholeName, named)
    for (let start = 0; start < parts.length; start++) {
      for (let end = start + 2; end <= parts.length; end++) {
        const part = parts.slice(start, end).map(({ word }) => word)
        const own = part.filter((word) => !isSilent(word) && !weak.has(word))
        const isAll = own.length === strong.length
        const more = isAll ? corrected - wholeName : own.length > 0 ? unlikely / 2 : unlikely
        findText(part, more - 10 * part.length, named)
      }
    }
    for (const [style, cost] of named) {
      const isWhole = signs.length === 0 || (found.get(style) ?? unlikely) < unlikely
      if (isWhole) keepLowest(found, style, cost)
    }
    const byFaint: Costs = new Map()
    for (const { costs } of faint) addAll(byFaint, costs, 0)
    for (const [style, own] of byFaint) {
      const cost = found.get(style)
      const gain = own < 100 ? nameGain : faintGain
      if (cost !== undefined) found.set(style, cost - gain)
    }
    const telling = [...strong, ...signs]
    addTasks(asked, telling.length > 0 ? telling : told, found)
    const isSure = [...found.values()].some((cost) => cost < unlikely)
    if (!isSure && typed.length > 1) addAll(found, findWord(typed.join('')).costs, 0)
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
