import type { LoadedCatalogue, TextGenerator } from '../../catalogue/catalogue.ts'
import type { Language } from '../../catalogue/locale.ts'
import type { Accents } from '../../engine/drawn-apart.ts'
import type { Support } from '../../engine/traits.ts'
import { alphabetOf } from './alphabets.ts'
import { characterRows } from './character-rows.ts'
import type { CharacterRows } from './character-rows.ts'
import { findPlainLetters } from './plain-letters.ts'
import type { PlainLetters } from './plain-letters.ts'
import { readingOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { relatedStyles } from './related.ts'
import { unicodeYear } from './unicode-years.ts'
import { findWayBack } from './way-back.ts'
import type { WayBack } from './way-back.ts'

/** What a page tells of a style, whatever text is typed there. */
export interface Facts {
  readonly reading: Reading
  /** The version of Unicode that it needs, where its file tells that. */
  readonly unicode: { readonly version: string; readonly year: number | undefined } | undefined
  readonly support: Support
  readonly plainLetters: PlainLetters
  /** `undefined` for what takes others back itself. */
  readonly wayBack: WayBack | undefined
  readonly characters: CharacterRows
  /** The closest first. */
  readonly related: readonly TextGenerator[]
}

/** Gives what the page in a language tells of a style. */
export type FactsOf = (generator: TextGenerator, language: Language, accents: Accents) => Facts

/** What facts are made of. */
type Contents = Pick<LoadedCatalogue, 'catalogue' | 'words'>

const mostKept = 100

/**
 * Gives the facts of a catalogue's styles; those that were asked for last stay, for whoever tries
 * one text after the other.
 */
export function rememberFacts(contents: Contents): FactsOf {
  const kept = new Map<string, Facts>()
  return (generator, language, accents) => {
    const key = `${language} ${accents} ${generator.slug}`
    const facts = kept.get(key) ?? factsOf(generator, contents, language, accents)
    kept.delete(key)
    kept.set(key, facts)
    const [oldest = ''] = kept.keys()
    if (kept.size > mostKept) kept.delete(oldest)
    return facts
  }
}

/** Works out what a page in a language tells of a style. */
export function factsOf(
  generator: TextGenerator,
  { catalogue, words }: Contents,
  language: Language,
  accents: Accents = 'styled',
): Facts {
  const { unicode: version, support } = generator.traits(accents)
  const characters = generator.characters(language, accents)
  const alphabet = alphabetOf(language, words)
  return {
    reading: readingOf(generator),
    unicode: version === undefined ? undefined : { version, year: unicodeYear(version) },
    support,
    plainLetters: findPlainLetters(generator, characters, alphabet, accents),
    wayBack: findWayBack(generator, catalogue, alphabet),
    characters: characterRows(characters, alphabet),
    related: relatedStyles(generator, catalogue),
  }
}
