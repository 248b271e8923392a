import { addAll, addTo } from './costs.ts'
import type { Costs, Index, Part } from './costs.ts'
import { rangeOf } from '../mapping-data.ts'
import { memoize } from '../memo.ts'
import type { Words } from './words.ts'

/**
 * Returns the signs of a text, each once: emoji and the like without what only changes their look,
 * such as a tone of skin, letters that no Latin alphabet has, and marks on letters. A letter of a
 * styled alphabet counts as the first one of it. Letters that only such alphabets have with a mark
 * are taken apart.
 */
export function signsOf(text: string): string[] {
  const apart = text.normalize('NFC').replace(sign, (one) => one.normalize('NFD'))
  return [...new Set(apart.match(sign)?.map(alphabetOf))]
}

const sign =
  /[^\0-\u017f\s\p{C}\p{VS}\p{EMod}‘’“”–—…]/gu

/** Returns the first letter of an alphabet for any other, such as 𝐚 for 𝐧. */
function alphabetOf(sign: string): string {
  const letter = sign.normalize('NFKC').toLowerCase()
  const place = /^[a-z]$/.test(letter) ? letter.charCodeAt(0) - 'a'.charCodeAt(0) : 0
  return String.fromCodePoint((sign.codePointAt(0) ?? 0) - place)
}

function isAlphabet(sign: string): boolean {
  return sign.normalize('NFKC').toLowerCase() === 'a'
}

/** Returns a text without the words that have other letters, or marks: they are samples. */
export function withoutSigns(text: string): string {
  return text.normalize('NFC').replace(/\S+/g, (word) => (foreign.test(word) ? ' ' : word))
}

/** A word of another language, or the beginning of one in another script, and a style. */
export type Foreign = readonly [word: string, style: number]

/** What is found of the words of other languages, and the text without those of other scripts. */
interface Others {
  readonly parts: readonly Part[]
  readonly rest: string
}

/**
 * Returns what finds styles by words of other languages, in other scripts by their beginnings. Such
 * a word that is not known finds none. `living` is the source of a pattern for words whose letters
 * are all ordinary ones of one living script: what is pasted has others.
 */
export function createForeign(
  known: readonly Foreign[],
  living: string,
): (text: string) => Others {
  const isLiving = new RegExp(living, 'u')
  return (text) => {
    const parts: Part[] = []
    const rest = text.normalize('NFC').replace(foreignWord, (asked) => {
      const word = asked.toLowerCase().replace(/['’]/g, '')
      const isOther = foreign.test(word) && isLiving.test(word)
      const found = known.filter(([one]) => (isOther ? word.startsWith(one) : word === one))
      if (found.length > 0 || isOther) {
        parts.push({ word, costs: new Map(found.map(([, style]) => [style, costOfForeign])) })
      }
      return isOther ? ' ' : asked
    })
    return { parts, rest }
  }
}

/** What a style costs for a word of another language. */
const costOfForeign = 100

/** Letters and marks; an apostrophe separates Latin words alone. */
const foreignWord = /[\p{L}\p{M}]+(?:(?<![a-z])['’](?![a-z])[\p{L}\p{M}]+)*/giu

/** A letter that no Latin alphabet has, or a mark. */
const foreign = /(?![\0-\u017f]|\p{VS})[\p{L}\p{M}]/u

/**
 * Returns what finds words for what writes, or reads, a text of a shape: a code, or a style.
 * `shapes` has them in order, as sources of regular expressions.
 */
export function createShapes(
  shapes: readonly Shape[],
): (text: string) => string | undefined {
  const all = memoize(() => shapes.map(([source, flags, words]) => {
    return [new RegExp(source, flags), words] as const
  }))
  return (text) => {
    const between = spelled.exec(text)?.[1]
    if (between !== undefined) return `${between} between letters`
    return all().find(([shape]) => shape.test(text.trim()))?.[1]
  }
}

/** What a text looks like, and the words for it. */
export type Shape = readonly [source: string, flags: string, words: string]

/** Letters with the same sign between them. */
const spelled = /^[a-z]([^\p{L}\p{M}\p{N}\s])\ufe0e?[a-z]\1\ufe0e?[a-z](?:\1|\s|$)/iu

/** The signs that styles write. */
export interface Signs {
  readonly add: (style: number, operations: unknown) => void
  /** Finds the styles that write a sign, or one that people use for the same, or have its word. */
  readonly find: (sign: string) => Part
}

/** Creates an index of signs. `operations` has those of all styles, as JSON by slug. */
export function createSigns(
  operations: ReadonlyMap<string, unknown>,
  words: Words,
  kin: readonly Kin[],
): Signs {
  /** Returns the texts of JSON, but not its keys. `generator` names a style. */
  const textsIn = (json: unknown, key = ''): string[] => {
    if (key === 'generator') return textsIn(operations.get(String(json)))
    if (typeof json === 'string') return rangeOf(json) ?? [json]
    return Object.entries(Object(json)).flatMap(([own, value]) => textsIn(value, own))
  }
  const writers: Index = new Map()
  return {
    add(style, own) {
      // One long text is searched much faster than thousands of letters.
      const written = signsOf(textsIn(own).join(' '))
      const alphabets = written.filter(isAlphabet)
      const cost = Math.max(2, alphabets.length) // small letters and capitals
      for (const sign of alphabets) addTo(writers, sign, style, cost)
      for (const sign of written) addTo(writers, sign, style, written.length)
    },
    find(sign) {
      const costs: Costs = new Map()
      const [others, word] = kin.find(([signs]) => signs.includes(sign)) ?? ['', '']
      addAll(costs, writers.get(sign), 0)
      for (const other of others) addAll(costs, writers.get(other), costOfKin)
      addAll(costs, words.costsOf(word), costOfWord)
      return { word: sign, costs }
    },
  }
}

/** What styles cost that write a sign of the same kind, and those that are named by its word. */
const [costOfKin, costOfWord] = [20, 40]

/** Signs that people use for the same, and the word for them. */
export type Kin = readonly [signs: string, word: string]
