import { createAnswers, describeGenerator } from '../../lib/api/answers.ts'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import type { Accents } from '../../lib/engine/drawn-apart.ts'
import { memoize } from '../../lib/engine/memo.ts'
import { createBodyCache } from '../../lib/http/prepared-answer.ts'
import { catalogue } from './laws.ts'

/** What the detail answer says of a generator. */
export interface Published {
  readonly slug: string
  readonly name: string
  readonly url: string
  readonly example: string
  readonly characters: Readonly<Record<string, string>>
  readonly support: { readonly accents: string }
  readonly operations: readonly PublishedOperation[]
}

/** An operation in it. */
export interface PublishedOperation {
  readonly type: string
  readonly characters?: Readonly<Record<string, string>>
  readonly mappings?: ReadonlyArray<string | Readonly<Record<string, string>>>
  readonly joiners?: string
  readonly pools?: ReadonlyArray<{ readonly marks: readonly string[] }>
}

const siteUrl = 'https://example.org'
const answers = createAnswers(catalogue, siteUrl, createBodyCache(2 ** 20))

/** The detail answer of a generator, read. */
export function publishedOf(
  { slug }: TextGenerator,
  language: Language,
  accents: Accents = 'styled',
): Published {
  return detailsIn(language)(accents)(slug)
}

const detailsIn = memoize((language: Language) => {
  return memoize((accents: Accents) => {
    return memoize((slug: string): Published => {
      return JSON.parse(detailBody(slug, language, accents)).generator
    })
  })
})

/** The list answer, read: an entry for each generator. */
export const listIn = memoize((language: Language): readonly object[] => {
  return JSON.parse(JSON.stringify(answers.some(undefined, language))).generators
})

/** The JSON text of the detail answer. */
export function detailBody(slug: string, language: Language, accents: Accents = 'styled'): string {
  return bodiesIn(language)(accents)(slug)
}

const bodiesIn = memoize((language: Language) => {
  return memoize((accents: Accents) => {
    return memoize((slug: string): string => {
      const generator = catalogue.get(slug)
      if (generator === undefined) return '{}'
      return JSON.stringify(describeGenerator(generator, language, accents, siteUrl))
    })
  })
})
