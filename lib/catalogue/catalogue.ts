import { isOwnInverse } from '../engine/decoding/decoding.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import { memoize } from '../engine/memo.ts'
import { decodedBy } from '../engine/operation.ts'
import { kindOf, layerOf } from '../engine/operations.ts'
import { createStyleSet } from '../engine/style.ts'
import type { GeneratorData, Style } from '../engine/style.ts'
import { charactersOf, findTraits } from '../engine/traits.ts'
import type { Characters, FoundTraits, Traits } from '../engine/traits.ts'
import { wholeEngine } from '../engine/whole-engine.ts'
import type { EntryOf } from './entries.ts'
import type { GeneratorFiles, KnownFile } from './generator-files.ts'
import type { Language, LocaleEntry } from './locale.ts'
import type { Words } from './words.ts'

/** What a generator has in common with its style. */
type OfStyle = Pick<Style, 'slug' | 'transform' | 'example' | 'fault' | 'check'>

/** A generator, ready for use. */
export interface TextGenerator extends OfStyle {
  readonly file: KnownFile
  /** The file with its operations, which are read at their first use. */
  readonly data: GeneratorData
  /** The slug of the generator whose texts this one decodes. */
  readonly decodes: string | undefined
  /** The slugs of the generators that it takes something from. */
  readonly references: readonly string[]
  /** The slug of the generator that decodes the texts of this one, which may be itself. */
  readonly decoder: string | undefined
  /** Each single code point that the generator changes → its replacement, without wraps. */
  readonly characters: (language: Language, accents?: Accents) => Characters
  /** What the build keeps of its traits. */
  readonly found: FoundTraits
  /** The traits, with the coverage of these `accents`, by default `styled`. */
  readonly traits: (accents?: Accents) => Traits
  /** Display name, page address and search words in a locale; in English where it has none. */
  readonly entry: (language: Language) => LocaleEntry
}

/**
 * All generators by slug, in the order of the list: by category, then by position. Retired ones are
 * the last.
 */
export type Catalogue = ReadonlyMap<string, TextGenerator>

/** A catalogue, and the texts in its locales. */
export interface Contents {
  readonly catalogue: Catalogue
  readonly words: Words
  /** Whether all of it was built with the service, and nothing is an operator's own. */
  readonly isShipped?: boolean
}

/**
 * Makes the generators of files, in their order. Nothing of them is compiled yet. Traits are about
 * `accented` letters, those of the languages beyond A to Z.
 */
export function createCatalogue(
  generators: GeneratorFiles,
  entryOf: EntryOf,
  accented: () => readonly string[] = () => [],
): Catalogue {
  const { all, siblings } = createStyleSet(generators, wholeEngine)
  const catalogue = new Map<string, TextGenerator>()
  const decoders = memoize(() => {
    // The first decoder of a style counts.
    const last = [...catalogue.values()].toReversed()
    return new Map(last.flatMap(({ slug, decodes = '' }) => [[decodes, slug]]))
  })
  for (const [slug, file] of generators) {
    const style = all.get(slug)
    if (style === undefined) continue
    const { transform, fault, check } = style
    const layer = memoize(() => layerOf(file))
    const found = memoize(() => {
      if (file.found !== undefined) return file.found
      check()
      return findTraits(slug, data, siblings, accented())
    })
    const data: GeneratorData = {
      ...file,
      kind: kindOf(file),
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
        return file.found === undefined ? decodedBy(style.operations) : file.found.decodes
      },
      get references() {
        const read = (): string[] => style.operations.flatMap(({ references }) => references)
        return file.found?.references ?? read()
      },
      get decoder() {
        return decoders().get(slug) ?? (isOwnInverse(style.operations) ? slug : undefined)
      },
      characters(language, accents = 'styled') {
        check()
        return charactersOf(slug, style.operations, siblings, language, accents)
      },
      get found() {
        return found()
      },
      traits(accents = 'styled') {
        const { coverage, reversible, folds, lines, support } = found()
        const { category, layer, unicode } = data
        const own = { category, layer, coverage: coverage[accents] ?? coverage.styled }
        const stated = unicode === undefined ? {} : { unicode }
        return { ...own, reversible, folds, lines, ...stated, support }
      },
    })
  }
  return catalogue
}

/** Returns the generators that lists and searches show: all but the retired ones. */
export function listedOf(catalogue: Catalogue): TextGenerator[] {
  return [...catalogue.values()].filter(({ file }) => !file.retired)
}

/** Returns the styles that most people look for, in their order. */
export function popularOf(catalogue: Catalogue): TextGenerator[] {
  const placed = listedOf(catalogue).flatMap((generator) => {
    const { popular } = generator.file
    return popular === undefined ? [] : [{ generator, popular }]
  })
  return placed.toSorted((one, other) => one.popular - other.popular).map((one) => one.generator)
}
