import { addAll, keepLowest } from './costs.ts'
import type { Costs, Index } from './costs.ts'
import type { FindParts } from './weighing.ts'
import type { Part } from './word-finder.ts'

/** Indexes of styles that decode others, and of those others. */
export type Decoders = ReadonlyArray<readonly [decoder: number, decoded: number]>

/** What a style gains that does what is asked, with another word of the query. */
const taskGain = 6000

/** What a word costs for the decoder of a style that has it. */
const ofDecoded = 100

/**
 * Creates a function that puts the styles first that do what a query asks for, such as decode, and
 * have the most of its other parts; if there are none, the style that one of these words is an alias
 * of. Each task is a group of words that ask for it; a pair of words has a hyphen. `decoders`
 * has decoders and what they decode, whose words count for them, too.
 */
export function createTasks(
  tasks: ReadonlyArray<readonly string[]>,
  decoders: Decoders,
  words: Index,
  findParts: FindParts,
): (asked: readonly string[], parts: readonly Part[], found: Costs) => void {
  const known = tasks.map((task) => {
    const costs: Costs = new Map()
    for (const word of task) addAll(costs, words.get(word), 0)
    // A name or alias that is this word alone has one word in its cost.
    const bare = [...costs].filter(([, cost]) => cost % 100 === 1)
    const [usual] = bare.sort(([, one], [, other]) => one - other)
    return { task: new Set(task), costs, usual }
  })
  const decoderOf = new Map(decoders.map(([decoder, decoded]) => [decoded, decoder]))
  return (asked, parts, found) => {
    for (const { task, costs, usual } of known) {
      const saying = asked.flatMap((word, place) => {
        const next = asked[place + 1] ?? ''
        return task.has(word) ? [word] : task.has(`${word}-${next}`) ? [word, next] : []
      })
      const others = parts.filter(({ word, trust }) => trust === 1 && !saying.includes(word))
      if (saying.length === 0 || others.length === 0) continue
      const those = others.map((part) => {
        const own: Costs = new Map()
        for (const [style, cost] of part.costs) {
          const decoder = decoderOf.get(style) ?? -1
          if (costs.has(style)) keepLowest(own, style, cost)
          if (costs.has(decoder)) keepLowest(own, decoder, cost + ofDecoded)
        }
        return { ...part, costs: own }
      })
      const both = findParts(those.filter(({ costs }) => costs.size > 0))
      if (both.size === 0 && usual !== undefined) both.set(...usual)
      for (const [style, cost] of both) {
        found.set(style, Math.min(cost, found.get(style) ?? cost) - taskGain)
      }
    }
  }
}
