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
  const isSaid = (task: ReadonlySet<string>, asked: readonly string[], place: number): boolean => {
    const [word = '', next = '', before = ''] = [asked[place], asked[place + 1], asked[place - 1]]
    return task.has(word) || task.has(`${word}-${next}`) || task.has(`${before}-${word}`)
  }
  return (asked, parts, found) => {
    const said = known.flatMap(({ task, costs, usual }) => {
      const saying = asked.filter((_, place) => isSaid(task, asked, place))
      if (saying.length === 0) return []
      if (found.size === 0) addAll(found, costs, 0)
      const others = parts.filter(({ word, trust }) => trust === 1 && !saying.includes(word))
      if (others.length === 0) return []
      const those = others.map((part) => {
        return { ...part, costs: new Map([...part.costs].filter(([style]) => costs.has(style))) }
      })
      const both = findParts(those.filter(({ costs }) => costs.size > 0))
      return [{ both, usual }]
    })
    const isDone = said.some(({ both }) => both.size > 0)
    for (const { both, usual } of said) {
      for (const [style, cost] of isDone || usual === undefined ? both : [usual]) {
        found.set(style, Math.min(cost, found.get(style) ?? cost) - taskGain)
      }
    }
  }
}
