import { memoize } from '../memo.ts'
import { slugify } from '../spelling.ts'
import { createComparison } from './forms.ts'
import { wordsOf } from './names.ts'

/** Names are compared up to so many UTF-16 units. */
const mostUnits = 100

/**
 * Creates a function that finds things by their names, each of several words. It returns none
 * unless the asked words are a whole name of one, in any form and but for those of `passed`: then
 * the indexes of all that have it, and after them of those whose names have all its words.
 */
export function createNamedSearch(
  all: ReadonlyArray<readonly string[]>,
  passed: string,
  endings: string,
): (asked: string) => readonly number[] {
  const compare = createComparison(endings)
  const isForm = (one: string, other: string): boolean => compare(one, other) !== undefined
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
    const isWhole = (name: readonly string[]): boolean =>
      name.length === words.length && words.every((word, at) => isForm(word, name[at] ?? ''))
    const whole = known().flatMap((names, index) => (names.some(isWhole) ? [index] : []))
    if (whole.length === 0) return []
    const others = known().flatMap((names, index) => {
      const own = names.flat()
      return words.every((word) => own.some((one) => isForm(word, one))) ? [index] : []
    })
    return [...new Set([...whole, ...others])]
  }
}
