import { join } from 'node:path'
import { decodedBy, decodersOf, isOwnInverse } from '../engine/decoding/compile-inverse.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import type { GeneratorData, Transform } from '../engine/generator.ts'
import type { GeneratorFile } from '../engine/generator-file.ts'
import type { Mapping } from '../engine/mapping.ts'
import { memoize } from '../engine/memo.ts'
import { createStyleSet } from '../engine/style.ts'
import type { Style, StyleSet } from '../engine/style.ts'
import { charactersOf, traitsOf } from '../engine/traits.ts'
import type { Traits } from '../engine/traits.ts'
import { readCatalogueFiles } from './catalogue-files.ts'
import type { CatalogueFiles } from './catalogue-files.ts'
import type { DataFolders, Overlay } from './data-files.ts'
import { findLocaleFileFaults } from './locale-files.ts'
import type { Words } from './locale-files.ts'
import type { Language, LocaleEntry } from './locale.ts'
import { joinOwnGenerators } from './own-generators.ts'

/** A generator, ready for use. */
export interface TextGenerator {
  readonly slug: string
  readonly file: GeneratorFile
  /** The file with its operations, which are read at their first use. */
  readonly data: GeneratorData
  readonly transform: Transform
  /** The generator's output for its sample: the `example` of the answers. */
  readonly example: string
  /** The slug of the generator whose texts this one decodes. */
  readonly decodes: string | undefined
  /** The slug of the generator that decodes the texts of this one, which may be itself. */
  readonly decoder: string | undefined
  /** Each single code point that the generator changes → its replacement, without wraps. */
  readonly characters: (language: Language, accents?: Accents) => Mapping
  /** The traits, with the coverage of these `accents`, by default `styled`. */
  readonly traits: (accents?: Accents) => Traits
  /** Display name, page address and search words in a locale; in English where it has none. */
  readonly entry: (language: Language) => LocaleEntry
  /** Returns the fault of its operations, for which every use of them throws a DataError. */
  readonly fault: () => string | undefined
  /** Throws that DataError if there is a fault. */
  readonly check: () => void
}

/** All generators by slug, in the order of the list: by category, then by position. */
export type Catalogue = ReadonlyMap<string, TextGenerator>

/** A catalogue, and the texts in its locales. */
export interface Contents {
  readonly catalogue: Catalogue
  readonly words: Words
}

/** A catalogue as it was read, with the remarks on its overlay. */
export type LoadedCatalogue = Contents & Pick<CatalogueFiles, 'faults' | 'warnings'>

/** Makes the catalogue from its files. Nothing of them is compiled yet. */
export function createCatalogue({ generators, entryOf, words }: CatalogueFiles): Contents {
  const styles = createStyleSet(generators)
  const decoders = memoize(() => decodersOf(styles.all))
  const catalogue = new Map<string, TextGenerator>()
  for (const [slug, file] of generators) {
    const style = styles.all.get(slug)
    const entry = (language: Language): LocaleEntry => entryOf(slug, language)
    if (style) catalogue.set(slug, createGenerator(style, file, entry, styles, decoders))
  }
  return { catalogue, words }
}

/** Reads and makes a catalogue, with an overlay; throws a StartError. */
export function loadWithOverlay(
  folders: DataFolders,
  overlay: Overlay = { generators: undefined, locales: undefined },
): LoadedCatalogue {
  const files = readCatalogueFiles(folders, overlay, joinOwnGenerators)
  const { faults, warnings } = files
  return { ...createCatalogue(files), faults, warnings }
}

/** Reads the generators and locales of the service alone. */
export function loadCatalogue(generators: string, locales: string): Catalogue {
  return loadWithOverlay({ generators, locales }).catalogue
}

/**
 * Checks what a start does not look at: the operations of all generators, and what is in the parts
 * of the shipped locales. Returns a sentence for each file with a fault.
 */
export function findDeepFaults(
  catalogue: Catalogue,
  { generators, locales }: DataFolders,
): string[] {
  const faults = [...catalogue.values()].flatMap((generator) => {
    const fault = generator.fault()
    return fault === undefined ? [] : [`${join(generators, generator.slug)}.json: ${fault}`]
  })
  return [...faults, ...findLocaleFileFaults(locales)]
}

function createGenerator(
  style: Style,
  file: GeneratorFile,
  entry: TextGenerator['entry'],
  { siblings }: StyleSet,
  decoders: () => ReadonlyMap<string, string>,
): TextGenerator {
  const { slug, transform, fault, check } = style
  const data: GeneratorData = {
    ...file,
    get operations() {
      return style.operations
    },
  }
  const traits = new Map<Accents, Traits>()
  return {
    slug,
    file,
    data,
    transform,
    fault,
    check,
    entry,
    get example() {
      return style.example
    },
    get decodes() {
      return decodedBy(style)
    },
    get decoder() {
      return decoders().get(slug) ?? (isOwnInverse(style.operations) ? slug : undefined)
    },
    characters(language, accents) {
      check()
      return charactersOf(slug, style.operations, siblings, language, accents)
    },
    traits(accents = 'styled') {
      check()
      const known = traits.get(accents) ?? traitsOf(slug, data, siblings, accents)
      traits.set(accents, known)
      return known
    },
  }
}
