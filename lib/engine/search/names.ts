import { addTo, listIn } from './costs.ts'
import type { Index } from './costs.ts'
import { forEachInSteps } from '../steps.ts'
import type { Steps } from '../steps.ts'
import { beginningOf } from './forms.ts'
import type { Compare } from './forms.ts'

/** What styles are called. */
export interface Names {
  readonly words: Index
  /** Names of several words, typed as one. */
  readonly joined: Index
  /** Returns the styles of which some words are a name, in any form, but for silent words. */
  readonly find: (typed: readonly string[]) => readonly Named[]
}

/** A style of which some words are a name. */
export interface Named {
  readonly style: number
  readonly cost: number
  /** How many words the name has in common with what was typed. */
  readonly length: number
}

interface Name {
  readonly words: readonly string[]
  /** The words that say something, or all words if none does. */
  readonly telling: readonly string[]
  readonly style: number
  readonly cost: number
}

/** What a word costs of each list after the first one. */
const costOfList = 100

/** What a name costs that has other silent words. */
const costOfSilent = 150

/** What a name costs of the lists behind the first one, times the square of the list's place. */
const costOfPlace = 20

/** What other forms of a name's words cost, and what each letter costs that differs. */
const [costOfForms, costOfLetter] = [100, 10]

/**
 * Collects the words and names of styles, in steps. What a style is called are lists, with commas
 * between them, of names as `slugify` writes them, with blanks between them: the most important
 * list first, the category last. Silent words say nothing about a style.
 */
export function* indexNames(
  styles: readonly string[],
  isSilent: (word: string) => boolean,
  compare: Compare,
): Steps<Names> {
  const words: Index = new Map()
  const joined: Index = new Map()
  /** Beginnings of words → the names with them. */
  const names = new Map<string, Name[]>()
  const tellingOf = (all: readonly string[]): readonly string[] => {
    const telling = all.filter((word) => !isSilent(word))
    return telling.length > 0 ? telling : all
  }
  const add = (name: string, style: number, rank: number): void => {
    const all = wordsOf(name)
    const telling = tellingOf(all)
    const cost = costOfList * rank + telling.length
    for (const word of all) addTo(words, word, style, cost)
    if (all.length > 1) addTo(joined, all.join(''), style, cost)
    // English names in another language are far behind.
    const own = { words: all, telling, style, cost: costOfPlace * rank ** 2 }
    listIn(names, beginningsOf(telling), own)
  }
  yield* forEachInSteps(styles, (text, style) => {
    const lists = text.split(',')
    for (const [rank, list] of lists.entries()) {
      for (const name of list.split(' ')) add(name, style, rank)
    }
  })
  /** Returns what the forms of some words cost that are typed for those of a name. */
  const costOfDifference = (name: readonly string[], typed: readonly string[]): number => {
    const differing = name.reduce((sum, word, place) => {
      const other = typed[place] ?? ''
      return sum + (compare(word, other) ?? Infinity)
    }, 0)
    return differing === 0 ? 0 : costOfForms + costOfLetter * differing
  }
  return {
    words,
    joined,
    find(typed) {
      const asked = tellingOf(typed)
      return (names.get(beginningsOf(asked)) ?? []).flatMap(({ words, telling, style, cost }) => {
        const more = costOfDifference(telling, asked)
        const isWhole = words.length === typed.length && words.every((word, place) => {
          const other = typed[place] ?? ''
          return word === other || (!isSilent(other) && compare(word, other) !== undefined)
        })
        if (isWhole) return [{ style, cost: cost + more, length: words.length }]
        if (more === Infinity) return []
        return [{ style, cost: cost + more + costOfSilent, length: telling.length }]
      })
    },
  }
}

/** Splits a text that `slugify` has written. */
export function wordsOf(slug: string): readonly string[] {
  return slug.split('-').filter((word) => word !== '')
}

/** Returns what the forms of the words have in common. */
function beginningsOf(words: readonly string[]): string {
  return words.map(beginningOf).join(' ')
}
