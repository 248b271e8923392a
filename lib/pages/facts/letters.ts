import type { TextGenerator } from '../../catalogue/catalogue.ts'
import type { Language } from '../../catalogue/locale.ts'
import type { Words } from '../../catalogue/locale-files.ts'
import { decodedBy } from '../../engine/decoding/decoding.ts'
import type { Accents } from '../../engine/drawn-apart.ts'
import { loneMapping } from '../../engine/operation.ts'
import type { Characters } from '../../engine/traits.ts'

/** The letters and digits of a language, on which a page reports. */
export type Alphabet = ReturnType<typeof alphabetOf>

/** The groups of characters that every language has, by their common name. */
export const commonGroups: ReadonlyMap<string, readonly string[]> = new Map([
  ['a–z', [...'abcdefghijklmnopqrstuvwxyz']],
  ['A–Z', [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']],
  ['0–9', [...'0123456789']],
])

/** Returns the alphabet of a language, whose own letters are in its locale file. */
export function alphabetOf(language: Language, { letters }: Pick<Words, 'letters'>) {
  const own = letters(language).map((letter) => [letter, [letter]] as const)
  /** By name: the groups that every language has, and each other letter alone. */
  const groups = new Map([...commonGroups, ...own])
  return { language, groups, all: [...groups.values()].flat() }
}

/**
 * Returns the letters and digits of a language that a style changes, each with its output when it
 * is alone, and whether these are all. If it changes none of them, returns the first of its other
 * characters. Outputs of several lines do not fit into a table.
 */
export function characterRows(characters: Characters, { all }: Alphabet) {
  const own = all.filter((letter) => characters.has(letter))
  const inputs = own.length > 0 ? own : [...characters].slice(0, mostOthers).map(([key]) => key)
  const rows = inputs
    .map((input) => [input, characters.get(input) ?? input] as const)
    .filter(([, output]) => !/[\n\r]/.test(output))
  const shown = new Map(rows)
  return { rows, areAll: !hasOther(characters, (key) => shown.has(key)) }
}

function hasOther(characters: Characters, isKnown: (key: string) => boolean): boolean {
  for (const [key] of characters) if (!isKnown(key)) return true
  return false
}

const mostOthers = 40

/**
 * Finds the letters and digits that a style leaves as they are in every context, and whether these
 * are all of the language. A whole group is one name, such as `a–z`. `characters` are those that
 * the style changes with these accents.
 */
export function findPlainLetters(
  { data, transform }: Pick<TextGenerator, 'data' | 'transform'>,
  characters: Characters,
  { language, groups, all }: Alphabet,
  accents: Accents,
): { readonly names: readonly string[]; readonly isAll: boolean } {
  // In a decoder it depends on the neighbours whether a letter stays.
  if (decodedBy(data) !== undefined) return { names: [], isAll: false }
  // A letter between added signs is not changed.
  const alone = all.filter((letter) => {
    return lettersOf(characters.get(letter) ?? letter).includes(letter)
  })
  const staying =
    loneMapping(data.operations) === undefined
      ? findStaying(alone, (text) => transform(text, language, accents))
      : alone
  const names = [...groups].flatMap(([name, group]) => {
    const own = group.filter((letter) => staying.includes(letter))
    return own.length === group.length ? [name] : own
  })
  return { names, isAll: staying.length === all.length }
}

/**
 * Returns the letters that stay in a text with one word for each, at its ends and inside. Some
 * styles alternate or leave letters at random: the fewer letters there are, the longer the words.
 */
function findStaying(
  letters: readonly string[],
  transform: (text: string) => string,
): readonly string[] {
  const several = Math.max(7, Math.floor(mostLetters / letters.length))
  const words = letters.map((letter) => {
    return `${end} ${letter}${middle}${letter.repeat(several)}${middle} ${end}. `
  })
  // A style may reverse the lines, so the words are found by their signs and not by their order.
  const outputs = transform(words.join('')).split(end).filter((word) => word.includes(middle))
  // Without these signs a letter is only part of a code, such as 5.
  if (outputs.length !== words.length) return []
  const whole = new Set(outputs.flatMap((word) => repeatedIn(word, several)))
  return letters.filter((letter) => whole.has(letter))
}

const mostLetters = 800

// Every style that leaves any letter leaves these.
const [middle, end] = ['ƻ', 'ǂ']

/** Returns the letters without marks that occur more than `several` times in a word. */
function repeatedIn(word: string, several: number): string[] {
  const counts = new Map<string, number>()
  for (const letter of lettersOf(word)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts].filter(([, count]) => count > several).map(([letter]) => letter)
}

function lettersOf(text: string): readonly string[] {
  return text.match(/\P{M}\p{M}*/gu) ?? []
}
