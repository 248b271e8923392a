/** Forms of a word have at least so many letters in common. */
const leastShared = 3

/** With so few in common, words that differ more are different ones. */
const mostOfShort = 3

/**
 * Counts the letters that two words do not have in common if they are forms of one, such as `curly`
 * and `curls`; returns `undefined` otherwise.
 */
export type Compare = (one: string, other: string) => number | undefined

/**
 * Creates the comparison for a language with these endings. Forms of a word differ in them, also in
 * several in a row.
 */
export function createComparison(endings: string): Compare {
  const known = new Set(endings.split(' '))
  const longest = Math.max(...[...known].map(({ length }) => length))
  const isEndings = (text: string): boolean => {
    if (text === '') return true
    for (let length = 1; length <= Math.min(longest, text.length); length++) {
      if (known.has(text.slice(0, length)) && isEndings(text.slice(length))) return true
    }
    return false
  }
  /** The last letter before an ending may be doubled, as in `running`. */
  const isForm = (word: string, length: number): boolean => {
    const isDoubled = word[length] === word[length - 1] && length < word.length - 1
    return isEndings(word.slice(length)) || (isDoubled && isEndings(word.slice(length + 1)))
  }
  return (one, other) => {
    if (one === other) return 0
    for (let length = countShared(one, other); length >= leastShared; length--) {
      const differing = one.length + other.length - 2 * length
      const isShort = length === leastShared && differing > mostOfShort
      if (isShort && length < Math.min(one.length, other.length)) return undefined
      if (isForm(one, length) && isForm(other, length)) return differing
    }
    return undefined
  }
}

/** Counts the letters at the beginning that two words have in common. */
export function countShared(one: string, other: string): number {
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
