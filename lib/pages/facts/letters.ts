import type { Language } from '../../catalogue/locale.ts'
import type { Words } from '../../catalogue/words.ts'
import { graphemeClusters } from '../../engine/graphemes.ts'
import type { Characters } from '../../engine/traits.ts'

/** The letters and digits of a language, on which a page reports. */
export type Alphabet = ReturnType<typeof alphabetOf>

/** The groups of characters that every language has, by their common name. */
const commonGroups: ReadonlyMap<string, readonly string[]> = new Map([
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
 * Returns the letters and digits of a language that a style leaves as they are, by its file, and
 * whether these are all. A whole group is one name, such as `a–z`.
 */
export function plainLettersOf(
  keeps: string,
  characters: Characters,
  { groups, all }: Alphabet,
): { readonly names: readonly string[]; readonly isAll: boolean } {
  // A language may change a letter that others keep, such as the I of Turkish.
  const stays = (letter: string): boolean => {
    return graphemeClusters(characters.get(letter) ?? letter).includes(letter)
  }
  const kept = keeps.split(' ').flatMap((name) => commonGroups.get(name) ?? [name]).filter(stays)
  const names = [...groups].flatMap(([name, group]) => {
    const own = group.filter((letter) => kept.includes(letter))
    return own.length === group.length ? [name] : own
  })
  return { names, isAll: all.every((letter) => kept.includes(letter)) }
}
