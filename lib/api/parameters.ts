import { chooseLanguage, defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { accentChoices } from '../engine/drawn-apart.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import { ApiError } from '../http/api-error.ts'
import type { Form } from '../http/form.ts'

const [trueWords, falseWords] = [
  ['1', 'true', 'on', 'yes'],
  ['0', 'false', 'off', 'no'],
] as const

const defaultAccents: Accents = 'styled'

/** What is known of a parameter: the words of a message, and of the description. */
export interface Parameter {
  readonly takes: string
  /** A value that it takes, as it stands in a query. */
  readonly example: string
  readonly isRequired: boolean
  /** What it is for, in a sentence. */
  readonly description: string
  /** A JSON Schema of what it takes. */
  readonly schema: Readonly<Record<string, unknown>>
}

/** The parameters of the actions. */
export const parameters = {
  slug: {
    takes: 'the slug of a generator, one that list_generators gives',
    example: 'bold-serif',
    isRequired: true,
    description: 'The generator.',
    schema: { type: 'string', minLength: 1 },
  },
  text: {
    takes: 'the text to transform (no file)',
    example: 'Hello',
    isRequired: true,
    description: 'The text to transform; its length counts in Unicode code points.',
    schema: { type: 'string', minLength: 1 },
  },
  update_stats: {
    takes: `${listWords(trueWords)}, or else ${listWords(falseWords)}`,
    example: 'false',
    isRequired: false,
    description: `Whether the call counts in the statistics. ${otherWords()}`,
    schema: { type: 'boolean', default: true },
  },
  lang: {
    takes: listWords(languages),
    example: 'es',
    isRequired: false,
    description:
      'The language of `name`, `url` and, where a style depends on it, of the output; statistics ' +
      `have none. Anything else is ${defaultLanguage}.`,
    schema: { type: 'string', enum: languages, default: defaultLanguage },
  },
  accents: {
    takes: listWords(accentChoices),
    example: 'plain',
    isRequired: false,
    description:
      'What becomes of accented letters that some browsers show as boxes: `styled` puts the ' +
      'accent on the styled letter, `plain` leaves the letter as it was typed.',
    schema: { type: 'string', enum: accentChoices, default: defaultAccents },
  },
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof parameters

function otherWords(): string {
  return `It takes ${listWords(trueWords)} as true, ${listWords(falseWords)} as false.`
}

/**
 * The values of the parameters of one request. Each is read, and checked, when it is asked for:
 * that throws an ApiError where it is missing, or holds nothing that it takes.
 */
export class ParameterValues {
  readonly #form: Form
  readonly #exampleWith: (name: ParameterName) => string

  /** `exampleWith` gives a right request with the parameter, for the message of an error. */
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

  /** Whether this call counts in the statistics: true unless said. */
  get update_stats(): boolean {
    const updates = parseBoolean(this.#form.get('update_stats') ?? 'true')
    if (updates === undefined) throw this.#refuse('update_stats')
    return updates
  }

  get lang(): Language {
    return chooseLanguage(this.#form.get('lang'))
  }

  /** What becomes of accented letters that some browsers show as boxes. */
  get accents(): Accents {
    const value = this.#form.get('accents') ?? ''
    const accents = value === '' ? defaultAccents : accentChoices.find((choice) => choice === value)
    if (accents === undefined) throw this.#refuse('accents')
    return accents
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

/**
 * The error for a field that is missing, or empty, or holds nothing that it takes; `example` is a
 * request that does it right.
 */
export function wrongField(form: Form, name: string, takes: string, example: string): ApiError {
  const isMissing = (form.get(name) ?? '') === ''
  return new ApiError(
    isMissing ? 'missingParameter' : 'invalidParameter',
    `The parameter "${name}" is ${isMissing ? 'missing' : 'not valid'}. ` +
      `It takes ${takes}, as in ${example}.`,
  )
}

/** Two words or more as a sentence has them: `a, b or c`. */
export function listWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/**
 * Parses `1 true on yes` and `0 false off no`, or nothing at all, which is false; `undefined` for
 * all else. These are the words of PHP: https://www.php.net/manual/en/filter.constants.php
 */
export function parseBoolean(value: string): boolean | undefined {
  let start = 0
  let end = value.length
  // Not a regular expression: one that strips the end of a text takes quadratic time.
  while (start < end && padding.includes(value.charAt(start))) start++
  while (start < end && padding.includes(value.charAt(end - 1))) end--
  // Case is ASCII's: no letter outside of ASCII becomes one of these words' letters.
  return booleans.get(value.slice(start, end).toLowerCase())
}

const padding = ' \t\n\r\v'

const booleans: ReadonlyMap<string, boolean> = new Map([
  ...trueWords.map((word) => [word, true] as const),
  ...[...falseWords, ''].map((word) => [word, false] as const),
])
