import { chooseLanguage, defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { mostFollowing } from '../engine/chain.ts'
import { accentChoices } from '../engine/drawn-apart.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import { countCodePoints } from '../engine/text.ts'
import { ApiError } from '../http/api-error.ts'
import type { Form } from '../http/form.ts'
import { createClosest } from './closest.ts'

const [trueWords, falseWords] = [
  ['1', 'true', 'on', 'yes'],
  ['0', 'false', 'off', 'no'],
] as const

const defaultAccents: Accents = 'styled'

/** The most code points of a search. */
const mostOfSearch = 100

/** A parameter, as messages and the description of the interface present it. */
export interface Parameter {
  /** Its possible values, as a noun phrase. */
  readonly takes: string
  /** A possible value, encoded for a query. */
  readonly example: string
  readonly isRequired: boolean
  /** Its purpose, in a sentence. */
  readonly description: string
  /** The JSON Schema of its values. */
  readonly schema: Readonly<Record<string, unknown>>
}

/** The parameters of the actions. */
export const parameters = {
  slug: {
    takes: 'the slug of a generator, from list_generators',
    example: 'bold-serif',
    isRequired: true,
    description: 'The generator.',
    schema: { type: 'string', minLength: 1 },
  },
  text: {
    takes: 'the text to transform (not a file)',
    example: 'Hello',
    isRequired: true,
    description: 'The text to transform. Its length is counted in Unicode code points.',
    schema: { type: 'string', minLength: 1 },
  },
  update_stats: {
    takes: `${listWords(trueWords)}, or else ${listWords(falseWords)}`,
    example: 'false',
    isRequired: false,
    description:
      'Whether the call counts in the statistics. ' +
      `True is ${listWords(trueWords)}; false is ${listWords(falseWords)}.`,
    schema: { type: 'boolean', default: true },
  },
  lang: {
    takes: listWords(languages),
    example: 'es',
    isRequired: false,
    description:
      'The language of `name` and `url` and, where a style depends on it, of the output. ' +
      `Any other value means ${defaultLanguage}. Statistics do not depend on it.`,
    schema: { type: 'string', enum: languages, default: defaultLanguage },
  },
  search: {
    takes: `at most ${mostOfSearch} code points`,
    example: 'cursive',
    isRequired: false,
    description:
      'What people call a style, in the language of `lang`: only the generators that the search ' +
      'of the pages finds for it are listed, the best first.',
    schema: { type: 'string', maxLength: mostOfSearch },
  },
  accents: {
    takes: listWords(accentChoices),
    example: 'plain',
    isRequired: false,
    description:
      'For accented letters that some browsers show as boxes: `styled` puts the accent on the ' +
      'styled letter, `plain` leaves the letter unchanged.',
    schema: { type: 'string', enum: accentChoices, default: defaultAccents },
  },
  then: {
    takes: `up to ${mostFollowing} other slugs, separated by commas`,
    example: 'underline,wrap-wings',
    isRequired: false,
    description:
      'Further generators, each applied to the output before. Their `layer` must not go down: ' +
      '`text`, `letters` (at most once), `marks`, `frame`. `code` cannot be combined. Each must ' +
      'change what is seen, and no output may have more than 40 code points for each of the ' +
      'input, and 1,000 more.',
    schema: { type: 'string', pattern: `^([a-z0-9-]+(,[a-z0-9-]+){0,${mostFollowing - 1}})?$` },
  },
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof parameters

/**
 * The parameters of one request. Each is checked when it is read, which throws an ApiError if it is
 * missing or has an unsupported value.
 */
export class ParameterValues {
  readonly #form: Form
  readonly #exampleWith: (name: ParameterName) => string

  /** `exampleWith` returns a correct request with a parameter, for error messages. */
  constructor(form: Form, exampleWith: (name: ParameterName) => string) {
    this.#form = form
    this.#exampleWith = exampleWith
  }

  get slug(): string {
    return this.#require('slug')
  }

  get text(): string {
    return this.#require('text')
  }

  /** Whether this call counts in the statistics; true by default. */
  get update_stats(): boolean {
    const updates = parseBoolean(this.#form.get('update_stats') ?? 'true')
    if (updates === undefined) throw this.#refuse('update_stats')
    return updates
  }

  get lang(): Language {
    return chooseLanguage(this.#form.get('lang'))
  }

  /** What to search for; an empty text lists everything. */
  get search(): string {
    const value = this.#form.get('search') ?? ''
    if (countCodePoints(value) > mostOfSearch) throw this.#refuse('search')
    return value
  }

  get accents(): Accents {
    const value = this.#form.get('accents') ?? ''
    const accents = value === '' ? defaultAccents : accentChoices.find((choice) => choice === value)
    if (accents === undefined) throw this.#refuse('accents')
    return accents
  }

  /** The slugs of further generators; none by default. */
  get then(): readonly string[] {
    const value = this.#form.get('then') ?? ''
    return value === '' ? [] : value.split(',')
  }

  #require(name: ParameterName): string {
    const value = this.#form.get(name) ?? ''
    if (value === '') throw this.#refuse(name)
    return value
  }

  #refuse(name: ParameterName): ApiError {
    return wrongField(this.#form, name, parameters[name].takes, this.#exampleWith(name))
  }
}

/** Returns the error for a missing, empty or invalid field; `example` is a correct request. */
export function wrongField(form: Form, name: string, takes: string, example: string): ApiError {
  const isMissing = (form.get(name) ?? '') === ''
  const accepted = `It must be ${takes}, as in ${example}.`
  if (!isMissing) {
    return new ApiError('invalidParameter', `The parameter "${name}" is not valid. ${accepted}`)
  }
  const missing = `The parameter "${name}" is missing. ${accepted}`
  const unknown = form.others().slice(0, 3).map(describeUnknown) ?? []
  const others = unknown.length === 0 ? '' : ` Unknown parameters: ${unknown.join(', ')}.`
  const isJson = form.isJson()
  const rest = isJson ? ' The body is JSON, which is not accepted: send a form.' : others
  return new ApiError('missingParameter', missing + rest)
}

const findParameter = createClosest(['action', ...Object.keys(parameters)])

/** Quotes an unknown name, with the parameter that it looks like. */
function describeUnknown(name: string): string {
  const closest = findParameter(name)
  return closest === undefined ? `"${name}"` : `"${name}" (did you mean "${closest}"?)`
}

/** Joins two or more words: `a, b or c`. */
export function listWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/**
 * Parses `1 true on yes`, and `0 false off no` or an empty value; `undefined` for any other.
 * PHP knows the same words: https://www.php.net/manual/en/filter.constants.php
 */
export function parseBoolean(value: string): boolean | undefined {
  let start = 0
  let end = value.length
  // A regular expression that strips the end of a text takes quadratic time.
  while (start < end && padding.includes(value.charAt(start))) start++
  while (start < end && padding.includes(value.charAt(end - 1))) end--
  // No letter outside ASCII becomes one of these words' letters.
  return booleans.get(value.slice(start, end).toLowerCase())
}

const padding = ' \t\n\r\v'

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...trueWords.map((word) => [word, true] as const),
  ...[...falseWords, ''].map((word) => [word, false] as const),
])
