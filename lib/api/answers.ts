import type { Catalogue, TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import { loneMapping } from '../engine/operation.ts'
import type { Operation } from '../engine/operation.ts'
import { prepareAnswer } from '../http/prepared-answer.ts'
import type { BodyCache, PreparedAnswer } from '../http/prepared-answer.ts'

/** The answers about the catalogue, which stay the same as long as it does. */
export interface Answers {
  list(language: Language): PreparedAnswer
  /** `undefined` for a slug that no generator has. */
  detail(slug: string, language: Language, accents?: Accents): PreparedAnswer | undefined
}

/**
 * Prepares the answers; `siteUrl` is what page addresses start with, without a final slash. Their
 * bodies stay in the cache once they are made.
 */
export function createAnswers(catalogue: Catalogue, siteUrl: string, cache: BodyCache): Answers {
  const made = new Map<string, PreparedAnswer>()
  const once = (key: string, value: () => unknown): PreparedAnswer => {
    const answer = made.get(key) ?? prepareAnswer(value, cache)
    made.set(key, answer)
    return answer
  }
  const list = (language: Language): PreparedAnswer =>
    once(language, () => ({
      success: true,
      count: catalogue.size,
      generators: [...catalogue.values()].map((item) => {
        return { ...summarize(item, language, siteUrl), category: item.data.category }
      }),
    }))
  return {
    list,
    detail(slug, language, accents = 'styled') {
      const generator = catalogue.get(slug)
      if (generator === undefined) return undefined
      // A damaged style fails here, and not once its answer is being written.
      generator.check()
      return once(`${language}/${slug}/${accents}`, () =>
        describe(generator, language, accents, siteUrl),
      )
    },
  }
}

/** The fields that list and detail have in common. */
function summarize(
  { slug, entry, example }: TextGenerator,
  language: Language,
  siteUrl: string,
): Readonly<Record<'slug' | 'name' | 'url' | 'example', string>> {
  const { name, page } = entry(language)
  return { slug, name, url: `${siteUrl}/${language}/${page}`, example }
}

function describe(
  generator: TextGenerator,
  language: Language,
  accents: Accents,
  siteUrl: string,
): unknown {
  return {
    success: true,
    ...(language === defaultLanguage ? {} : { lang: language }),
    generator: {
      ...summarize(generator, language, siteUrl),
      characters: generator.characters(language, accents),
      ...generator.traits(accents),
      operations: publishOperations(generator.data.operations, language, accents),
    },
  }
}

/** The operations as JSON; a lone mapping is `characters` itself and is not repeated. */
function publishOperations(
  operations: readonly Operation[],
  language: Language,
  accents: Accents,
): unknown {
  if (loneMapping(operations) === undefined) {
    return operations.map((operation) => operation.published(language, accents))
  }
  return operations.map(({ type }) => ({ type }))
}
