import { addAll } from './costs.ts'
import type { Costs, Part } from './costs.ts'
import { createComparison, createWordList } from './forms.ts'
import { memoize } from '../memo.ts'
import { createNames, wordsOf } from './names.ts'
import { createScoring } from './scoring.ts'
import { createForeign, createShapes, createSigns, signsOf, withoutSigns } from './signs.ts'
import type { Foreign, Kin, Shape } from './signs.ts'
import { slugify } from '../spelling.ts'
import { createWords } from './words.ts'

export { createNamedSearch } from './named.ts'
export type { Kin, Shape } from './signs.ts'

/** What the search knows of a language. Words are without accents, and separated by blanks. */
export interface SearchWords {
  /** The styles with which the order of all of them begins. */
  readonly first: readonly number[]
  /** Words that say nothing about a style, such as `font`. */
  readonly skipped: string
  /** Words that count only if no other finds anything, such as `instagram`. */
  readonly faint: string
  /**
   * Groups of words that say what to do, with commas between them: to remove a style, to read it,
   * to hide a text. Pairs of words have a hyphen.
   */
  readonly tasks: string
  /** Endings in which forms of a word differ. */
  readonly endings: string
  /** Words of languages that the pages do not have. */
  readonly foreign: readonly Foreign[]
  /** The source of a pattern for their words in other scripts. */
  readonly living: string
  /** Signs that people use for the same. */
  readonly kin: readonly Kin[]
  /** What pasted codes and styles look like. */
  readonly shapes: readonly Shape[]
}

/** What the search knows. */
export interface SearchData extends SearchWords {
  /** What returns how each style is called, as `Names` adds it. */
  readonly names: ReadonlyArray<() => string>
  /** The JSON of the operations of each style by slug; only those that decode may have none. */
  readonly operations: ReadonlyMap<string, unknown>
}

/** What a query finds. */
export interface Found {
  /** The indexes of the styles, the best first. */
  readonly styles: readonly number[]
  /** Whether no style has one of its words or signs; the pages then show all styles. */
  readonly isUnknown: boolean
}

/** Further words and signs are ignored. */
const mostWords = 20

/** Further code units are ignored. */
const mostUnits = 200

/** Finds styles by what people type, the best first. */
export type Rank = (text: string) => Found

/** A search, and the calls that make it ready, each of about a millisecond. */
export interface Ranking {
  readonly calls: ReadonlyArray<() => void>
  readonly rank: Rank
}

/** So many styles are added at a time. */
const stylesInCall = 20

/**
 * Creates a search for styles by what people type, the best first: those that have most of its
 * words, by how rare they are, and those of which words are a whole name. A sign finds what is
 * written with it or a similar one. Words that say little, and no words at all, are followed by all
 * other styles.
 */
export function createRanking(data: SearchData): Ranking {
  const { names: styles, operations } = data
  const compare = createComparison(data.endings)
  const silent = data.skipped.split(' ')
  const isSilent = createWordList(silent, compare)
  const isFaint = createWordList(data.faint.split(' '), compare)
  const words = createWords(silent, compare)
  const names = createNames(words, isSilent, compare)
  const signs = createSigns(operations, words, data.kin)
  const slugs = [...operations.keys()]
  const add = (style: number): void => {
    names.add(style, styles[style]?.() ?? '')
    signs.add(style, operations.get(slugs[style] ?? ''))
  }
  const calls = Array.from({ length: Math.ceil(styles.length / stylesInCall) }, (_, call) => () => {
    const end = Math.min(styles.length, (call + 1) * stylesInCall)
    for (let style = call * stylesInCall; style < end; style++) add(style)
  })
  const shapeOf = createShapes(data.shapes)
  const findForeign = createForeign(data.foreign, data.living)
  const score = createScoring(styles.length, names.find)
  const tasks = memoize(() => data.tasks.split(',').map((group) => {
    const said = new Set(group.match(/\S+/g))
    const costs: Costs = new Map()
    for (const word of said) addAll(costs, words.costsOf(word), 0)
    return { said, costs }
  }))
  const usual = [...new Set([...data.first, ...styles.keys()])]

  /** Returns whether a list has a word, or one of its pairs with the words beside it. */
  const isSaid = (list: ReadonlySet<string>, asked: readonly string[], place: number): boolean => {
    const [before, word = '', after] = [asked[place - 1], asked[place], asked[place + 1]]
    return list.has(word) || list.has(`${before}-${word}`) || list.has(`${word}-${after}`)
  }

  /** Returns what each word finds. */
  const findParts = (asked: readonly string[]): Part[] => {
    const findOnce = memoize(words.find)
    return asked.map((word, place): Part => {
      const task = tasks().find(({ said }) => isSaid(said, asked, place))
      if (task !== undefined) return { word, costs: task.costs }
      const part = isSilent(word) ? undefined : findOnce(word)
      // A silent word may be mistyped.
      const isTelling = part !== undefined && !isSilent(part.word)
      if (!isTelling) return { word, costs: new Map(), role: 'silent' }
      return isFaint(word) ? { ...part, role: 'faint' } : part
    })
  }

  const rank: Rank = (query) => {
    const text = query.slice(0, mostUnits)
    const shaped = shapeOf(text)
    if (shaped !== undefined) return rank(shaped)
    const asked = wordsOf(slugify(withoutSigns(text)))
    const others = findForeign(text)
    const parts = [...findParts(asked.slice(0, mostWords)), ...others.parts]
    const shown = signsOf(others.rest).slice(0, mostWords).map(signs.find)
    const all = [...parts, ...shown]
    if (all.length === 0) return { styles: [], isUnknown: true }
    const styles = score(parts, shown)
    const isTelling = shown.length > 0 || parts.some(({ role }) => role !== 'silent')
    const isUnknown = styles.length === 0 && isTelling
    const isBroad = all.every(({ costs, role }) => costs.size === 0 || role === 'faint')
    return { styles: isBroad ? [...new Set([...styles, ...usual])] : styles, isUnknown }
  }
  return { calls, rank }
}

/**
 * Creates a function that returns whether a text has one of some words, in any form, or several in
 * a row, which have hyphens in the list.
 */
export function createWordTest(list: string, endings: string): (text: string) => boolean {
  const isListed = createWordList(list.split(' '), createComparison(endings))
  const rows = list.split(' ').filter((word) => word.includes('-'))
  return (text) => {
    const slug = slugify(text.slice(0, mostUnits))
    return wordsOf(slug).some(isListed) || rows.some((row) => `-${slug}-`.includes(`-${row}-`))
  }
}
