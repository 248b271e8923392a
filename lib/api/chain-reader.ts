import type { Catalogue, TextGenerator } from '../catalogue/catalogue.ts'
import { defaultLanguage } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { findChainFault, mostFollowing, suggestChain } from '../engine/chain.ts'
import type { ChainFault, Link } from '../engine/chain.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import type { KeepKind } from '../engine/keep.ts'
import { layers } from '../engine/layer.ts'
import { memoize } from '../engine/memo.ts'
import { runChain } from '../engine/run-chain.ts'
import type { ChainResult } from '../engine/run-chain.ts'
import { ApiError } from '../http/api-error.ts'
import type { FindSlug } from './closest-slug.ts'
import { parameters } from './parameters.ts'

/**
 * Returns the styles of a chain, the first of which exists. Throws an ApiError that names a chain
 * which works if they cannot be combined.
 */
export type ReadChain = (slugs: readonly string[], language: Language) => readonly Link[]

/** Creates the function that reads chains; it remembers which ones work. */
export function createChainReader(
  catalogue: Catalogue,
  findSlug: FindSlug,
): ReadChain {
  /** Returns the styles with these slugs, or with the closest ones. */
  const linksOf = (slugs: readonly string[], language: Language): Link[] =>
    slugs.flatMap((slug) => {
      const found = catalogue.get(slug) ?? catalogue.get(findSlug(slug, language) ?? '')
      return found === undefined ? [] : toLink(found)
    })
  // All of them exist, so the language does not matter.
  const faultOf = memoize((slugs: string) => {
    return findChainFault(linksOf(slugs.split(','), defaultLanguage))
  }, 1000, 200)
  const describeUnknownSlug = (slug: string, language: Language): string => {
    const closest = findSlug(slug, language)
    const isShown = /^[\w -]{1,60}$/.test(slug)
    const shown = isShown ? `no generator is called "${slug}"` : 'a slug is wrong'
    return closest === undefined ? shown : `${shown}; the closest is "${closest}"`
  }
  const findReason = (slugs: readonly string[], language: Language): string | undefined => {
    if (slugs.length > 1 + mostFollowing) return `it has more than ${mostFollowing} slugs`
    const unknown = slugs.find((slug) => !catalogue.has(slug))
    if (unknown !== undefined) return describeUnknownSlug(unknown, language)
    const fault = faultOf(slugs.join())
    return fault && describe(fault)
  }
  return (slugs, language) => {
    const reason = findReason(slugs, language)
    if (reason === undefined) return linksOf(slugs, language)
    const works = suggestChain(linksOf(slugs.slice(0, 1 + mostFollowing), language))
    if (works.length > 1) throw chainError(reason, works)
    const first = linksOf(slugs.slice(0, 1), language)
    const example = linksOf(parameters.then.example.split(','), language)
    const others = suggestChain([...first, ...example])
    throw chainError(reason, first.some(({ slug }) => others.includes(slug)) ? others : [])
  }
}

/** Returns a style as a chain needs it. */
export function toLink({ slug, data: { sample, layer }, transform }: TextGenerator): Link {
  return { slug, sample, layer, transform }
}

function describe({ kind, slugs: [one, other] }: ChainFault): string {
  switch (kind) {
    case 'repeated':
      return `"${one}" is used twice`
    case 'code':
      return `"${one}" is a code or a decoder, which cannot be combined`
    case 'letters':
      return `"${one}" and "${other}" both replace letters; ${instead(one, other)}`
    case 'order':
      return `"${one}" must come before "${other}": the order is ${layers.slice(0, -1).join(', ')}`
    case 'hidden':
      return `"${one}" would change nothing that is seen`
  }
}

/** Styles whose letters are those of two others. */
const bothOf: Readonly<Record<string, string>> = {
  'bold-sans italic-sans': 'bold-italic-sans',
  'bold-serif italic-serif': 'bold-italic-serif',
  'bold-sans italic-serif': 'bold-italic-sans',
  'bold-serif italic-sans': 'bold-italic-serif',
  'bold-sans script': 'bold-script',
  'bold-serif script': 'bold-script',
  'bold-sans fraktur': 'bold-fraktur',
  'bold-serif fraktur': 'bold-fraktur',
}

/** Says what to use instead of two styles that both replace letters. */
function instead(one: string, other = ''): string {
  const both = bothOf[`${one} ${other}`] ?? bothOf[`${other} ${one}`]
  return both === undefined ? 'use one of them' : `"${both}" is both`
}

/** Returns the output of a chain. Throws an ApiError if a text on the way is too long. */
export function outputOf(result: ChainResult, links: readonly Link[]): string {
  if ('output' in result) return result.output
  const { slug, kind, length, most, fits } = result
  const slugs = links.map((link) => link.slug)
  const reason = kind === 'input'
    ? `"${slug}" would read ${length} code points, more than ${most}`
    : `the output of "${slug}" has ${length} code points, more than the ${most} ` +
      'that are possible here: 40 for each of the input, and 1,000'
  const hint = fits > 0 ? `; a text like this may have ${fits} code points` : ''
  throw chainError(reason + hint, slugs.slice(0, slugs.indexOf(slug)))
}

/** Transforms a text by a chain. Throws an ApiError if a text on the way is too long. */
export function transformByChain(
  links: readonly Link[],
  input: string,
  keep: readonly KeepKind[],
  language: string,
  accents: Accents,
): string {
  return outputOf(runChain(links, input, keep, language, accents, ''), links)
}

/** Returns the error with a chain that works: that of these slugs, or else the usual example. */
function chainError(reason: string, [slug, ...then]: readonly string[]): ApiError {
  const isChain = slug !== undefined && then.length > 0
  const works = isChain ? `slug=${slug}&then=${then.join()}` : example
  return new ApiError(
    'invalidParameter',
    `The parameter "then" is not valid: ${reason}. This works: ${works}.`,
  )
}

const example = `slug=${parameters.slug.example}&then=${parameters.then.example}`
