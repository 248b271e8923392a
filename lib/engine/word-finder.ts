import { addAll, listIn } from './costs.ts'
import type { Costs, Index } from './costs.ts'
import { countEdits, leastEdits, lettersOf } from './spelling.ts'
import type { Steps } from './steps.ts'
import { beginningOf, countShared } from './word-forms.ts'
import type { Compare } from './word-forms.ts'

/** What a part of a query finds. */
export interface Part {
  /** The word that is probably meant: the one that was typed, or that without its error. */
  readonly word: string
  readonly costs: Costs
  /** From 0 to 1: how certain it is that these styles are meant. */
  readonly trust: number
}

/** Shorter words must be typed correctly, but for a letter, and are not found within others. */
const leastLetters = 5

/**
 * Creates, in steps, a function that finds the styles that have a word: in any form, or at the
 * beginning of another, or another word of its group in `same`; else with the fewest typing errors;
 * else one that begins alike, or contains it. `joined` has texts of several words as one, and the
 * words in `silent` have no styles.
 */
export function* createWordFinder(
  words: Index,
  joined: Index,
  silent: readonly string[],
  same: ReadonlyArray<readonly string[]>,
  compare: Compare,
): Steps<(asked: string) => Part> {
  const nothing: Costs = new Map()
  /** Beginnings of up to three letters → the words with them. */
  const alike = new Map<string, Array<readonly [word: string, costs: Costs]>>()
  /** Length → its words, and the letters of each: numbers alone are compared fastest. */
  const ofLength: Array<{ letters: number[]; words: Array<readonly [string, Costs]> }> = []
  const known = [...silent, ...same.flat()].map((word) => [word, nothing] as const)
  const all = new Map([...known, ...joined, ...words])
  /** Beginnings of words → the words with them, and their groups. */
  const groups = new Map<string, Array<readonly [word: string, group: readonly string[]]>>()
  for (const group of same) {
    for (const word of group) listIn(groups, beginningOf(word), [word, group])
  }
  let place = 0
  for (const [word, costs] of all) {
    if (++place % wordsInStep === 0) yield
    for (let length = 1; length <= beginningOf(word).length; length++) {
      listIn(alike, word.slice(0, length), [word, costs])
    }
    const alikeLong = (ofLength[word.length] ??= { letters: [], words: [] })
    alikeLong.letters.push(lettersOf(word))
    alikeLong.words.push([word, costs])
  }
  const text = [...words.keys()].join(' ')

  /** Adds the styles of words that mean the same. */
  const addSame = (asked: string, costs: Costs): void => {
    for (const [one, group] of groups.get(beginningOf(asked)) ?? []) {
      if (compare(one, asked) === undefined) continue
      for (const other of group) {
        if (other !== one) addAll(costs, findExact(other).costs, meansSame)
      }
    }
  }

  const findExact = (asked: string): Part & { readonly isSure: boolean } => {
    const costs: Costs = new Map()
    let isForm = false
    let isSure = false
    for (const [word, own] of alike.get(beginningOf(asked)) ?? []) {
      const differing = compare(word, asked)
      if (differing !== undefined && (differing < 3 || countShared(word, asked) > 3)) isForm = true
      const isNear = differing === undefined ? word.startsWith(asked) : differing < 3
      if (isNear && [...own.values()].some((cost) => cost < otherLanguage)) isSure = true
      if (differing !== undefined) addAll(costs, own, differing === 0 ? 0 : 9 + differing)
      else if (word.startsWith(asked)) addAll(costs, own, 20)
    }
    return { word: asked, costs, trust: isForm ? 1 : 0.6, isSure }
  }

  const findMistyped = (asked: string): Part => {
    const costs: Costs = new Map()
    let meant = asked
    let least = Infinity
    const shorter = asked.slice(0, -1)
    const hasEnding = shorter.length > leastLetters && compare(asked, shorter) !== undefined
    for (const typed of hasEnding ? [asked, shorter] : [asked]) {
      const letters = lettersOf(typed)
      const most = mostEdits(typed)
      // A short word may lack a letter.
      const shortest = typed.length < leastLetters ? leastLetters : typed.length - most
      for (let length = shortest; length <= typed.length + most; length++) {
        const { letters: others, words: near } = ofLength[length] ?? { letters: [], words: [] }
        for (let at = 0; at < others.length; at++) {
          // This is much faster than counting the edits.
          if (leastEdits(letters, others[at] ?? 0) > most) continue
          const [word = '', own = nothing] = near[at] ?? []
          // The first letter is rarely wrong.
          const isOther = word[0] !== typed[0]
          if (isOther && typed.length === leastLetters) continue
          const edits = countEdits(typed, word, most)
          if (edits > most) continue
          const isDoubled = withoutDoubled(typed) === withoutDoubled(word)
          const cost = 1000 * edits + (isOther ? 500 : isDoubled ? -300 : 0)
          if (cost > least) continue
          if (cost < least) costs.clear()
          if (cost < least || meant === asked) meant = word
          least = cost
          addAll(costs, own, cost)
        }
      }
    }
    return { word: meant, costs, trust: 0.6 }
  }

  const findPartly = (asked: string): Costs => {
    const found: Costs = new Map()
    for (const [word, costs] of alike.get(beginningOf(asked)) ?? []) {
      const shared = countShared(word, asked)
      if (shared >= leastLetters && shared * 3 >= Math.max(asked.length, word.length) * 2) {
        addAll(found, costs, 3000)
      }
    }
    if (found.size > 0 || !text.includes(asked)) return found
    for (const [word, costs] of words) if (word.includes(asked)) addAll(found, costs, 5000)
    return found
  }

  return (asked) => {
    const exact = findExact(asked)
    const count = exact.costs.size
    addSame(asked, exact.costs)
    if (exact.costs.size > count) return { ...exact, trust: 1 }
    const isShort = asked.length < (exact.costs.size === 0 ? leastLetters - 1 : leastLetters)
    if (exact.isSure || isShort) return exact
    const mistyped = findMistyped(asked)
    if (mistyped.word !== asked) addSame(mistyped.word, mistyped.costs)
    if (exact.costs.size > 0) {
      // A word that looks like an English one, or like a form of another, may be mistyped.
      addAll(exact.costs, mistyped.costs, 0)
      return exact
    }
    if (mistyped.word !== asked || asked.length < leastLetters) return mistyped
    return { word: asked, costs: findPartly(asked), trust: 0.3 }
  }
}

/** What a word costs that means the same as the one that was typed. */
const meansSame = 120

/** The least cost of English names in another language, and of categories. */
const otherLanguage = 300

const wordsInStep = 1000

/** Returns how many typing errors are forgiven: one in five letters, two in nine, three in 14. */
function mostEdits({ length }: string): number {
  return length < 9 ? 1 : length < 14 ? 2 : 3
}

/** Letters are often doubled by mistake, or not. */
function withoutDoubled(word: string): string {
  return word.replace(/(.)\1/g, '$1')
}
