import type { Catalogue, LoadedCatalogue, TextGenerator } from '../../catalogue/catalogue.ts'
import type { Language } from '../../catalogue/locale.ts'
import type { Accents } from '../../engine/drawn-apart.ts'
import type { Support } from '../../engine/traits.ts'
import { alphabetOf, characterRows, findPlainLetters } from './letters.ts'
import type { CharacterRows, PlainLetters } from './letters.ts'
import { readingOf } from './reading.ts'
import type { Reading } from './reading.ts'
import { findWayBack } from './way-back.ts'
import type { WayBack } from './way-back.ts'

/** What the page of a style reports, whatever text is typed there. */
export interface Facts {
  readonly reading: Reading
  /** The version of Unicode that the style needs, if its file names one. */
  readonly unicode: { readonly version: string; readonly year: number | undefined } | undefined
  readonly support: Support
  readonly plainLetters: PlainLetters
  /** `undefined` for a style that itself restores plain text. */
  readonly wayBack: WayBack | undefined
  readonly characters: CharacterRows
  /** The closest first. */
  readonly related: readonly TextGenerator[]
}

/** Computes the facts of a style for the page in a language. */
export function factsOf(
  generator: TextGenerator,
  { catalogue, words }: Pick<LoadedCatalogue, 'catalogue' | 'words'>,
  language: Language,
  accents: Accents = 'styled',
): Facts {
  const { unicode: version, support } = generator.traits(accents)
  const characters = generator.characters(language, accents)
  const alphabet = alphabetOf(language, words)
  return {
    reading: readingOf(generator),
    unicode: version === undefined ? undefined : { version, year: unicodeYears.get(version) },
    support,
    plainLetters: findPlainLetters(generator, characters, alphabet, accents),
    wayBack: findWayBack(generator, catalogue, alphabet),
    characters: characterRows(characters, alphabet),
    related: relatedStyles(generator, catalogue),
  }
}

const mostRelated = 6

/**
 * Returns the six styles that are closest to one: first those that take its table or give it
 * theirs, then those of its category with the same operations, then the others of its category,
 * then all others. Of equals, the one that is nearer in the list comes first.
 */
function relatedStyles(generator: TextGenerator, catalogue: Catalogue): TextGenerator[] {
  const all = [...catalogue.values()]
  const position = all.indexOf(generator)
  const distances = all.map((other, index) => {
    return [rankOf(generator, other) * all.length + Math.abs(index - position), other] as const
  })
  return distances
    .filter(([, other]) => other !== generator)
    .toSorted(([one], [other]) => one - other)
    .slice(0, mostRelated)
    .map(([, other]) => other)
}

function rankOf({ slug, data }: TextGenerator, { slug: otherSlug, data: other }: TextGenerator): number {
  const takes = (from: string, { operations }: TextGenerator['data']): boolean =>
    operations.some(({ references }) => references.includes(from))
  if (takes(otherSlug, data) || takes(slug, other)) return 0
  if (data.category !== other.category) return 3
  const typesOf = ({ operations }: TextGenerator['data']): string =>
    operations.map(({ type }) => type).join(' ')
  return typesOf(data) === typesOf(other) ? 1 : 2
}

/** Version → year. https://www.unicode.org/history/publicationdates.html */
const unicodeYears: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ '1.0': 1991, '1.1': 1993, '2.0': 1996, '2.1': 1998, '3.0': 1999, '3.1': 2001 },
    ...{ '3.2': 2002, '4.0': 2003, '4.1': 2005, '5.0': 2006, '5.1': 2008, '5.2': 2009 },
    ...{ '6.0': 2010, '6.1': 2012, '6.2': 2012, '6.3': 2013, '7.0': 2014, '8.0': 2015 },
    ...{ '9.0': 2016, '10.0': 2017, '11.0': 2018, '12.0': 2019, '12.1': 2019, '13.0': 2020 },
    ...{ '14.0': 2021, '15.0': 2022, '15.1': 2023, '16.0': 2024, '17.0': 2025 },
  }),
)
