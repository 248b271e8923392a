import { listedOf } from '../catalogue/catalogue.ts'
import type { Catalogue, TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import type { KeepKind } from '../engine/keep.ts'
import { loneMapping } from '../engine/operation.ts'
import { transformOnce } from '../engine/run-chain.ts'
import type { Found } from '../engine/search/search.ts'
import { toNfc } from '../engine/text.ts'
import { prepareText } from '../http/prepared-answer.ts'
import type { BodyCache, PreparedAnswer } from '../http/prepared-answer.ts'
import type { Turn } from '../http/turn.ts'
import { toLink } from './chain-reader.ts'

export type Answers = ReturnType<typeof createAnswers>

/**
 * Prepares the answers about the catalogue, which stay the same as long as it does; `siteUrl` is
 * what page addresses start with, without a final slash. Bodies stay in the cache once made.
 */
export function createAnswers(catalogue: Catalogue, siteUrl: string, cache: BodyCache) {
  const made = new Map<string, PreparedAnswer>()
  const once = (key: string, value: (turn: Turn) => unknown): PreparedAnswer => {
    const answer = made.get(key) ??
      prepareText(async (turn) => JSON.stringify(await value(turn)), cache)
    made.set(key, answer)
    return answer
  }
  const listed = listedOf(catalogue)
  const generatorsOf = (found: Found): readonly TextGenerator[] => {
    return found.isUnknown ? [] : found.styles.flatMap((index) => listed[index] ?? [])
  }
  const itemOf = (item: TextGenerator, language: Language) => {
    const { category, layer, retired } = item.data
    const own = { ...summarize(item, language, siteUrl), category, layer }
    return retired ? { ...own, retired } : own
  }
  const list = (generators: readonly TextGenerator[], language: Language) => ({
    success: true,
    count: generators.length,
    generators: generators.map((item) => itemOf(item, language)),
  })
  const some = (found: Found | undefined, language: Language): unknown =>
    list(found === undefined ? [...catalogue.values()] : generatorsOf(found), language)
  return {
    list: (language: Language): PreparedAnswer =>
      once(language, () => some(undefined, language)),
    /** Returns the JSON value of the list of all generators, or of those that a search found. */
    some,
    /**
     * Makes the list of all that are not retired, or of those that a search has found, with a text
     * in each. Those that leave the text as it looks come last.
     */
    async styled(
      text: string,
      found: Found | undefined,
      { lang: language, accents, keep }: Styling,
      turn: Turn,
    ): Promise<unknown> {
      const look = lookOf(text)
      const generators = found === undefined ? listed : generatorsOf(found)
      const items: Array<ReturnType<typeof itemOf> & { readonly changed: boolean }> = []
      for (const generator of generators) {
        const example = styledBy(generator, text, language, accents, keep)
        const changed = example !== text && lookOf(example) !== look
        items.push({ ...itemOf(generator, language), example, changed })
        if (turn.isOver) await turn.next()
      }
      const inOrder = [true, false].flatMap((is) => items.filter((item) => item.changed === is))
      return { success: true, count: items.length, generators: inOrder }
    },
    /** Returns `undefined` for a slug that no generator has. */
    detail(slug: string, language: Language, accents: Accents = 'styled') {
      const generator = catalogue.get(slug)
      if (generator === undefined) return undefined
      return once(`${language}/${slug}/${accents}`, () =>
        describeGenerator(generator, language, accents, siteUrl),
      )
    },
  }
}

/** Returns a text without what cannot be seen, composed. */
function lookOf(text: string): string {
  return toNfc(text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ''))
}

/** Returns a text in a style, or the text itself if the style is damaged: others must be shown. */
export function styledBy(
  generator: TextGenerator,
  text: string,
  language: Language,
  accents: Accents,
  keep: readonly KeepKind[] = [],
): string {
  if (generator.fault() !== undefined) return text
  return transformOnce(toLink(generator), text, keep, language, accents, '')
}

/** How a list shows a text. */
interface Styling {
  readonly lang: Language
  readonly accents: Accents
  readonly keep: readonly KeepKind[]
}

/** The fields that list and detail have in common. */
function summarize({ slug, entry, example }: TextGenerator, language: Language, siteUrl: string) {
  const { name, page } = entry(language)
  return { slug, name, url: `${siteUrl}/${language}/${page}`, example }
}

/** Returns the JSON value of the details of a generator. */
export function describeGenerator(
  generator: TextGenerator,
  language: Language,
  accents: Accents,
  siteUrl: string,
): unknown {
  const { operations, retired } = generator.data
  const { note } = generator.entry(language)
  // A lone mapping is `characters` itself and is not repeated.
  const isLone = loneMapping(operations) !== undefined
  return {
    success: true,
    ...(language === defaultLanguage ? {} : { lang: language }),
    generator: {
      ...summarize(generator, language, siteUrl),
      characters: generator.characters(language, accents),
      ...generator.traits(accents),
      operations: operations.map((operation) =>
        isLone ? { type: operation.type } : operation.published(language, accents)),
      ...(note !== '' && { note }),
      ...(retired && { retired }),
    },
  }
}
