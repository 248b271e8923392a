import type { Part } from './costs.ts'
import type { Names } from './names.ts'

/** A word weighs as if at least so many styles had it, lest one odd style outweighs the others. */
const leastStyles = 14

/** What a style must have of the weight of the one that has most. */
const leastOfBest = 0.75

/** The costs of a list or a form, such as 100 for an alias, are this share of a bit. */
const bitsOfCost = 0.005

/** What a style gains for each bit of the words that are its name: if they are all, or some. */
const [gainOfWhole, gainOfSome] = [1.25, 0.4]

/** What each word of a name weighs more, also if it says nothing. */
const bitsOfWord = 1

/** What a style gains by a faint word, beside others. */
const bitsOfFaint = 1

/** Names have at most so many words. */
const mostInName = 8

/** Returns the styles that a query finds, the best first. */
export type Score = (words: readonly Part[], signs: readonly Part[]) => readonly number[]

/**
 * Creates a function that finds the styles, of so many, that have the most of the words and signs
 * of a query, or of which some of the words are a name. A word weighs the more, in bits, the fewer
 * styles have it.
 */
export function createScoring(count: number, findNames: Names['find']): Score {
  const weigh = ({ costs }: Part): number =>
    costs.size === 0 ? 0 : Math.log2(1 + count / Math.max(leastStyles, costs.size))

  return (words, signs) => {
    const parts = [...words, ...signs]
    const strong = parts.filter(({ costs, role }) => costs.size > 0 && role !== 'faint')
    const telling = new Set(strong.length > 0 ? strong : parts)
    const weightOf = (part: Part): number => (telling.has(part) ? weigh(part) : 0)
    const whole = parts.reduce((sum, part) => sum + weightOf(part), 0)
    const scores = new Map<number, { weight: number; costs: number }>()
    for (const part of telling) {
      for (const [style, cost] of part.costs) {
        const { weight, costs } = scores.get(style) ?? { weight: 0, costs: 0 }
        scores.set(style, { weight: weight + weigh(part), costs: costs + cost * bitsOfCost })
      }
    }
    const best = Math.max(0, ...[...scores.values()].map(({ weight }) => weight))
    const named = findNamed(words, whole, weightOf)
    const found = [...new Set([...scores.keys(), ...named.keys()])].flatMap((style) => {
      const { weight, costs } = scores.get(style) ?? { weight: 0, costs: 0 }
      const gain = named.get(style) ?? 0
      if (weight < leastOfBest * best && gain === 0) return []
      const faint = parts.filter((part) => !telling.has(part) && part.costs.has(style))
      return [{ style, score: weight - costs + gain + bitsOfFaint * faint.length }]
    })
    return found
      .sort((one, other) => other.score - one.score || one.style - other.style)
      .map(({ style }) => style)
  }

  /** Returns what styles gain of which words in a row are a name. */
  function findNamed(
    words: readonly Part[],
    whole: number,
    weightOf: (part: Part) => number,
  ): ReadonlyMap<number, number> {
    const named = new Map<number, number>()
    for (let start = 0; start < words.length; start++) {
      let weight = 0
      for (let end = start + 1; end <= Math.min(words.length, start + mostInName); end++) {
        weight += weightOf(words[end - 1]!)
        const span = words.slice(start, end)
        const isAll = span.length === words.length || (weight > 0 && weight > whole - 0.01)
        if (weight === 0 && !isAll) continue
        for (const { style, cost, length } of findNames(span.map(({ word }) => word))) {
          const bits = weight + bitsOfWord * length
          const gain = (isAll ? gainOfWhole : gainOfSome) * bits - cost * bitsOfCost
          named.set(style, Math.max(gain, named.get(style) ?? 0))
        }
      }
    }
    return named
  }
}
