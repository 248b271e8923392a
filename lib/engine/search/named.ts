import { memoize } from '../memo.ts'
import { slugify } from '../spelling.ts'
import { createComparison } from './forms.ts'
import { wordsOf } from './names.ts'

/** Names are compared up to so many UTF-16 units. */
const mostUnits = 100

/** Words from several names, or a part of one, are so many letters farther than a whole name. */
const ofParts = 0.5

/**
 * Creates a function that finds things by their names, each of several words. It returns none
 * unless the asked words are a whole name of one, in any form and but for those of `passed`: then
 * the indexes of all whose names have all its words, those that differ least first, and of these
 * those that have the name.
 */
export function createNamedSearch(
  all: ReadonlyArray<readonly string[]>,
  passed: string,
  endings: string,
): (asked: string) => readonly number[] {
  const compare = createComparison(endings)
  const differenceOf = (words: readonly string[], name: readonly string[]): number => {
    if (name.length !== words.length) return Infinity
    return words.reduce((sum, word, at) => sum + (compare(word, name[at] ?? '') ?? Infinity), 0)
  }
  const passing = new Set(passed.split(' '))
  const wordsIn = (text: string) => wordsOf(slugify(text)).filter((word) => !passing.has(word))
  const known = memoize(() => all.map((names) => names.map(wordsIn)))
  const firstNames = memoize(() => all.map(([name = '']) => slugify(name)))
  return (asked) => {
    const given = asked.slice(0, mostUnits)
    const words = wordsIn(given)
    if (words.length === 0) {
      // Such a word may be the first name of a thing all the same.
      const slug = slugify(given)
      return firstNames().flatMap((name, index) => (name === slug && slug !== '' ? [index] : []))
    }
    const wholes = known().map((names) => {
      return Math.min(...names.map((name) => differenceOf(words, name)))
    })
    if (!wholes.some(Number.isFinite)) return []
    const differences = known().map((names, index) => {
      const own = names.flat()
      const nearest = words.map((word) => {
        return Math.min(...own.map((one) => compare(word, one) ?? Infinity))
      })
      return Math.min(wholes[index] ?? Infinity, nearest.reduce((sum, one) => sum + one, ofParts))
    })
    return [...differences.keys()]
      .filter((index) => Number.isFinite(differences[index]))
      .sort((one, other) => (differences[one] ?? 0) - (differences[other] ?? 0))
  }
}
