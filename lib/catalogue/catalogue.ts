import { join } from 'node:path'
import { charactersOf } from '../engine/characters.ts'
import { DataError } from '../engine/fields.ts'
import { categories, compileTransform, readGenerator } from '../engine/generator.ts'
import type { GeneratorData, Transform } from '../engine/generator.ts'
import type { Mapping } from '../engine/mapping.ts'
import type { Siblings } from '../engine/operation.ts'
import { createSiblings } from '../engine/siblings.ts'
import { traitsOf } from '../engine/traits.ts'
import type { Traits } from '../engine/traits.ts'
import { StartError } from '../start-error.ts'
import { listDataFiles, readDataFile } from './data-folder.ts'
import { defaultLanguage, languages, readLocale } from './locale.ts'
import type { Language, Locale, LocaleEntry } from './locale.ts'

/** A generator, ready for use. */
export interface TextGenerator {
  readonly slug: string
  readonly data: GeneratorData
  readonly transform: Transform
  /** The generator's output for its sample: the `example` of the answers. */
  readonly example: string
  /** Each single code point that the generator changes → what it becomes, wraps aside. */
  readonly characters: (language: Language) => Mapping
  readonly traits: () => Traits
  /** The display name and page address in a locale; in English where it has none. */
  readonly entry: (language: Language) => LocaleEntry
}

/** All generators by slug, in the order of the list: by category, then by position. */
export type Catalogue = ReadonlyMap<string, TextGenerator>

/**
 * Reads and checks every generator and locale file and makes sure that they agree. Throws a
 * StartError that names the file, the field and what it takes.
 */
export function loadCatalogue(generatorsFolder: string, localesFolder: string): Catalogue {
  const files = readGenerators(generatorsFolder)
  const entriesOf = readEntries(localesFolder)
  const siblings = createSiblings(files)
  const catalogue = new Map<string, TextGenerator>()
  for (const [slug, data] of files) {
    checkReferences(generatorsFolder, slug, data, siblings)
    catalogue.set(slug, createGenerator(slug, data, entriesOf(slug), siblings))
  }
  return catalogue
}

/** The files of the folder by slug, in the order of the list. */
function readGenerators(folder: string): ReadonlyMap<string, GeneratorData> {
  const files: Array<readonly [slug: string, data: GeneratorData]> = []
  for (const slug of listDataFiles(folder)) {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug === 'plain') {
      const takes = 'lower-case ASCII letters, digits and single hyphens, and is not "plain"'
      throw new StartError(`${folder}/${slug}.json: a file name takes ${takes}`)
    }
    files.push([slug, readDataFile(folder, slug, readGenerator)])
  }
  if (files.length === 0) throw new StartError(`${folder} holds no generator (*.json)`)
  return new Map(files.sort(([, one], [, other]) => order(one) - order(other)))
}

function order({ category, position }: GeneratorData): number {
  return categories.indexOf(category) * 10_000 + position
}

/**
 * The entries of a generator, by language. One that a user drops in may lack them in the other
 * locales, not in English.
 */
function readEntries(folder: string): (slug: string) => TextGenerator['entry'] {
  const locales = new Map<Language, Locale>()
  for (const language of languages) {
    locales.set(language, readDataFile(folder, language, readLocale))
  }
  return (slug) => {
    const fallback = locales.get(defaultLanguage)?.get(slug)
    if (fallback === undefined) {
      const path = join(folder, `${defaultLanguage}.json`)
      throw new StartError(`${path}: "${slug}" is missing; each generator takes an entry here`)
    }
    return (language) => locales.get(language)?.get(slug) ?? fallback
  }
}

function checkReferences(
  folder: string,
  slug: string,
  { operations }: GeneratorData,
  siblings: Siblings,
): void {
  try {
    for (const { references } of operations) references.forEach(siblings.mappingOf)
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    throw new StartError(`${folder}/${slug}.json: ${error.message}`)
  }
}

// Compiled at its first use: most requests want a few of the many generators, and soon.
function createGenerator(
  slug: string,
  data: GeneratorData,
  entry: TextGenerator['entry'],
  siblings: Siblings,
): TextGenerator {
  let compiled: Transform | undefined
  let example: string | undefined
  let traits: Traits | undefined
  const transform: Transform = (text, language) => {
    compiled ??= compileTransform(slug, data.operations, siblings)
    return compiled(text, language)
  }
  return {
    slug,
    data,
    transform,
    get example() {
      example ??= transform(data.sample, defaultLanguage)
      return example
    },
    characters: (language) => charactersOf(slug, data.operations, siblings, language),
    traits: () => (traits ??= traitsOf(slug, data, siblings)),
    entry,
  }
}
