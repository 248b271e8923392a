import { listedOf } from '../catalogue/catalogue.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { memoize } from '../engine/memo.ts'
import { createClosest } from '../engine/closest.ts'
import { ApiError } from '../http/api-error.ts'
import type { Turn } from '../http/turn.ts'
import type { Deciding } from './decision.ts'
import type { ServiceRequest } from './request.ts'

/** Returns the most likely slug for an unknown one, or `undefined` if none is close. */
export type FindSlug = (unknown: string, language: Language) => string | undefined

/** Finds slugs. */
export interface SlugFinder {
  readonly findSlug: FindSlug
  /** Reads in turns what that needs: it is slow for the first slug in a language. */
  readonly prepareSlugs: (language: Language, turn: Turn) => Promise<void>
}

/**
 * Creates a function that finds the most likely slug for an unknown one: the generator with this
 * page address in any language, or a listed one with the closest slug, page address or display name
 * in the given one.
 */
export function createSlugFinder(catalogue: Catalogue): SlugFinder {
  const generators = [...catalogue.values()]
  // Most processes never get an unknown slug.
  const pages = memoize(() => {
    return firstOf(generators.flatMap(({ slug, entry }) => {
      return languages.map((language) => [entry(language).page, slug] as const)
    }))
  })
  const listed = listedOf(catalogue)
  const closestIn = memoize((language: Language) => {
    const slugOf = firstOf([
      ...listed.map(({ slug }) => [slug, slug] as const),
      ...listed.map(({ slug, entry }) => [entry(language).page, slug] as const),
      ...listed.map(({ slug, entry }) => [entry(language).name, slug] as const),
    ])
    const find = createClosest(slugOf.keys())
    return (unknown: string) => slugOf.get(find(unknown) ?? '')
  })
  return {
    findSlug(unknown, language) {
      // A path leads to what is at its end.
      const asked = unknown.slice(unknown.lastIndexOf('/') + 1)
      return pages().get(asked) ?? closestIn(language)(asked)
    },
    async prepareSlugs(language, turn) {
      const [first] = generators
      // The first entry in a language parses its locale.
      const locales = languages.map((one) => () => first?.entry(one))
      for (const call of [...locales, pages, () => closestIn(language)]) {
        call()
        if (turn.isOver) await turn.next()
      }
    },
  }
}

/** Rejects with the error for an unknown slug, which names the closest one. */
export function refuseSlug(
  slug: string,
  language: Language,
  { findSlug, prepareSlugs }: SlugFinder,
  request: Pick<ServiceRequest, 'inTurns'>,
): Deciding {
  return request.inTurns(async (turn) => {
    await prepareSlugs(language, turn)
    const closest = findSlug(slug, language)
    const hint = closest === undefined ? '' : `The closest is "${closest}". `
    const all = 'Call list_generators to see all slugs.'
    const message = `The requested generator does not exist. ${hint}${all}`
    throw new ApiError('generatorNotFound', message)
  })
}

/** Makes a map in the order of its entries, in which the first value of a key counts. */
function firstOf(entries: ReadonlyArray<readonly [string, string]>): ReadonlyMap<string, string> {
  const map = new Map<string, string>()
  for (const [key, value] of entries) if (!map.has(key)) map.set(key, value)
  return map
}
