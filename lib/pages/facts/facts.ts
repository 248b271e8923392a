import { listedOf } from '../../catalogue/catalogue.ts'
import type { Catalogue, TextGenerator } from '../../catalogue/catalogue.ts'
import type { Language } from '../../catalogue/locale.ts'
import type { Accents } from '../../engine/drawn-apart.ts'
import { additionsWithBoxes } from '../text-form.ts'
import type { Site } from '../site.ts'
import { alphabetOf, characterRows, plainLettersOf } from './letters.ts'
import type { Alphabet } from './letters.ts'

/** What the page of a style reports, whatever text is typed there. */
export type Facts = ReturnType<typeof factsOf>

/** Computes the facts of a style for the page in a language. */
export function factsOf(
  generator: TextGenerator,
  site: Site,
  language: Language,
  accents: Accents = 'styled',
) {
  const { catalogue, words } = site.services
  const { kind, keeps } = generator.data
  const { unicode: version, support } = generator.traits(accents)
  const characters = generator.characters(language, accents)
  const alphabet = alphabetOf(language, words)
  return {
    generator,
    /** The version of Unicode that the style needs, if its file names one. */
    unicode: version === undefined ? undefined : { version, year: unicodeYears[version] },
    support,
    /** The names of the additions that may turn its letters into boxes. */
    boxing: additionsWithBoxes(generator, catalogue).map(({ entry }) => entry(language).name),
    /** The letters that stay as they are, if its file names them. */
    plainLetters: keeps === undefined ? undefined : plainLettersOf(keeps, characters, alphabet),
    /** How its output can be turned back, unless it restores plain text itself. */
    wayBack: kind === 'plain' ? undefined : findWayBack(generator, alphabet, site),
    characters: characterRows(characters, alphabet),
    /** What a decoder reads, if that is a table: each code with its character. */
    codes: codesOf(catalogue.get(generator.decodes ?? ''), alphabet),
    /** The closest first. */
    related: relatedStyles(generator, catalogue),
  } as const
}

/** Whether a code has signs that depend on the text, such as those for numbers in braille. */
export function dependsOnText({ data }: TextGenerator): boolean {
  return data.operations.some(({ effect }) => effect === 'runs')
}

function codesOf(encoder: TextGenerator | undefined, alphabet: Alphabet) {
  if (encoder === undefined || dependsOnText(encoder)) return []
  const { rows } = characterRows(encoder.characters(alphabet.language), alphabet)
  // Capitals often have the code of small letters.
  const codes = new Map(rows.toReversed().map(([input, output]) => [output, input] as const))
  return [...codes].toReversed()
}

/** Returns the six styles that are nearest in the list, those of the same category first. */
function relatedStyles(generator: TextGenerator, catalogue: Catalogue): readonly TextGenerator[] {
  const all = listedOf(catalogue)
  const own = all.indexOf(listedFor(generator, catalogue))
  const distances = new Map(all.map((other, index) => {
    const isAkin = other.file.category === generator.file.category
    return [other, Math.abs(index - own) + (isAkin ? 0 : all.length)]
  }))
  distances.delete(generator)
  const nearest = [...distances].toSorted(([, one], [, other]) => one - other).slice(0, 6)
  return nearest.map(([other]) => other)
}

/** Returns the style itself, or the one that a retired one names. */
export function listedFor(generator: TextGenerator, catalogue: Catalogue): TextGenerator {
  const { retired, instead = '' } = generator.file
  return (retired && catalogue.get(instead)) || generator
}

/** Version → year. https://www.unicode.org/history/publicationdates.html */
const unicodeYears: Readonly<Record<string, number>> = {
  ...{ '1.0': 1991, '1.1': 1993, '2.0': 1996, '2.1': 1998, '3.0': 1999, '3.1': 2001 },
  ...{ '3.2': 2002, '4.0': 2003, '4.1': 2005, '5.0': 2006, '5.1': 2008, '5.2': 2009 },
  ...{ '6.0': 2010, '6.1': 2012, '6.2': 2012, '6.3': 2013, '7.0': 2014, '8.0': 2015 },
  ...{ '9.0': 2016, '10.0': 2017, '11.0': 2018, '12.0': 2019, '12.1': 2019, '13.0': 2020 },
  ...{ '14.0': 2021, '15.0': 2022, '15.1': 2023, '16.0': 2024, '17.0': 2025 },
}

/** Whether a styled text can be turned back, and by which style. */
export interface WayBack {
  readonly kind:
    | 'all' // everything that the style changes comes back
    | 'letters' // A to Z and the digits come back; other characters may come back as similar ones
    | 'caseless' // they come back, except for upper and lower case
    | 'decoder' // the other style decodes it
    | 'decoder-lossy' // it does, but some letters or digits of the language come back as others
    | 'encoder' // the style itself is a decoder, and the other style encodes
    | 'itself' // the style applied twice gives the text back
    | 'none' // no style does
  readonly by?: TextGenerator
}

/** Finds how the output of a style can be turned back, by trying where its data do not say it. */
function findWayBack(generator: TextGenerator, alphabet: Alphabet, site: Site): WayBack {
  const { catalogue } = site.services
  const { decodes, decoder, traits, transform } = generator
  const encodedBy = catalogue.get(decodes ?? '')
  if (encodedBy !== undefined) return { kind: 'encoder', by: encodedBy }
  const { language, all } = alphabet
  // All letters and digits of the language, in words of seven.
  const probe = all.join('').replace(/.{7}/gu, '$& ').trimEnd()
  const output = transform(probe, language)
  const isBack = (by: TextGenerator): boolean =>
    by.transform(output, language).normalize('NFC') === probe
  const decodedBy = catalogue.get(decoder ?? '')
  if (decodedBy !== undefined && decodedBy !== generator) {
    return { kind: isBack(decodedBy) ? 'decoder' : 'decoder-lossy', by: decodedBy }
  }
  if (output !== probe && isBack(generator)) return { kind: 'itself' }
  const by = site.plain
  if (by === undefined) return { kind: 'none' }
  if (traits().reversible) return { kind: 'all', by }
  const styled = transform(sentence, language)
  const plain = by.transform(styled, language)
  if (plain === styled) return { kind: 'none' }
  if (plain === sentence) return { kind: 'letters', by }
  const isCaseless = plain.toLowerCase() === sentence.toLowerCase()
  return isCaseless ? { kind: 'caseless', by } : { kind: 'none' }
}

/** Has all letters, in words: those decide whether look-alikes are read. */
const sentence = 'Sphinx of black quartz, judge my vow'
