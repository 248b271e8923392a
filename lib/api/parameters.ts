import { chooseLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { ApiError } from '../http/api-error.ts'
import type { Form } from '../http/form.ts'

const [trueWords, falseWords] = [
  ['1', 'true', 'on', 'yes'],
  ['0', 'false', 'off', 'no'],
] as const

/** The parameters of the actions, each with what it takes, in the words of a message. */
export const parameters = {
  slug: 'the slug of a generator, one that list_generators gives',
  text: 'the text to transform',
  update_stats: `${listWords(trueWords)}, or else ${listWords(falseWords)}`,
  lang: listWords(languages),
} as const satisfies Record<string, string>

export type ParameterName = keyof typeof parameters

/**
 * The values of the parameters of one request. Each is read, and checked, when it is asked for:
 * that throws an ApiError where it is missing, or holds nothing that it takes.
 */
export class ParameterValues {
  readonly #form: Form

  constructor(form: Form) {
    this.#form = form
  }

  get slug(): string {
    return requireField(this.#form, 'slug', parameters.slug)
  }

  get text(): string {
    return requireField(this.#form, 'text', parameters.text)
  }

  /** Whether this call counts in the statistics: true unless said. */
  get update_stats(): boolean {
    const updates = parseBoolean(this.#form.get('update_stats') ?? 'true')
    if (updates === undefined) throw invalidField('update_stats', parameters.update_stats)
    return updates
  }

  get lang(): Language {
    return chooseLanguage(this.#form.get('lang'))
  }
}

/** The value of a field. Throws `missingParameter` where it is not given, or empty. */
export function requireField(form: Form, name: string, takes: string): string {
  const value = form.get(name)
  if (value !== undefined && value !== '') return value
  throw new ApiError('missingParameter', `The parameter "${name}" is missing. It takes ${takes}.`)
}

/** The error for a field that is given, but holds nothing that it takes. */
export function invalidField(name: string, takes: string): ApiError {
  const message = `The parameter "${name}" is not valid. It takes ${takes}.`
  return new ApiError('invalidParameter', message)
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
