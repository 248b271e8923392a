import { addTo, keepLowest, listIn } from './costs.ts'
import type { Costs, Index } from './costs.ts'
import type { Steps } from './steps.ts'
import { beginningOf, countShared } from './word-forms.ts'
import type { Compare } from './word-forms.ts'

/** A name of a style, or what remains of it without words that say nothing. */
interface NamedText {
  readonly words: readonly string[]
  readonly style: number
  readonly cost: number
}

/** What styles are called. */
interface NameIndex {
  readonly words: Index
  /** Texts of several words, as one word. */
  readonly joined: Index
  /** Adds the styles of which a text is a name, in any form, with their costs and more. */
  readonly findText: (typed: readonly string[], more: number, found: Costs) => void
}

const stylesAtOnce = 50

/**
 * Collects the words and names of styles, in steps; silent words say nothing about a style. What a
 * style is called are lists, with commas between them, of texts as `slugify` writes them, with
 * blanks between them: the most important list first, the category last.
 */
export function* indexNames(
  styles: readonly string[],
  isSilent: (word: string) => boolean,
  compare: Compare,
): Steps<NameIndex> {
  const words: Index = new Map()
  const joined: Index = new Map()
  /** Beginnings of words → the texts with them. */
  const texts = new Map<string, NamedText[]>()
  const add = (text: string, style: number, rank: number, isCategory: boolean): void => {
    const all = wordsOf(text)
    const most = all.filter((word) => !isSilent(word))
    const cost = 100 * rank + most.length
    for (const word of all) addTo(words, word, style, cost)
    if (isCategory) return
    for (const [place, some] of [all, most].entries()) {
      if (some.length > 1) addTo(joined, some.join(''), style, cost)
      // English names in another language are far behind.
      const named = { words: some, style, cost: 20 * rank ** 2 + 150 * place }
      if (some.length > 0) listIn(texts, beginningsOf(some), named)
    }
  }
  for (const [style, names] of styles.entries()) {
    if (style % stylesAtOnce === stylesAtOnce - 1) yield
    const lists = names.split(',')
    for (const [rank, list] of lists.entries()) {
      for (const text of list.split(' ')) add(text, style, rank, rank === lists.length - 1)
    }
  }
  return {
    words,
    joined,
    findText(typed, more, found) {
      for (const { words, style, cost } of texts.get(beginningsOf(typed)) ?? []) {
        const differing = words.reduce((sum, word, place) => {
          const other = typed[place] ?? ''
          const letters = compare(word, other) ?? Infinity
          return sum + (letters > countShared(word, other) ? Infinity : letters)
        }, 0)
        const form = differing === 0 ? 0 : 100 + 10 * differing
        if (differing < Infinity) keepLowest(found, style, cost + form + more)
      }
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
