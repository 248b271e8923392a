import { readFileSync } from 'node:fs'
import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { shippedFile } from './shipped-file.ts'

/** A sign, a divider or a kaomoji, with its name and with other words that find it. */
export interface Sign {
  readonly sign: string
  readonly name: string
  readonly words: string
  /** The name and the other ones that find it. */
  readonly names: readonly string[]
}

/** Signs of one kind, with the heading of their list. */
export interface SignGroup {
  readonly id: string
  readonly name: string
  readonly signs: readonly Sign[]
}

/** The file of all signs. Names and words are in the order of the languages. */
interface SymbolsFile {
  /** The signs that forms offer, with spaces between them. */
  readonly strip: string
  readonly groups: ReadonlyArray<{
    readonly id: string
    readonly names: readonly string[]
    readonly signs: ReadonlyArray<readonly [sign: string, ...names: string[]]>
  }>
}

/** Returns all signs, by group, with their names in a language. */
export function readSymbols(language: Language): readonly SignGroup[] {
  const index = languages.indexOf(language)
  const inLanguage = (names: readonly string[]): string => names[index] ?? names[0] ?? ''
  return readFile().groups.map(({ id, names, signs }) => {
    const all = signs.map(([sign, ...itsNames]): Sign => {
      const names = inLanguage(itsNames).split(', ')
      const [name = '', ...words] = names
      return { sign, name, words: words.join(' '), names }
    })
    return { id, name: inLanguage(names), signs: all }
  })
}

/** Returns the signs that forms offer, each with its name in a language. */
export function readStrip(
  language: Language,
): ReadonlyArray<readonly [sign: string, name: string]> {
  const all = readSymbols(language).flatMap(({ signs }) => signs)
  const names = new Map(all.map(({ sign, name }) => [sign, name]))
  return readFile().strip.split(' ').map((sign) => [sign, names.get(sign) ?? sign])
}

function readFile(): SymbolsFile {
  return JSON.parse(readFileSync(shippedFile('symbols.json'), 'utf8'))
}
