import { join } from 'node:path'
import { decodedBy, decodersOf, isOwnInverse } from '../engine/decoding/compile-inverse.ts'
import { decoding } from '../engine/decoding/decoding.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import { readOperations } from '../engine/generator.ts'
import type { GeneratorData, Transform } from '../engine/generator.ts'
import type { GeneratorFile, GeneratorFiles } from '../engine/generator-file.ts'
import { layerOf } from '../engine/layer.ts'
import { memoize } from '../engine/memo.ts'
import { isRestoring } from '../engine/operations/code.ts'
import { createStyleSet } from '../engine/style.ts'
import type { Style } from '../engine/style.ts'
import { charactersOf, traitsOf } from '../engine/traits.ts'
import type { Characters, Traits } from '../engine/traits.ts'
import { checkGenerator, readCatalogueFiles } from './catalogue-files.ts'
import type { CatalogueFiles, Joined } from './catalogue-files.ts'
import { leaveOut, listDataFiles, readDataFile } from './data-files.ts'
import type { DataFolders, Overlay } from './data-files.ts'
import { findLocaleFileFaults } from './locale-files.ts'
import type { Words } from './locale-files.ts'
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
  readonly characters: (language: Language, accents?: Accents) => Characters
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
  const { all, siblings } = createStyleSet(generators, () => decoding)
  const decoders = memoize(() => decodersOf(all))
  const catalogue = new Map<string, TextGenerator>()
  for (const [slug, file] of generators) {
    const style = all.get(slug)
    if (style === undefined) continue
    const { transform, fault, check } = style
    const layer = memoize(() => layerOf(file))
    const data: GeneratorData = {
      ...file,
      get layer() {
        return layer()
      },
      get operations() {
        return style.operations
      },
    }
    catalogue.set(slug, {
      slug,
      file,
      data,
      transform,
      fault,
      check,
      entry: (language) => entryOf(slug, language),
      get example() {
        return style.example
      },
      get decodes() {
        return decodedBy(style)
      },
      get decoder() {
        return decoders().get(slug) ?? (isOwnInverse(style.operations) ? slug : undefined)
      },
      characters(language, accents = 'styled') {
        check()
        return charactersOf(slug, style.operations, siblings, language, accents)
      },
      traits: memoize((accents: Accents = 'styled') => {
        check()
        return traitsOf(slug, data, siblings, accents)
      }),
    })
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

/**
 * Reads and checks an operator's own generators, and joins them with the shipped ones. Reports and
 * leaves out every file with a fault, and every file that does not offer what another style takes
 * from it. Throws a StartError if the folder cannot be read.
 */
export function joinOwnGenerators(
  folder: string,
  shipped: GeneratorFiles,
  faults: string[],
): Joined {
  const own = new Map<string, GeneratorFile>()
  for (const slug of listDataFiles(folder)) {
    const check = (value: unknown): GeneratorFile => {
      const file = checkGenerator(slug, value)
      readOperations(file.operations, 'operations')
      return file
    }
    const file = leaveOut(() => readDataFile(folder, slug, check), faults)
    if (file !== undefined) own.set(slug, file)
  }
  for (;;) {
    const all = new Map<string, GeneratorFile>([...shipped, ...own])
    const styles = createStyleSet(all, () => decoding).all
    const fault = findMissing(styles, shipped, own)
    if (fault === undefined) {
      return { own, all: own.size === 0 ? all : withoutTakenExamples(all, styles) }
    }
    // Other files may need the one that is left out.
    own.delete(fault.slug)
    faults.push(`${join(folder, fault.slug)}.json: ${fault.reason}`)
  }
}

/** Finds an operator's own style that lacks something: for itself, or for a shipped style. */
function findMissing(
  styles: ReadonlyMap<string, Style>,
  shipped: GeneratorFiles,
  own: GeneratorFiles,
): { readonly slug: string; readonly reason: string } | undefined {
  for (const slug of own.keys()) {
    const reason = styles.get(slug)?.fault()
    if (reason !== undefined) return { slug, reason }
  }
  const replaced = [...own.keys()].filter((slug) => shipped.has(slug))
  if (replaced.length === 0) return undefined
  for (const taker of styles.values()) {
    const taken = taker.operations.flatMap(({ references }) => references)
    const slug = replaced.find((one) => taken.includes(one))
    const fault = slug === undefined ? undefined : taker.fault()
    if (slug === undefined || fault === undefined) continue
    return { slug, reason: `it replaces a style that "${taker.slug}" needs, but ${fault}` }
  }
  return undefined
}

/** Drops the examples of styles that take something from others, which an overlay may change. */
function withoutTakenExamples(
  files: GeneratorFiles,
  styles: ReadonlyMap<string, Style>,
): GeneratorFiles {
  const takes = (slug: string): boolean | undefined =>
    styles.get(slug)?.operations.some((one) => one.references.length > 0 || isRestoring(one))
  return new Map(
    [...files].map(([slug, file]) => [slug, takes(slug) ? { ...file, example: undefined } : file]),
  )
}
