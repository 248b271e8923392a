import type { TextGenerator } from '../../catalogue/catalogue.ts'
import type { Language } from '../../catalogue/locale.ts'
import type { Accents } from '../../engine/drawn-apart.ts'
import type { Mapping } from '../../engine/mapping.ts'
import { loneMapping } from '../../engine/operation.ts'
import { alphabetOf, commonGroups, specialLetters } from './alphabets.ts'

/** What a style leaves as it was typed. */
export interface PlainLetters {
  /** Of A to Z and the digits: single characters, or `a–z` for a whole group. */
  readonly common: readonly string[]
  /** Of the letters that the language has besides. */
  readonly special: readonly string[]
  /** Whether that is every letter of the language, and every digit. */
  readonly isAll: boolean
}

/**
 * Finds the letters and digits that a style leaves as they were typed wherever they stand;
 * `characters` are those that it changes in the language, with these accents.
 */
export function findPlainLetters(
  { data, transform }: Pick<TextGenerator, 'data' | 'transform'>,
  characters: Mapping,
  language: Language,
  accents: Accents,
): PlainLetters {
  const letters = alphabetOf(language)
  // What is put around a letter does not change it.
  const alone = letters.filter((letter) => has(characters.get(letter) ?? letter, letter, 1))
  const own = (text: string): string => transform(text, language, accents)
  const staying =
    loneMapping(data.operations) !== undefined || (hasNoTable(data) && isReordered(letters, own))
      ? new Set(alone)
      : findStaying(alone, own)
  const common = [...commonGroups].flatMap(([name, group]) => {
    const own = group.filter((letter) => staying.has(letter))
    return own.length === group.length ? [name] : own
  })
  const special = specialLetters[language].filter((letter) => staying.has(letter))
  return { common, special, isAll: staying.size === letters.length }
}

function hasNoTable({ operations }: TextGenerator['data']): boolean {
  return operations.every(({ effect }) => effect === 'rewrites')
}

/** Whether nothing becomes of a text but its own letters, on other lines or in another order. */
function isReordered(letters: readonly string[], transform: (text: string) => string): boolean {
  const inOrder = (text: string): string => [...text.replace(/\s/g, '')].sort().join('')
  // So that no two letters are there as often, and change places unseen.
  const text = letters.map((letter, index) => letter.repeat(index + 1)).join('')
  return inOrder(transform(text)) === inOrder(text)
}

/**
 * The letters that stay in a text with a word of each, at its ends and in between. Some styles take
 * turns, or leave a letter by chance: the fewer the letters, the more often each of them comes.
 */
function findStaying(
  letters: readonly string[],
  transform: (text: string) => string,
): ReadonlySet<string> {
  const several = Math.max(3, Math.floor(mostLetters / letters.length))
  const words = letters.map((letter) => `${letter}${middle}${letter.repeat(several)}${end}. `)
  // From behind it reads the same, for styles that turn the text around.
  const input = [...words, ...words.toReversed()].join('')
  const outputs = transform(input).split(end).filter((word) => word.includes(middle))
  // Where these two are not left, a letter in the output is there by accident, as 5 is in a code.
  if (outputs.length !== words.length * 2) return new Set()
  const stays = (letter: string, index: number): boolean =>
    [index, -index - 1].every((place) => has(outputs.at(place), letter, several + 1))
  return new Set(letters.filter(stays))
}

const mostLetters = 500

// Whatever leaves any letter leaves these.
const [middle, end] = ['中', '国']

/** Whether a letter is in a text at least `least` times, without a mark on it. */
function has(text = '', letter: string, least: number): boolean {
  const clusters = text.match(/\P{M}\p{M}*/gu) ?? []
  return clusters.filter((cluster) => cluster === letter).length >= least
}
