import { chooseLanguage, languages } from '../catalogue/locale.ts'
import { mostFollowing } from '../engine/chain.ts'
import { accentChoices } from '../engine/drawn-apart.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import { keepKinds } from '../engine/keep.ts'
import type { KeepKind } from '../engine/keep.ts'
import { countCodePoints } from '../engine/text.ts'
import { ApiError } from '../http/api-error.ts'
import type { Form } from '../http/form.ts'
import { createClosest } from '../engine/closest.ts'

const [trueWords, falseWords] = [
  ['1', 'true', 'on', 'yes'],
  ['0', 'false', 'off', 'no'],
] as const

const defaultAccents: Accents = 'styled'

/** The most code points of a search. */
const mostOfSearch = 100

/** The most items of a list that are read: enough to see that there are too many. */
const mostItems = mostFollowing + 2

/** The most units of a slug that are read: the name of a file is no longer. */
const mostOfSlug = 255

/** A parameter: what messages say about it, and how it is read. */
interface Parameter {
  /** Its possible values, as a noun phrase. */
  readonly takes: string
  /** A possible value, encoded for a query. */
  readonly example: string
  /** Whether it must be there and not be empty. */
  readonly isRequired: boolean
  /** Whether its bytes must be UTF-8, because an answer depends on every one of them. */
  readonly isText?: boolean
  /** Whether a form may have it several times: its values are then joined by commas. */
  readonly isList?: boolean
  /**
   * Returns its value, or `undefined` if that is not supported. A request keeps the value while it
   * waits, so only a text may be long.
   */
  readonly parse: (value: string | undefined) => unknown
}

/** The parameters of the actions. */
export const parameters = {
  slug: {
    takes: 'the slug of a generator, from list_generators',
    example: 'bold-serif',
    isRequired: true,
    parse: (value = '') => cut(value),
  },
  text: {
    takes: 'the text to transform (not a file)',
    example: 'Hello',
    isRequired: true,
    isText: true,
    parse: (value = '') => value,
  },
  /** Whether a call counts in the statistics. */
  update_stats: {
    takes: `${listWords(trueWords)}, or else ${listWords(falseWords)}`,
    example: 'false',
    isRequired: false,
    parse: (value = 'true') => parseBoolean(value),
  },
  lang: {
    takes: listWords(languages),
    example: 'es',
    isRequired: false,
    parse: chooseLanguage,
  },
  /** What to search for; an empty text lists everything. */
  search: {
    takes: `at most ${mostOfSearch} code points`,
    example: 'cursive',
    isRequired: false,
    isText: true,
    parse: (value = '') => (countCodePoints(value) > mostOfSearch ? undefined : value),
  },
  accents: {
    takes: listWords(accentChoices),
    example: 'plain',
    isRequired: false,
    parse: (value): Accents | undefined =>
      accentChoices.find((choice) => choice === (value || defaultAccents)),
  },
  /** The slugs of further generators. */
  then: {
    takes: `up to ${mostFollowing} other slugs, separated by commas`,
    example: 'underline,wrap-wings',
    isRequired: false,
    isList: true,
    parse: (value = '') => readList(value),
  },
  /** What stays as it is in the text. */
  keep: {
    takes: `all, or some of ${keepKinds.join(', ')}, separated by commas`,
    example: 'links,names',
    isRequired: false,
    isList: true,
    parse: (value = ''): readonly KeepKind[] | undefined => {
      if (value === '') return []
      const items = readList(value)
      const kinds = keepKinds.filter((kind) => items.includes(kind))
      if (kinds.length + Number(items.includes('all')) < new Set(items).size) return undefined
      return items.includes('all') ? keepKinds : kinds
    },
  },
} as const satisfies Record<string, Parameter>

export type ParameterName = keyof typeof parameters

const rows: ReadonlyArray<readonly [name: string, row: Parameter]> = Object.entries(parameters)

/** The parameters that are lists. */
export const lists = rows.flatMap(([name, { isList }]) => (isList ? [name] : []))

/** The values of some parameters. */
export type ParameterValues<Name extends ParameterName = ParameterName> = {
  readonly [One in Name]: Exclude<ReturnType<(typeof parameters)[One]['parse']>, undefined>
}

/**
 * Reads some parameters of a request. Throws an ApiError for the first of them that is missing or
 * empty, unless it is optional here or in general, or not supported. `exampleWith` returns a
 * correct request with a parameter.
 */
export function readParameters<Name extends ParameterName>(
  form: Form,
  names: readonly Name[],
  optional: readonly ParameterName[],
  exampleWith: (name: Name) => string,
): ParameterValues<Name> {
  const values: Partial<Record<Name, unknown>> = {}
  for (const name of names) {
    const { takes, isRequired, isText = false, parse }: Parameter = parameters[name]
    const field = form.fields.get(name)
    if (isText && field?.isText === false) throw notUtf8(name)
    const isMissing = isRequired && !optional.includes(name) && (field?.value ?? '') === ''
    const value = isMissing ? undefined : parse(field?.value)
    if (value === undefined) {
      throw wrongField(form, name, takes, exampleWith(name))
    }
    values[name] = value
  }
  // Each value was parsed by the parameter of its name.
  return values as ParameterValues<Name>
}

function notUtf8(name: string): ApiError {
  const sentence = `The parameter "${name}" is not UTF-8.`
  const hint = `Send it as UTF-8, for example ${name}=caf%C3%A9.`
  return new ApiError('invalidParameter', `${sentence} ${hint}`)
}

/**
 * Returns the error for a missing, empty or invalid field; `example` is a correct request, and
 * `ending` the last sentence.
 */
export function wrongField(
  form: Form,
  name: string,
  takes: string,
  example: string,
  ending = '',
): ApiError {
  const isMissing = (form.get(name) ?? '') === ''
  const accepted = `It must be ${takes}, as in ${example}.`
  if (!isMissing) {
    const message = `The parameter "${name}" is not valid. ${accepted}${ending}`
    return new ApiError('invalidParameter', message)
  }
  const missing = `The parameter "${name}" is missing or empty. ${accepted}`
  const unknown = form.others().slice(0, 3).map(quoteUnknown)
  const others = unknown.length === 0 ? '' : ` Unknown parameters: ${unknown.join(', ')}.`
  const isJson = form.isJson()
  const rest = isJson ? ' The body is JSON, which is not accepted: send a form.' : others
  return new ApiError('missingParameter', missing + rest + ending)
}

const findParameter = createClosest(['action', ...Object.keys(parameters)])

/** Quotes an unknown name, with the parameter that it looks like. */
function quoteUnknown(name: string): string {
  // Copied from HTML, in which "&" is "&amp;".
  const closest = findParameter(name.replace(/^amp;/, ''))
  return closest === undefined ? `"${name}"` : `"${name}" (did you mean "${closest}"?)`
}

/** Returns the first items of a list that are not empty. */
function readList(value: string): readonly string[] {
  const items: string[] = []
  for (let start = 0, end = 0; start < value.length && items.length < mostItems; start = end + 1) {
    end = value.indexOf(',', start)
    if (end < 0) end = value.length
    // A part of a text would keep all of it. The package has this function, so nothing of Node.
    if (end > start) items.push([...cut(value.slice(start, end))].join(''))
  }
  return items
}

/** Returns the beginning of a slug that is too long for one. */
function cut(slug: string): string {
  return slug.length > mostOfSlug ? [...slug.slice(0, mostOfSlug)].join('') : slug
}

/** Joins two or more words: `a, b or c`. */
export function listWords(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/**
 * Parses `1 true on yes`, and `0 false off no` or an empty value; `undefined` for any other.
 * PHP knows the same words: https://www.php.net/manual/en/filter.constants.php
 */
function parseBoolean(value: string): boolean | undefined {
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
