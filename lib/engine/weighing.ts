import type { Costs } from './costs.ts'
import type { Part } from './word-finder.ts'

/** The cost of a word that is missing. */
export const unlikely = 10_000

/** The shares of the weight of a query, and of that of the best style, which a style must have. */
const [leastOfQuery, leastOfBest] = [0.2, 0.6]

/**
 * Returns the share of the weight of a word that a style gets: less for a part of a longer alias or
 * an address, and least for English names in another language and the category.
 */
function fitOf(cost: number): number {
  return cost <= 101 ? 1 : cost < 300 ? 0.7 : 0.5
}

/** The weight of a word that no style has, as a share of that of one that a single style has. */
const unknownShare = 0.7

/** Finds the styles that have the most of some parts of a query. */
export type FindParts = (parts: readonly Part[]) => Costs

/** Creates a function that finds the styles, of so many, that have the most of some parts. */
export function createWeighing(count: number): FindParts {
  const unknownWeight = unknownShare * Math.log2(1 + count)

  /** Weighs a part by how few styles it finds, in bits. */
  const weigh = ({ costs, trust }: Part): number =>
    costs.size === 0 ? 0 : trust * Math.log2(1 + count / costs.size)

  return (parts) => {
    const scores = new Map<number, { weight: number; fit: number; sum: number }>()
    let whole = 0
    let unknown = 0
    for (const part of parts) {
      const weight = weigh(part)
      whole += weight
      if (weight === 0) unknown++
      for (const [style, cost] of part.costs) {
        const score = scores.get(style) ?? { weight: 0, fit: 0, sum: 0 }
        score.weight += weight
        score.fit += weight * fitOf(cost)
        score.sum += cost
        scores.set(style, score)
      }
    }
    const best = Math.max(0, ...[...scores.values()].map(({ weight }) => weight))
    const found: Costs = new Map()
    if (best < leastOfQuery * (whole + unknown * unknownWeight)) return found
    for (const [style, { weight, fit, sum }] of scores) {
      if (weight < leastOfBest * best) continue
      const isMissing = whole - weight > 0.01 || unknown > 0
      found.set(style, sum + 100 * (whole - fit) + (isMissing ? unlikely : 0))
    }
    return found
  }
}
