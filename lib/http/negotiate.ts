import { codings } from './prepared-answer.ts'
import type { Coding } from './prepared-answer.ts'

/** The coding for a request with this Accept-Encoding. */
export type CodingChooser = (acceptEncoding: string | undefined) => Coding

/**
 * Gives a function that takes the value of an Accept-Encoding header and tells the coding that it
 * likes best; of equals the smallest body wins. It remembers the values that it has met.
 * https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
 */
export function createCodingChooser(): CodingChooser {
  const choices = new Map<string, Coding>()
  return (acceptEncoding) => {
    if (acceptEncoding === undefined) return 'identity'
    let choice = choices.get(acceptEncoding)
    if (choice === undefined) {
      choice = parseChoice(acceptEncoding)
      // Clients send a handful of different ones; whoever sends more gains nothing from it.
      if (choices.size === mostChoices) choices.clear()
      choices.set(acceptEncoding, choice)
    }
    return choice
  }
}

const mostChoices = 100

function parseChoice(acceptEncoding: string): Coding {
  const weights = new Map<string, number>()
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim())
    weights.set(coding, parameters.length === 0 ? 1 : parseWeight(parameters.join(';')))
  }
  const weightOf = (coding: Coding): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? 0.001 : 0)
  // The sort is stable: of equals the first, which is the smallest, stays the first.
  const [best = 'identity'] = codings
    .filter((coding) => weightOf(coding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one))
  return best
}

/** What is not a weight counts as 0: a coding is not sent to whom it may be unwelcome. */
function parseWeight(parameter: string): number {
  return /^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(parameter) ? Number(parameter.slice(2)) : 0
}

/**
 * Whether an If-None-Match header holds the entity tag, by weak comparison. A comma within quotes
 * is part of its tag.
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return (ifNoneMatch.match(listItems) ?? [])
    .map((item) => item.trim())
    .some((item) => item === '*' || item === etag || item === `W/${etag}`)
}

const listItems = /(?:[^",]|"[^"]*"?)+/g
