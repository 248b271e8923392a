import { countEdits, leastEdits, lettersOf, slugify } from './spelling.ts'

/**
 * What a style is called: lists of texts as `slugify` writes them, the most important first. The
 * last is its category.
 */
export type Names = ReadonlyArray<readonly string[]>

/** Words of a language without accents, separated by blanks. */
export interface SearchWords {
  /** Words that say nothing about a style, such as `font`. */
  readonly skipped: string
  /** Endings with or without which a word is the same. */
  readonly endings: string
}

/** A style that was found. */
export interface Found {
  /** Its index. */
  readonly style: number
  /** The lower, the better. From `unlikely` on, something that was asked for is missing. */
  readonly cost: number
}

/** The cost of a word that is missing, and of a query that says nothing. */
export const unlikely = 10_000

/** Further words are ignored. */
const mostWords = 12

/** Shorter words must be typed correctly, and are not found within others. */
const leastLetters = 5

/** Style → its lowest cost. */
type Costs = Map<number, number>
/** Word → the styles that have it. */
type Index = Map<string, Costs>

/**
 * Creates a function that finds styles by what people type, the best first: by a whole text, then
 * by words; each in the order of the lists. Words match at their beginning or without an ending. A
 * word that matches none is taken for those with the fewest typing errors, or else for those that
 * contain it. If no style has all words, those with the most are found, if that is half of them. A
 * query that says nothing finds everything.
 */
export function createRanking(
  styles: readonly Names[],
  { skipped, endings }: SearchWords,
): (text: string) => readonly Found[] {
  const ending = new RegExp(`(?<=...)(?:${endings.replaceAll(' ', '|')})$`)
  /** The words of styles without endings. */
  const stems = new Map<string, string>()
  const stem = (word: string): string => stems.get(word) ?? word.replace(ending, '')
  const silent = new Set(skipped.split(' ').map(stem))
  const telling = (all: readonly string[]): readonly string[] => {
    return all.filter((word) => !silent.has(stem(word)))
  }
  /** Writes a text as it is, without the words that say nothing, and both without endings. */
  const keysOf = (all: readonly string[]): readonly string[] => {
    const most = telling(all)
    return [all, most, all.map(stem), most.map(stem)].map((words) => words.join(''))
  }

  const texts: Index = new Map()
  const joined: Index = new Map()
  const words: Index = new Map()
  const index = (text: string, style: number, rank: number, isCategory: boolean): void => {
    const all = wordsOf(text)
    for (const word of all) stems.set(word, stem(word))
    const most = telling(all)
    const cost = 100 * rank + most.length
    for (const word of all) addTo(words, word, style, cost)
    if (isCategory) return
    for (const some of [all, most]) if (some.length > 1) addTo(joined, some.join(''), style, cost)
    for (const [place, key] of keysOf(all).entries()) {
      addTo(texts, key, style, 10 * rank + 50 * place)
    }
  }
  for (const [style, lists] of styles.entries()) {
    for (const [rank, list] of lists.entries()) {
      for (const text of list) index(text, style, rank, rank === lists.length - 1)
    }
  }
  texts.delete('')
  const known = [...words, ...joined].map(([word, costs]) => {
    return { word, stem: stem(word), letters: lettersOf(word), costs }
  })
  const alike = new Map(known.map(({ word }) => [word[0], new Array<(typeof known)[0]>()]))
  const ofLength: Array<typeof known> = []
  for (const one of known) {
    alike.get(one.word[0])?.push(one)
    ;(ofLength[one.word.length] ??= []).push(one)
  }

  const findWord = (asked: string): Costs => {
    const found: Costs = new Map()
    const askedStem = stem(asked)
    for (const { word, stem, costs } of alike.get(asked[0]) ?? []) {
      if (stem === askedStem) addAll(found, costs, word === asked ? 0 : 10)
      else if (word.startsWith(asked)) addAll(found, costs, 20)
    }
    if (found.size > 0 || asked.length < leastLetters) return found
    let most = mostEdits(asked)
    for (const typed of askedStem.length < leastLetters ? [asked] : new Set([asked, askedStem])) {
      most = Math.min(most, mostEdits(typed))
      const typedLetters = lettersOf(typed)
      for (let length = typed.length - most; length <= typed.length + most; length++) {
        for (const { word, letters, costs } of ofLength[length] ?? []) {
          // This is much faster than counting the edits.
          if (leastEdits(typedLetters, letters) > most) continue
          const edits = countEdits(typed, word, most)
          if (edits > most) continue
          if (edits < most) found.clear()
          most = edits
          addAll(found, costs, 1000 * edits)
        }
      }
    }
    if (found.size > 0) return found
    for (const [word, costs] of words) if (word.includes(asked)) addAll(found, costs, 5000)
    return found
  }

  return (text) => {
    const asked = wordsOf(slugify(text)).slice(0, mostWords)
    const most = telling(asked)
    const parts = (most.length > 0 ? most : asked).map(findWord)
    const counts = new Map<number, number>()
    const sums: Costs = new Map()
    for (const part of parts) {
      for (const [style, cost] of part) {
        counts.set(style, (counts.get(style) ?? 0) + 1)
        // If no style has all words, rare words say more than frequent ones.
        sums.set(style, (sums.get(style) ?? 0) + cost + 5 * part.size)
      }
    }
    const top = Math.max(0, ...counts.values())
    for (const [style, count] of counts) if (count < top) sums.delete(style)

    const found: Costs = new Map()
    for (const [place, key] of keysOf(asked).entries()) {
      addAll(found, texts.get(key), 50 * place - 1000)
    }
    if (most.length > 1 && top < most.length) {
      for (const [style, cost] of findWord(most.join(''))) keepLowest(found, style, cost)
    }
    const missing = parts.length - top + (most.length > 0 ? 0 : 1)
    if (top * 2 >= parts.length) {
      for (const [style, cost] of sums) keepLowest(found, style, cost + missing * unlikely)
    }
    if (asked.length > 0 && most.length === 0) {
      for (const style of styles.keys()) keepLowest(found, style, 2 * unlikely)
    }
    return [...found]
      .map(([style, cost]) => ({ style, cost }))
      .sort((one, other) => one.cost - other.cost || one.style - other.style)
  }
}

function wordsOf(slug: string): readonly string[] {
  return slug.split('-').filter((word) => word !== '')
}

/** Returns how many typing errors are forgiven: one in five letters, two in nine, three in 14. */
function mostEdits({ length }: string): number {
  return length < 9 ? 1 : length < 14 ? 2 : 3
}

function addTo(index: Index, word: string, style: number, cost: number): void {
  const costs = index.get(word)
  if (costs === undefined) index.set(word, new Map([[style, cost]]))
  else keepLowest(costs, style, cost)
}

/** Adds styles with their costs and more; each keeps the lowest. */
function addAll(found: Costs, costs: Costs | undefined, more: number): void {
  for (const [style, cost] of costs ?? []) keepLowest(found, style, cost + more)
}

function keepLowest(costs: Costs, style: number, cost: number): void {
  costs.set(style, Math.min(costs.get(style) ?? Infinity, cost))
}

/** Returns the indexes of the texts that share the most pairs of letters with another one. */
export function findSimilar(asked: string, texts: readonly string[], most: number): number[] {
  const pairsOf = (text: string): readonly string[] => {
    const letters = ` ${slugify(text)} `
    return Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2))
  }
  const wanted = new Set(pairsOf(asked))
  const shares = texts.map((text) => {
    const pairs = pairsOf(text)
    return pairs.filter((pair) => wanted.has(pair)).length / (pairs.length + wanted.size)
  })
  return [...shares.keys()]
    .sort((one, other) => (shares[other] ?? 0) - (shares[one] ?? 0) || one - other)
    .slice(0, most)
}
