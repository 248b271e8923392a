import { charactersOf } from '../engine/characters.ts'
import { decodedBy, decodersOf, isOwnInverse } from '../engine/decoding/decoders.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import { compileTransform } from '../engine/generator.ts'
import type { Transform } from '../engine/generator.ts'
import type { Mapping } from '../engine/mapping.ts'
import { traitsOf } from '../engine/traits.ts'
import type { Traits } from '../engine/traits.ts'
import type { DataFolders, Overlay, Remarks } from './data-folder.ts'
import { createEntries } from './entries.ts'
import { readGeneratorFiles } from './generator-files.ts'
import type { GeneratorFile, GeneratorFiles } from './generator-files.ts'
import { readLocaleFiles } from './locale-files.ts'
import { defaultLanguage } from './locale.ts'
import type { Language, LocaleEntry } from './locale.ts'
import { createWords } from './words.ts'
import type { Words } from './words.ts'

/** A generator, ready for use. */
export interface TextGenerator {
  readonly slug: string
  readonly data: GeneratorFile
  /** The shipped one whose place it takes. */
  readonly replaced: GeneratorFile | undefined
  readonly transform: Transform
  /** The generator's output for its sample: the `example` of the answers. */
  readonly example: string
  /** The slug of the generator whose texts it reads back, where it is a decoder. */
  readonly decodes: string | undefined
  /** The slug of the generator that reads its texts back, where there is one: maybe its own. */
  readonly decoder: string | undefined
  /** Each single code point that the generator changes → what it becomes, wraps aside. */
  readonly characters: (language: Language, accents?: Accents) => Mapping
  /** With the coverage of the `accents`, which are `styled` unless said. */
  readonly traits: (accents?: Accents) => Traits
  /** Display name, page address and search words in a locale; in English where it has none. */
  readonly entry: (language: Language) => LocaleEntry
}

/** All generators by slug, in the order of the list: by category, then by position. */
export type Catalogue = ReadonlyMap<string, TextGenerator>

/** A catalogue as it was read. */
export interface LoadedCatalogue {
  readonly catalogue: Catalogue
  readonly words: Words
  /** What was left out of the overlay because of a fault: file, field and what it takes. */
  readonly faults: readonly string[]
  /** What else an operator should know of the overlay. */
  readonly warnings: readonly string[]
}

/**
 * Reads and checks every generator and locale file and makes sure that they agree. Throws a
 * StartError that names the file, the field and what it takes.
 */
export function loadCatalogue(generators: string, locales: string): Catalogue {
  return loadWithOverlay({ generators, locales }).catalogue
}

/**
 * Does the same with an overlay: its files are added, or replace those of the same name, and a
 * locale file may hold some entries alone. Faults in it stop nothing, but a folder that cannot be
 * read throws a StartError, too.
 */
export function loadWithOverlay(
  folders: DataFolders,
  overlay: Overlay = { generators: undefined, locales: undefined },
): LoadedCatalogue {
  const faults: string[] = []
  const warnings: string[] = []
  const remarks: Remarks = {
    fault: (sentence) => void faults.push(sentence),
    warn: (sentence) => void warnings.push(sentence),
  }
  const files = readGeneratorFiles(folders.generators, overlay.generators, remarks)
  const locales = readLocaleFiles(folders.locales, overlay.locales, files, remarks)
  const entryOf = createEntries(files, locales, remarks.warn)
  const decoders = decodersOf(files.all)
  const catalogue = new Map<string, TextGenerator>()
  for (const [slug, data] of files.all) {
    const entry = (language: Language): LocaleEntry => entryOf(slug, language)
    catalogue.set(slug, createGenerator(slug, data, entry, files, decoders))
  }
  return { catalogue, words: createWords(locales), faults, warnings }
}

// Compiled at its first use: most requests want a few of the many generators, and soon.
function createGenerator(
  slug: string,
  data: GeneratorFile,
  entry: TextGenerator['entry'],
  { replaced, siblings }: GeneratorFiles,
  decoders: ReadonlyMap<string, string>,
): TextGenerator {
  let compiled: Transform | undefined
  let example: string | undefined
  const traits = new Map<Accents, Traits>()
  const transform: Transform = (text, language, accents) => {
    compiled ??= compileTransform(slug, data.operations, siblings)
    return compiled(text, language, accents)
  }
  return {
    slug,
    data,
    replaced: replaced.get(slug),
    transform,
    get example() {
      example ??= transform(data.sample, defaultLanguage)
      return example
    },
    decodes: decodedBy(data),
    get decoder() {
      return decoders.get(slug) ?? (isOwnInverse(data.operations) ? slug : undefined)
    },
    characters: (language, accents) =>
      charactersOf(slug, data.operations, siblings, language, accents),
    traits(accents = 'styled') {
      const known = traits.get(accents) ?? traitsOf(slug, data, siblings, accents)
      traits.set(accents, known)
      return known
    },
    entry,
  }
}
