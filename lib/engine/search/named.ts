import { memoize } from '../memo.ts'
import { slugify } from '../spelling.ts'
import { createComparison } from './forms.ts'
import { wordsOf } from './names.ts'

/** Names are compared up to so many UTF-16 units. */
const mostUnits = 100

/**
 * Creates a function that finds things by their names, each of several words. It returns none
 * unless the asked words are a whole name of one, in any form and but for those of `passed`: then
 * the index of the nearest of these, and those of all others whose names have all its words, the
 * nearest form first.
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
    const first = wholes.indexOf(Math.min(...wholes))
    if (!Number.isFinite(wholes[first])) return []
    const differences = known().map((names) => {
      const own = names.flat()
      const nearest = words.map((word) => {
        return Math.min(...own.map((one) => compare(word, one) ?? Infinity))
      })
      return nearest.reduce((sum, one) => sum + one, 0)
    })
    const others = [...differences.keys()]
      .filter((index) => Number.isFinite(differences[index]))
      .sort((one, other) => (differences[one] ?? 0) - (differences[other] ?? 0))
    return [...new Set([first, ...others])]
  }
}
