import { join } from 'node:path'
import { charactersOf } from '../engine/characters.ts'
import { DataError } from '../engine/fields.ts'
import { listDataFiles, readDataFile } from './data-folder.ts'
import { StartError } from '../start-error.ts'
import { categories, checkGenerator } from '../engine/generator.ts'
import type { GeneratorData, Operation } from '../engine/generator.ts'
import { checkLocale, defaultLanguage, languages } from './locale.ts'
import type { Language, Locale, LocaleEntry } from './locale.ts'
import { compileMapping } from '../engine/mapping.ts'
import type { Mapping } from '../engine/mapping.ts'
import { collectRestoration } from '../engine/restoration.ts'
import type { Restoration } from '../engine/restoration.ts'
import { traitsOf } from '../engine/traits.ts'
import type { Traits } from '../engine/traits.ts'
import { compileTransform } from '../engine/transform.ts'
import type { Surroundings, Transform } from '../engine/transform.ts'

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
  /** The display name and page address in each locale. */
  readonly entries: Readonly<Record<Language, LocaleEntry>>
}

/** All generators by slug, in the order of the list: by category, then by position. */
export type Catalogue = ReadonlyMap<string, TextGenerator>

/**
 * Reads and checks every generator and locale file and makes sure that they agree. Throws a
 * StartError that names the file, the field and what it takes.
 */
export function loadCatalogue(generatorsFolder: string, localesFolder: string): Catalogue {
  const files = new Map<string, GeneratorData>()
  for (const slug of listDataFiles(generatorsFolder)) {
    if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug === 'plain') {
      const takes = 'lower-case ASCII letters, digits and single hyphens, and is not "plain"'
      throw new StartError(`${generatorsFolder}/${slug}.json: a file name takes ${takes}`)
    }
    files.set(slug, readDataFile(generatorsFolder, slug, checkGenerator))
  }
  if (files.size === 0) throw new StartError(`${generatorsFolder} holds no generator (*.json)`)
  const locales = languages.map(
    (language) => [language, readDataFile(localesFolder, language, checkLocale)] as const,
  )
  const sorted = [...files].sort(([, one], [, other]) => order(one) - order(other))
  const surroundings = createSurroundings(new Map(sorted))
  return new Map(
    sorted.map(([slug, data]) => {
      try {
        for (const reference of data.operations.flatMap(referencesOf)) {
          surroundings.mappingOf(reference)
        }
        const entries = chooseEntries(slug, localesFolder, locales)
        return [slug, createGenerator(slug, data, entries, surroundings)]
      } catch (error) {
        if (!(error instanceof DataError)) throw error
        throw new StartError(`${generatorsFolder}/${slug}.json: ${error.message}`)
      }
    }),
  )
}

/** The generators whose mapping the operation takes. */
function referencesOf(operation: Operation): readonly string[] {
  if (operation.type === 'map-like') return [operation.generator]
  if (operation.type !== 'cycle' && operation.type !== 'choose') return []
  return operation.mappings.flatMap((choice) =>
    typeof choice === 'string' && choice !== 'plain' ? [choice] : [],
  )
}

// Compiled at its first use: most requests want a few of the many generators, and soon.
function createGenerator(
  slug: string,
  data: GeneratorData,
  entries: TextGenerator['entries'],
  surroundings: Surroundings,
): TextGenerator {
  let compiled: Transform | undefined
  let example: string | undefined
  let traits: Traits | undefined
  const transform: Transform = (text, language) => {
    compiled ??= compileTransform(slug, data.operations, surroundings)
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
    characters: (language) => charactersOf(slug, data.operations, surroundings, language),
    traits: () => (traits ??= traitsOf(slug, data, surroundings)),
    entries,
  }
}

function order({ category, position }: GeneratorData): number {
  return categories.indexOf(category) * 10_000 + position
}

function createSurroundings(files: ReadonlyMap<string, GeneratorData>): Surroundings {
  const mappings = new Map<string, Mapping>()
  let restoration: Restoration | undefined
  return {
    mappingOf(slug) {
      const known = mappings.get(slug)
      if (known !== undefined) return known
      const first = files.get(slug)?.operations[0]
      if (first?.type !== 'map') {
        throw new DataError(`"${slug}" is no generator whose first operation is a map`)
      }
      const mapping = compileMapping(first)
      mappings.set(slug, mapping)
      return mapping
    },
    restoration: () => (restoration ??= collectRestoration(files.values())),
  }
}

// A generator that a user drops in may lack entries in the other locales, not in English.
function chooseEntries(
  slug: string,
  localesFolder: string,
  locales: ReadonlyArray<readonly [Language, Locale]>,
): Readonly<Record<Language, LocaleEntry>> {
  const english = locales.find(([language]) => language === defaultLanguage)?.[1].get(slug)
  if (english === undefined) {
    const path = join(localesFolder, `${defaultLanguage}.json`)
    throw new StartError(`${path}: "${slug}" is missing; each generator takes an entry here`)
  }
  const entries = { en: english, es: english, fr: english, tr: english }
  for (const [language, locale] of locales) entries[language] = locale.get(slug) ?? english
  return entries
}
