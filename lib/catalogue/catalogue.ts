import { decodedBy, decodersOf, isOwnInverse } from '../engine/decoding/compile-inverse.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import type { GeneratorData, Transform } from '../engine/generator.ts'
import type { GeneratorFile } from '../engine/generator-file.ts'
import type { Mapping } from '../engine/mapping.ts'
import { once } from '../engine/once.ts'
import { createStyleSet } from '../engine/style.ts'
import type { Style, StyleSet } from '../engine/style.ts'
import { charactersOf, traitsOf } from '../engine/traits.ts'
import type { Traits } from '../engine/traits.ts'
import type { DataFolders, Overlay, Remarks } from './data-files.ts'
import { createEntries } from './entries.ts'
import { joinGenerators, readOwnGenerators, readShippedGenerators } from './generator-files.ts'
import { createWords, readOwnLocales, readShippedLocales } from './locale-files.ts'
import type { Words } from './locale-files.ts'
import { defaultLanguage } from './locale.ts'
import type { Language, LocaleEntry } from './locale.ts'

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

/** A catalogue as it was read. */
export interface LoadedCatalogue {
  readonly catalogue: Catalogue
  readonly words: Words
  /** What was left out of the overlay because of a fault: file, field and what it takes. */
  readonly faults: readonly string[]
  /** What else an operator should know about the overlay. */
  readonly warnings: readonly string[]
}

/**
 * Reads the generators and locales of the service, and an overlay of the operator's own files,
 * which are added or replace those of the same name. Throws a StartError for a fault in the files
 * of the service or a folder that cannot be read. Faults in an overlay only leave something out.
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
  const shipped = readShippedGenerators(folders.generators)
  const own = overlay.generators === undefined
    ? new Map()
    : readOwnGenerators(overlay.generators, shipped, remarks.fault)
  const files = joinGenerators(shipped, own)

  const shippedLocales = readShippedLocales(folders.locales, shipped)
  const texts = shippedLocales.get(defaultLanguage)?.pages ?? new Map()
  const ownLocales = overlay.locales === undefined
    ? new Map()
    : readOwnLocales(overlay.locales, files, texts, remarks)
  const locales = { shipped: shippedLocales, own: ownLocales }
  const entryOf = createEntries([...files.keys()], own, locales, remarks.warn)

  const styles = createStyleSet(files)
  const decoders = once(() => decodersOf(styles.all))
  const catalogue = new Map<string, TextGenerator>()
  for (const style of styles.all.values()) {
    const file = files.get(style.slug)
    if (file === undefined) continue
    const entry = (language: Language): LocaleEntry => entryOf(style.slug, language)
    catalogue.set(style.slug, createGenerator(style, file, entry, styles, decoders))
  }
  return { catalogue, words: createWords(locales), faults, warnings }
}

/** Reads the generators and locales of the service alone. */
export function loadCatalogue(generators: string, locales: string): Catalogue {
  return loadWithOverlay({ generators, locales }).catalogue
}

/**
 * Checks the operations of all generators, which a start does not look at. Returns a sentence for
 * each file with a fault; `folder` is that of the files.
 */
export function findOperationFaults(catalogue: Catalogue, folder: string): string[] {
  return [...catalogue.values()].flatMap((generator) => {
    const fault = generator.fault()
    return fault === undefined ? [] : [`${folder}/${generator.slug}.json: ${fault}`]
  })
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
