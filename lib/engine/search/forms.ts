import { memoize } from '../memo.ts'

/** Forms of a word have at least so many letters in common. */
export const leastShared = 3

/** With so few in common, words that differ more are different ones. */
const mostOfShort = 3

/**
 * Counts the letters that two words do not have in common if they are forms of one, such as `curly`
 * and `curls`; returns `undefined` otherwise.
 */
export type Compare = (one: string, other: string) => number | undefined

/** No form of a word has more letters of endings. */
const mostOfEndings = 30

/** The endings of so many words are remembered. */
const mostRemembered = 10_000

/**
 * Creates the comparison for a language with these endings. Forms of a word differ in them, also in
 * several in a row.
 */
export function createComparison(endings: string): Compare {
  const known = new Set(endings.split(' '))
  const lengths = [...new Set([...known].map(({ length }) => length))]
  /** Returns bits: bit n is set if the last n letters of a word are endings in a row. */
  const findEndings = memoize((word: string): number => {
    let found = 1
    for (let count = 1; count <= word.length; count++) {
      const start = word.length - count
      const isFound = lengths.some((length) => {
        const isRestFound = length <= count && (found & (1 << (count - length))) !== 0
        return isRestFound && known.has(word.slice(start, start + length))
      })
      if (isFound) found |= 1 << count
    }
    return found
  }, mostRemembered, mostOfEndings)
  /** Returns whether what follows so many letters of a word are endings. */
  const createTest = (word: string): ((length: number) => boolean) => {
    const found = findEndings(word.slice(-mostOfEndings))
    return (length) => {
      const count = word.length - length
      return count <= mostOfEndings && (found & (1 << count)) !== 0
    }
  }
  return (one, other) => {
    if (one === other) return 0
    const shared = countShared(one, other)
    if (shared < leastShared) return undefined
    const [isForm, isOtherForm] = [createTest(one), createTest(other)]
    for (let length = shared; length >= leastShared; length--) {
      const differing = one.length + other.length - 2 * length
      const isShort = length === leastShared && differing > mostOfShort
      if (isShort && length < Math.min(one.length, other.length)) return undefined
      if (isForm(length) && isOtherForm(length)) return differing
    }
    return undefined
  }
}

/** Counts the letters at the beginning that two words have in common. */
function countShared(one: string, other: string): number {
  let count = 0
  while (count < one.length && one[count] === other[count]) count++
  return count
}

/** Returns what all forms of a word have in common. */
export function beginningOf(word: string): string {
  return word.slice(0, leastShared)
}

/** Returns whether a word is in a list, in any form. */
export type IsIn = (word: string) => boolean

/** Forms of a word in a list are at most so much longer. */
const mostLonger = 4

/** Shorter words in a list have no other forms. */
const leastOfForms = 4

/** Creates a function that finds words, in any form, in a list. */
export function createWordList(list: readonly string[], compare: Compare): IsIn {
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
