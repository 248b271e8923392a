import type { Coding } from './prepared-answer.ts'

/** An item of a header such as Accept: something that a client could be sent. */
export interface Preference {
  /** In lower case. */
  readonly name: string
  /** From 1 (best) to 0 (refused). */
  readonly weight: number
}

const maxItems = 50
const maxUnits = 1_024

/**
 * Parses an Accept, Accept-Encoding or Accept-Language header into its items, in their order. Of a
 * long header it reads the first 50 items within the first 1,024 characters. A malformed weight
 * counts as 0. https://www.rfc-editor.org/rfc/rfc9110#section-12.4.2
 */
function parsePreferences(header = ''): Preference[] {
  return shorten(header).toLowerCase().split(',', maxItems).map(parsePreference)
}

function shorten(header: string): string {
  if (header.length <= maxUnits) return header
  // An item that is cut could mean the opposite: `gzip;q=0` would become `gzip`.
  return header.slice(0, Math.max(header.lastIndexOf(',', maxUnits), 0))
}

function parsePreference(item: string): Preference {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
  const weights = parameters.filter((parameter) => /^q\b/.test(parameter))
  if (weights.length === 0) return { name, weight: 1 }
  const [, weight = 0] = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(weights.join(';')) ?? []
  return { name, weight: Number(weight) }
}

/**
 * Returns the content coding that an Accept-Encoding header prefers, and of equally welcome ones
 * the smallest. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function chooseCoding(acceptEncoding: string | undefined): Coding {
  if (acceptEncoding === undefined) return 'identity'
  return usualCodings.get(acceptEncoding) ?? findCoding(acceptEncoding)
}

function findCoding(acceptEncoding: string): Coding {
  const preferences = parsePreferences(acceptEncoding)
  const weightOf = (name: Coding | '*'): number | undefined =>
    preferences.findLast((preference) => preference.name === name)?.weight
  let best: Coding = 'identity'
  let bestWeight = weightOf('identity') ?? weightOf('*') ?? 0.001
  for (const coding of ['gzip', 'br'] as const) {
    const weight = weightOf(coding) ?? weightOf('*') ?? 0
    if (weight > 0 && weight >= bestWeight) [best, bestWeight] = [coding, weight]
  }
  return best
}

/** What the headers of browsers and of common programs prefer. */
const usualCodings: ReadonlyMap<string, Coding> = new Map(
  ['gzip, deflate, br, zstd', 'gzip, deflate, br', 'gzip, deflate', 'gzip', 'br', 'identity'].map(
    (header) => [header, findCoding(header)],
  ),
)

/**
 * Returns the language that an Accept-Language header prefers, or the first one if it names none
 * of them. A region counts as its language: `es-MX` as `es`.
 * https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
export function bestLanguage<Language extends string>(
  acceptLanguage: string | undefined,
  languages: readonly [Language, ...Language[]],
): Language {
  let [best] = languages
  let bestWeight = 0
  for (const { name, weight } of parsePreferences(acceptLanguage)) {
    const language = languages.find((one) => name === one || name.startsWith(`${one}-`))
    if (language !== undefined && weight > bestWeight) [best, bestWeight] = [language, weight]
  }
  return best
}

/**
 * Returns whether an Accept header names HTML, as those of browsers do; clients of the interface
 * accept anything. https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1
 */
export function namesHtml(accept: string | undefined): boolean {
  return parsePreferences(accept).some(({ name, weight }) => name === 'text/html' && weight > 0)
}

/**
 * Returns whether an If-None-Match header contains the entity tag, by weak comparison. A comma
 * within quotes is part of its tag. Of a long header it reads the first 1,024 characters.
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const items = shorten(ifNoneMatch).match(/(?:[^",]|"[^"]*"?)+/g) ?? []
  return items.some((item) => ['*', etag, `W/${etag}`].includes(item.trim()))
}
