import type { Catalogue, TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import { loneMapping } from '../engine/operation.ts'
import type { Found } from '../engine/search/search.ts'
import type { Steps } from '../engine/steps.ts'
import { prepareAnswer } from '../http/prepared-answer.ts'
import type { BodyCache, PreparedAnswer } from '../http/prepared-answer.ts'

export type Answers = ReturnType<typeof createAnswers>

/**
 * Prepares the answers about the catalogue, which stay the same as long as it does; `siteUrl` is
 * what page addresses start with, without a final slash. Bodies stay in the cache once made.
 */
export function createAnswers(catalogue: Catalogue, siteUrl: string, cache: BodyCache) {
  const made = new Map<string, PreparedAnswer>()
  const once = (
    key: string,
    value: () => unknown,
    prepare?: () => Steps<unknown>,
  ): PreparedAnswer => {
    const answer = made.get(key) ?? prepareAnswer(value, cache, prepare)
    made.set(key, answer)
    return answer
  }
  const all = [...catalogue.values()]
  const list = (generators: readonly TextGenerator[], language: Language) => ({
    success: true,
    count: generators.length,
    generators: generators.map((item) => {
      const { category, layer } = item.data
      return { ...summarize(item, language, siteUrl), category, layer }
    }),
  })
  return {
    list: (language: Language): PreparedAnswer => once(language, () => list(all, language)),
    /** Returns the JSON value of the list of those that a search has found. */
    found: ({ styles }: Found, language: Language): unknown =>
      list(styles.flatMap((index) => all[index] ?? []), language),
    /** Returns `undefined` for a slug that no generator has. */
    detail(slug: string, language: Language, accents: Accents = 'styled') {
      const generator = catalogue.get(slug)
      if (generator === undefined) return undefined
      return once(
        `${language}/${slug}/${accents}`,
        () => describe(generator, language, accents, siteUrl),
        () => generator.findTraits(accents),
      )
    },
  }
}

/** The fields that list and detail have in common. */
function summarize({ slug, entry, example }: TextGenerator, language: Language, siteUrl: string) {
  const { name, page } = entry(language)
  return { slug, name, url: `${siteUrl}/${language}/${page}`, example }
}

function describe(
  generator: TextGenerator,
  language: Language,
  accents: Accents,
  siteUrl: string,
): unknown {
  const { operations } = generator.data
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
    },
  }
}
