import { addAll, keepLowest, listIn } from './costs.ts'
import type { Costs, Index, Part } from './costs.ts'
import { countEdits, leastEditsBetween, letterBits } from '../spelling.ts'
import { beginningOf } from './forms.ts'
import type { Compare } from './forms.ts'

/** Shorter words must be typed correctly. */
const leastLetters = 5

/** What a word costs that differs in its ending, or begins with the typed one. */
const [costOfForm, costOfBeginning] = [10, 20]

/** What English names in another language and categories cost at least. */
const costOfOthers = 300

/** Words that differ by more letters may be mistyped rather than forms of one. */
const mostOfForm = 2

/** What a word costs with a typing error. */
const costOfError = 1000

/** The words of styles. */
export interface Words {
  /** Adds a word of a style; the lowest cost counts. */
  readonly add: (word: string, style: number, cost: number) => void
  /** Returns the styles that have a word in this very form. */
  readonly costsOf: (word: string) => Costs | undefined
  /**
   * Finds the styles that have a word: in any form, or at the beginning of another; else with one
   * typing error.
   */
  readonly find: (asked: string) => Part
}

/** Creates an index of words, to which those in `silent` belong, without styles. */
export function createWords(silent: readonly string[], compare: Compare): Words {
  const words: Index = new Map()
  /** Beginnings of up to three letters → the words with them. */
  const alike = new Map<string, Array<readonly [word: string, costs: Costs]>>()
  /** Length → its words, and the letters of each: numbers alone are compared fastest. */
  const ofLength: Array<{ letters: number[]; words: Array<readonly [string, Costs]> }> = []

  const learn = (word: string): Costs => {
    const costs: Costs = new Map()
    words.set(word, costs)
    for (let length = 1; length <= beginningOf(word).length; length++) {
      listIn(alike, word.slice(0, length), [word, costs])
    }
    const alikeLong = (ofLength[word.length] ??= { letters: [], words: [] })
    alikeLong.letters.push(letterBits(word))
    alikeLong.words.push([word, costs])
    return costs
  }
  for (const word of silent) learn(word)

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

  const findMistyped = (typed: string): Part => {
    const costs: Costs = new Map()
    let meant: string | undefined
    const letters = letterBits(typed)
    for (let length = typed.length - 1; length <= typed.length + 1; length++) {
      const { letters: others, words: near } = ofLength[length] ?? { letters: [], words: [] }
      for (const [at, [word, own]] of near.entries()) {
        // This is much faster than counting the edits.
        if (leastEditsBetween(letters, others[at] ?? 0) > 1) continue
        if (countEdits(typed, word, 1) > 1) continue
        meant ??= word
        addAll(costs, own, costOfError)
      }
    }
    return { word: meant ?? typed, costs }
  }

  return {
    add: (word, style, cost) => keepLowest(words.get(word) ?? learn(word), style, cost),
    costsOf: (word) => words.get(word),
    find(asked) {
      const { costs, isName } = findExact(asked)
      if (isName || asked.length < leastLetters) return { word: asked, costs }
      const mistyped = findMistyped(asked)
      addAll(costs, mistyped.costs, 0)
      return { word: mistyped.word, costs }
    },
  }
}
