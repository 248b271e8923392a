import type { TextGenerator } from '../../catalogue/catalogue.ts'
import { decodedBy } from '../../engine/decoding/decoders.ts'
import type { Accents } from '../../engine/drawn-apart.ts'
import type { Mapping } from '../../engine/mapping.ts'
import { loneMapping } from '../../engine/operation.ts'
import { commonGroups } from './alphabets.ts'
import type { Alphabet } from './alphabets.ts'

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
  { language, special: specialLetters, all: letters }: Alphabet,
  accents: Accents,
): PlainLetters {
  // What a decoder leaves goes by what stands beside it.
  if (decodedBy(data) !== undefined) return { common: [], special: [], isAll: false }
  // What is put around a letter does not change it.
  const alone = letters.filter((letter) => {
    return lettersOf(characters.get(letter) ?? letter).includes(letter)
  })
  const staying =
    loneMapping(data.operations) === undefined
      ? findStaying(alone, (text) => transform(text, language, accents))
      : new Set(alone)
  const common = [...commonGroups].flatMap(([name, group]) => {
    const own = group.filter((letter) => staying.has(letter))
    return own.length === group.length ? [name] : own
  })
  const special = specialLetters.filter((letter) => staying.has(letter))
  return { common, special, isAll: staying.size === letters.length }
}

/**
 * The letters that stay in a text with a word of each, at its ends and in between. Some styles take
 * turns, or leave a letter by chance: the fewer the letters, the more often each of them comes.
 */
function findStaying(
  letters: readonly string[],
  transform: (text: string) => string,
): ReadonlySet<string> {
  const several = Math.max(7, Math.floor(mostLetters / letters.length))
  const words = letters.map((letter) => {
    return `${end} ${letter}${middle}${letter.repeat(several)}${middle} ${end}. `
  })
  // Lines may be turned around: the words come in any order.
  const outputs = transform(words.join('')).split(end).filter((word) => word.includes(middle))
  // Where these two are not left, a letter is there by accident, as 5 is in a code.
  if (outputs.length !== words.length) return new Set()
  const whole = new Set(outputs.flatMap((word) => repeatedIn(word, several)))
  return new Set(letters.filter((letter) => whole.has(letter)))
}

const mostLetters = 800

// Whatever leaves any letter leaves these.
const [middle, end] = ['ƻ', 'ǂ']

/** The letters, without a mark on them, that a word has more than `several` times. */
function repeatedIn(word: string, several: number): string[] {
  const counts = new Map<string, number>()
  for (const letter of lettersOf(word)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > several).map(([letter]) => letter)
}

function lettersOf(text: string): readonly string[] {
  return text.match(/\P{M}\p{M}*/gu) ?? []
}
