import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Words } from '../catalogue/locale-files.ts'
import { countCodePoints } from '../engine/text.ts'
import { ApiError } from '../http/api-error.ts'
import type { BodyCache, PreparedAnswer } from '../http/prepared-answer.ts'
import type { Totals } from '../usage/statistics.ts'
import type { Answers } from './answers.ts'
import type { ParameterName, ParameterValues } from './parameters.ts'

/** What the handlers, and the pages, work with. */
export interface Services {
  readonly catalogue: Catalogue
  readonly words: Words
  /** Keeps the bodies that are made of the catalogue, those of the pages, too. */
  readonly cache: BodyCache
  readonly answers: Answers
  /** The slug that whoever asks for an unknown one may mean. */
  readonly findSlug: (unknown: string) => string | undefined
  readonly maxTextCodePoints: number
}

/** The reply of a handler, by kind. */
export type Reply =
  | { readonly kind: 'prepared'; readonly answer: PreparedAnswer }
  | {
      readonly kind: 'value'
      readonly value: unknown
      /** What the request adds to the statistics if it is admitted. */
      readonly adds?: Totals | undefined
    }
  /** A JSON value that contains the totals, this request included. */
  | { readonly kind: 'totals'; readonly toValue: (totals: Totals) => unknown }

type Values<Name extends keyof ParameterValues> = Pick<ParameterValues, Name>

/** Replies with every generator, in the order of the catalogue. */
export function listGenerators({ lang }: Values<'lang'>, { answers }: Services): Reply {
  return { kind: 'prepared', answer: answers.list(lang) }
}

/** Replies with one generator and its characters. Throws `generatorNotFound`. */
export function getGenerator(
  { slug, lang, accents }: Values<'slug' | 'lang' | 'accents'>,
  services: Services,
): Reply {
  const answer = services.answers.detail(slug, lang, accents)
  if (answer === undefined) throw generatorNotFound(slug, services)
  return { kind: 'prepared', answer }
}

/**
 * Replies with the transformed text. Throws `invalidParameter` for a text that is too long, and
 * `generatorNotFound`.
 */
export function generate(
  { slug, text: input, update_stats: isCounted, lang, accents }: Values<ParameterName>,
  services: Services,
): Reply {
  const { catalogue, maxTextCodePoints } = services
  const length = countCodePoints(input)
  if (length > maxTextCodePoints) throw textTooLong(length, maxTextCodePoints)
  const generator = catalogue.get(slug)
  if (generator === undefined) throw generatorNotFound(slug, services)
  const output = generator.transform(input, lang, accents)
  const value = {
    success: true,
    input,
    output,
    generator: slug,
    length: { input: length, output: countCodePoints(output) },
  }
  return { kind: 'value', value, adds: isCounted ? { uses: 1, characters: length } : undefined }
}

/** Replies with the totals, this request's commit included. */
export function readStatistics(_values: object, { catalogue }: Services): Reply {
  return {
    kind: 'totals',
    toValue: ({ uses, characters }) => ({
      success: true,
      statistics: { sets: catalogue.size, uses, characters },
    }),
  }
}

function generatorNotFound(slug: string, { findSlug }: Services): ApiError {
  const closest = findSlug(slug)
  const hint =
    closest === undefined
      ? 'The action list_generators gives those that do.'
      : `The closest is "${closest}"; the action list_generators gives all.`
  return new ApiError('generatorNotFound', `The requested generator does not exist. ${hint}`)
}

function textTooLong(length: number, most: number): ApiError {
  const message = `The parameter "text" is too long: it has ${length} code points. `
  const hint = `It takes at most ${most}; send a longer text in parts.`
  return new ApiError('invalidParameter', message + hint)
}
