import { addTo, listIn } from './costs.ts'
import type { Index } from './costs.ts'
import type { Steps } from '../steps.ts'
import { beginningOf, countShared } from './forms.ts'
import type { Compare } from './forms.ts'

/** What styles are called. */
export interface Names {
  readonly words: Index
  /** Names of several words, typed as one. */
  readonly joined: Index
  /** Returns the styles of which some words are a whole name, in any form, each with a cost. */
  readonly find: (typed: readonly string[]) => ReadonlyArray<readonly [style: number, cost: number]>
}

/** What a list costs more than the one before: names, aliases, addresses, English names. */
export const costOfList = 100

/** What a name costs of which only the words that say something were typed. */
const costOfSilent = 150

const stylesInStep = 50

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
  const names = new Map<string, Array<readonly [words: readonly string[], style: number, cost: number]>>()
  const add = (name: string, style: number, rank: number, isCategory: boolean): void => {
    const all = wordsOf(name)
    const telling = all.filter((word) => !isSilent(word))
    const cost = costOfList * rank + telling.length
    for (const word of all) addTo(words, word, style, cost)
    if (isCategory) return
    for (const [place, some] of [all, telling].entries()) {
      if (some.length > 1) addTo(joined, some.join(''), style, cost)
      if (some.length === 0 || (place === 1 && some.length === all.length)) continue
      listIn(names, beginningsOf(some), [some, style, 20 * rank ** 2 + costOfSilent * place])
    }
  }
  for (const [style, text] of styles.entries()) {
    if (style % stylesInStep === stylesInStep - 1) yield
    const lists = text.split(',')
    for (const [rank, list] of lists.entries()) {
      for (const name of list.split(' ')) add(name, style, rank, rank === lists.length - 1)
    }
  }
  /** Returns what the forms of some words cost that are typed for those of a name. */
  const costOfForms = (name: readonly string[], typed: readonly string[]): number => {
    const differing = name.reduce((sum, word, place) => {
      const other = typed[place] ?? ''
      const letters = compare(word, other) ?? Infinity
      return sum + (letters > countShared(word, other) ? Infinity : letters)
    }, 0)
    return differing === 0 ? 0 : 100 + 10 * differing
  }
  return {
    words,
    joined,
    find(typed) {
      return (names.get(beginningsOf(typed)) ?? []).flatMap(([name, style, cost]) => {
        const more = costOfForms(name, typed)
        return more < Infinity ? [[style, cost + more] as const] : []
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
