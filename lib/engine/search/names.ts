import { listIn } from './costs.ts'
import { beginningOf } from './forms.ts'
import type { Compare } from './forms.ts'
import type { Words } from './words.ts'

/** What styles are called. */
export interface Names {
  /**
   * Adds a style, and its words. What it is called are lists, with commas between them, of names as
   * `slugify` writes them, with blanks between them: the most important list first, the category
   * last.
   */
  readonly add: (style: number, lists: string) => void
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

/** A name as `slugify` writes it. Its words are found again when it is asked for: few names are. */
interface Name {
  readonly name: string
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

/** Creates an index of names. Silent words say nothing about a style. */
export function createNames(
  words: Words,
  isSilent: (word: string) => boolean,
  compare: Compare,
): Names {
  /** Beginnings of words → the names with them. */
  const names = new Map<string, Name[]>()
  /** Returns the words that say something, or all words if none does. */
  const tellingOf = (all: readonly string[]): readonly string[] => {
    const telling = all.filter((word) => !isSilent(word))
    return telling.length > 0 ? telling : all
  }
  const add = (name: string, style: number, rank: number): void => {
    const all = wordsOf(name)
    const telling = tellingOf(all)
    const cost = costOfList * rank + telling.length
    for (const word of all) words.add(word, style, cost)
    // Several words may be typed as one.
    if (all.length > 1) words.add(all.join(''), style, cost)
    // English names in another language are far behind.
    listIn(names, beginningsOf(telling), { name, style, cost: costOfPlace * rank ** 2 })
  }
  /** Returns what the forms of some words cost that are typed for those of a name. */
  const costOfDifference = (name: readonly string[], typed: readonly string[]): number => {
    const differing = name.reduce((sum, word, place) => {
      const other = typed[place] ?? ''
      return sum + (compare(word, other) ?? Infinity)
    }, 0)
    return differing === 0 ? 0 : costOfForms + costOfLetter * differing
  }
  return {
    add(style, lists) {
      for (const [rank, list] of lists.split(',').entries()) {
        for (const name of list.split(' ')) add(name, style, rank)
      }
    },
    find(typed) {
      const asked = tellingOf(typed)
      return (names.get(beginningsOf(asked)) ?? []).flatMap(({ name, style, cost }) => {
        const words = wordsOf(name)
        const telling = tellingOf(words)
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
