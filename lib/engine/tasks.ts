import { addAll } from './costs.ts'
import type { Costs, Index } from './costs.ts'
import type { FindParts } from './weighing.ts'
import type { Part } from './word-finder.ts'

/** What a style gains that does what is asked, with another word of the query. */
const taskGain = 6000

/**
 * Creates a function that puts the styles first that do what a query asks for, such as decode, and
 * have the most of its other parts; if there are none, the style that has one of these words as an
 * alias. If nothing else was found, it finds all styles with these words. Each task is a group of
 * words that ask for it; a pair of words has a hyphen.
 */
export function createTasks(
  tasks: ReadonlyArray<readonly string[]>,
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
  return (asked, parts, found) => {
    for (const { task, costs, usual } of known) {
      const saying = asked.flatMap((word, place) => {
        const next = asked[place + 1] ?? ''
        return task.has(word) ? [word] : task.has(`${word}-${next}`) ? [word, next] : []
      })
      if (saying.length === 0) continue
      if (found.size === 0) addAll(found, costs, 0)
      const others = parts.filter(({ word, trust }) => trust === 1 && !saying.includes(word))
      if (others.length === 0) continue
      const those = others.map((part) => {
        return { ...part, costs: new Map([...part.costs].filter(([style]) => costs.has(style))) }
      })
      const both = findParts(those.filter(({ costs }) => costs.size > 0))
      if (both.size === 0 && usual !== undefined) both.set(...usual)
      for (const [style, cost] of both) {
        found.set(style, Math.min(cost, found.get(style) ?? cost) - taskGain)
      }
    }
  }
}
