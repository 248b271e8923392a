import { addAll, addLast, hasLower, listIn } from './costs.ts'
import type { CostList, Costs, Part } from './costs.ts'
import { countEdits, leastEditsBetween, letterBits } from '../spelling.ts'
import { beginningOf, leastShared } from './forms.ts'
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

/** A word, its letters as bits, and the styles that have it. */
interface Word {
  readonly word: string
  readonly letters: number
  readonly costs: CostList
}

/** The words of styles. */
export interface Words {
  /** Adds a word of a style. Styles are added in their order; the lowest cost counts. */
  readonly add: (word: string, style: number, cost: number) => void
  /** Returns the styles that have a word in this very form. */
  readonly costsOf: (word: string) => CostList | undefined
  /**
   * Finds the styles that have a word: in any form, or at the beginning of another; else with one
   * typing error.
   */
  readonly find: (asked: string) => Part
}

/** Creates an index of words, to which those in `silent` belong, without styles. */
export function createWords(silent: readonly string[], compare: Compare): Words {
  const words = new Map<string, Word>()
  /** The first letters of words, up to those that all forms have in common → the words. */
  const startingWith = new Map<string, Word[]>()
  const ofLength: Word[][] = []

  const learn = (word: string): Word => {
    const learned = { word, letters: letterBits(word), costs: [] }
    words.set(word, learned)
    const most = Math.min(leastShared, word.length)
    for (let count = 1; count <= most; count++) listIn(startingWith, word.slice(0, count), learned)
    ;(ofLength[word.length] ??= []).push(learned)
    return learned
  }
  for (const word of silent) learn(word)

  /** `isName`: a style is called so in this language, not only in English or by its category. */
  const findExact = (asked: string): { readonly costs: Costs; readonly isName: boolean } => {
    const costs: Costs = new Map()
    let isName = false
    for (const { word, costs: own } of startingWith.get(beginningOf(asked)) ?? []) {
      const differing = compare(word, asked)
      const isNear = differing === undefined ? word.startsWith(asked) : differing <= mostOfForm
      if (isNear && hasLower(own, costOfOthers)) isName = true
      if (differing !== undefined) addAll(costs, own, differing && costOfForm + differing)
      else if (word.startsWith(asked)) addAll(costs, own, costOfBeginning)
    }
    return { costs, isName }
  }

  /** Adds the styles of what may be meant by a mistyped word. Returns the first such word. */
  const addMistyped = (typed: string, costs: Costs): string | undefined => {
    let meant: string | undefined
    const letters = letterBits(typed)
    for (let length = typed.length - 1; length <= typed.length + 1; length++) {
      for (const { word, letters: others, costs: own } of ofLength[length] ?? []) {
        // This is much faster than counting the edits.
        if (leastEditsBetween(letters, others) > 1) continue
        if (countEdits(typed, word, 1) > 1) continue
        meant ??= word
        addAll(costs, own, costOfError)
      }
    }
    return meant
  }

  return {
    add: (word, style, cost) => addLast((words.get(word) ?? learn(word)).costs, style, cost),
    costsOf: (word) => words.get(word)?.costs,
    find(asked) {
      const { costs, isName } = findExact(asked)
      if (isName || asked.length < leastLetters) return { word: asked, costs }
      return { word: addMistyped(asked, costs) ?? asked, costs }
    },
  }
}
