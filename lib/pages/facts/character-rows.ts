import type { Mapping } from '../../engine/mapping.ts'
import type { Alphabet } from './alphabets.ts'

/** What becomes of a character that stands alone. */
export interface CharacterRow {
  readonly input: string
  readonly output: string
  /** Those of the output, such as `U+0061`, in order. */
  readonly points: readonly string[]
}

/** Characters that a style changes. */
export interface CharacterRows {
  readonly rows: readonly CharacterRow[]
  /** Whether it changes no others. */
  readonly areAll: boolean
}

/**
 * The letters and digits of a language that a style changes, or where it changes none of them, the
 * first of what it does. What fills several lines is no row of a table.
 */
export function characterRows(characters: Mapping, { all }: Alphabet): CharacterRows {
  const own = all.filter((letter) => characters.has(letter))
  const inputs = own.length > 0 ? own : [...characters].slice(0, mostOthers).map(([key]) => key)
  const rows = inputs.flatMap((input) => {
    const output = characters.get(input) ?? input
    return /[\n\r]/.test(output) ? [] : [{ input, output, points: pointsOf(output) }]
  })
  return { rows, areAll: !hasOther(characters, new Set(rows.map(({ input }) => input))) }
}

const mostOthers = 40

function hasOther(characters: Mapping, known: ReadonlySet<string>): boolean {
  for (const [character] of characters) if (!known.has(character)) return true
  return false
}

/** The code points of a text, such as `U+0061`, in order. */
export function pointsOf(text: string): string[] {
  return Array.from(text, (point) => {
    const number = (point.codePointAt(0) ?? 0).toString(16).toUpperCase()
    return `U+${number.padStart(4, '0')}`
  })
}
