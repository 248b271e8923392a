import { addAll, listIn } from './costs.ts'
import type { Costs, Index } from './costs.ts'
import { countEdits, leastEditsBetween, letterBits } from '../spelling.ts'
import { forEachInSteps } from '../steps.ts'
import type { Steps } from '../steps.ts'
import { beginningOf } from './forms.ts'
import type { Compare } from './forms.ts'
import type { Part } from './scoring.ts'

/** Shorter words must be typed correctly. */
const leastLetters = 5

/** What a word costs that differs in its ending, begins with the typed one, or means the same. */
const [costOfForm, costOfBeginning, costOfSame] = [10, 20, 120]

/** What English names in another language and categories cost at least. */
const costOfOthers = 300

/** Words that differ by more letters may be mistyped rather than forms of one. */
const mostOfForm = 2

/** What a word costs with a typing error. */
const costOfError = 1000

const wordsInStep = 1000

/**
 * Creates, in steps, a function that finds the styles that have a word: in any form, or at the
 * beginning of another, or another word of its group in `same`; else with one typing error.
 * `joined` has texts of several words as one, and the words in `silent` have no styles.
 */
export function* createWordFinder(
  words: Index,
  joined: Index,
  silent: readonly string[],
  same: ReadonlyArray<readonly string[]>,
  compare: Compare,
): Steps<(asked: string) => Part> {
  const none: Costs = new Map()
  /** Beginnings of up to three letters → the words with them. */
  const alike = new Map<string, Array<readonly [word: string, costs: Costs]>>()
  /** Length → its words, and the letters of each: numbers alone are compared fastest. */
  const ofLength: Array<{ letters: number[]; words: Array<readonly [string, Costs]> }> = []
  /** Beginnings of words → the words with them, and their groups. */
  const groups = new Map<string, Array<readonly [word: string, group: readonly string[]]>>()
  for (const group of same) {
    for (const word of group) listIn(groups, beginningOf(word), [word, group])
  }
  const known = [...silent, ...same.flat()].map((word) => [word, none] as const)
  const all = new Map([...known, ...joined, ...words])
  yield* forEachInSteps(all, ([word, costs]) => {
    for (let length = 1; length <= beginningOf(word).length; length++) {
      listIn(alike, word.slice(0, length), [word, costs])
    }
    const alikeLong = (ofLength[word.length] ??= { letters: [], words: [] })
    alikeLong.letters.push(letterBits(word))
    alikeLong.words.push([word, costs])
  }, wordsInStep)

  /** `isName`: a style is called so in this language, not only in English or by its category. */
  const findExact = (asked: string): { readonly costs: Costs; readonly isName: boolean } => {
    const costs: Costs = new Map()
    let isName = false
    for (const [word, own] of alike.get(beginningOf(asked)) ?? []) {
      const differing = compare(word, asked)
      const isNear = differing === undefined ? word.startsWith(asked) : differing <= mostOfForm
      if (isNear && [...own.values()].some((cost) => cost < costOfOthers)) isName = true
      if (differing !== undefined) addAll(costs, own, differing && costOfForm + differing)
      else if (word.startsWith(asked)) addAll(costs, own, costOfBeginning)
    }
    return { costs, isName }
  }

  /** Adds the styles of words that mean the same. */
  const addSame = (asked: string, costs: Costs): void => {
    for (const [one, group] of groups.get(beginningOf(asked)) ?? []) {
      if (compare(one, asked) === undefined) continue
      for (const other of group) {
        if (other !== one) addAll(costs, findExact(other).costs, costOfSame)
      }
    }
  }

  const findMistyped = (typed: string): Part => {
    const costs: Costs = new Map()
    let meant: string | undefined
    const letters = letterBits(typed)
    for (let length = typed.length - 1; length <= typed.length + 1; length++) {
      const { letters: others, words: near } = ofLength[length] ?? { letters: [], words: [] }
      for (let at = 0; at < others.length; at++) {
        // This is much faster than counting the edits.
        if (leastEditsBetween(letters, others[at] ?? 0) > 1) continue
        const [word = '', own = none] = near[at] ?? []
        if (countEdits(typed, word, 1) > 1) continue
        meant ??= word
        addAll(costs, own, costOfError)
      }
    }
    return { word: meant ?? typed, costs }
  }

  return (asked) => {
    const { costs, isName } = findExact(asked)
    const count = costs.size
    addSame(asked, costs)
    if (isName || costs.size > count || asked.length < leastLetters) return { word: asked, costs }
    const mistyped = findMistyped(asked)
    addAll(costs, mistyped.costs, 0)
    return { word: mistyped.word, costs }
  }
}
