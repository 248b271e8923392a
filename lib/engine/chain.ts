import { layers } from './layer.ts'
import type { Layer } from './layer.ts'
import type { Transform } from './style.ts'
import { normalize } from './text.ts'

/** A style as a chain needs it. A chain applies several styles, each to the output before. */
export interface Link {
  readonly slug: string
  readonly sample: string
  readonly layer: Layer
  readonly transform: Transform
}

/** How many styles may follow the first one. */
export const mostFollowing = 3

/** Why styles cannot be combined, and the slugs of the ones concerned. */
export interface ChainFault {
  readonly kind: 'repeated' | 'code' | 'letters' | 'order' | 'hidden'
  readonly slugs: readonly [string, ...string[]]
}

/** Finds out why styles cannot follow one another; returns `undefined` if they can. */
export function findChainFault(links: readonly Link[]): ChainFault | undefined {
  if (links.length < 2) return undefined
  const slugs = links.map(({ slug }) => slug)
  const repeated = slugs.find((slug, at) => slugs.indexOf(slug) < at)
  if (repeated !== undefined) return { kind: 'repeated', slugs: [repeated] }
  const code = links.find(({ layer }) => layer === 'code')
  if (code !== undefined) return { kind: 'code', slugs: [code.slug] }
  const [first, second] = links.filter(({ layer }) => layer === 'letters')
  if (first && second) return { kind: 'letters', slugs: [first.slug, second.slug] }
  for (const [at, link] of links.entries()) {
    const before = links[at - 1] ?? link
    const isAbove = layers.indexOf(link.layer) < layers.indexOf(before.layer)
    if (isAbove) return { kind: 'order', slugs: [link.slug, before.slug] }
  }
  const hidden = findHidden(links)
  return hidden === undefined ? undefined : { kind: 'hidden', slugs: [hidden] }
}

/** Each letter in both cases, in words of both: no change of case leaves all of them. */
const letters =
  // A capital inside a word may be meant, and the first word of a sentence has no other.
  'the quick brown fox jumps over lazy dogs The Quick Brown Fox Jumps Over Lazy Dogs ' +
  'thE QUick BRown fOX jUMPs OVer LAzy DOg THe quICK brOWN Fox JumpS lazY dOG viZ éÑçş'

/** Returns the slug of a style without which the result would look the same. */
function findHidden(links: readonly Link[]): string | undefined {
  // Some styles only change digits, flags or long lines, which their samples have.
  const others = links.filter(({ transform }) => transform(letters, 'en') === letters)
  const text = [letters, ...new Set(others.map(({ sample }) => sample))].join('\n')
  const lookOf = (some: readonly Link[]): string =>
    looksOf(some.reduce((output, link) => link.transform(output, 'en'), text))
  const whole = lookOf(links)
  return links.find((link) => lookOf(links.filter((other) => other !== link)) === whole)?.slug
}

/** Returns whether a style changes what is seen of a text. */
export function changesLooks({ transform }: Pick<Link, 'transform'>, text: string): boolean {
  return looksOf(transform(text, 'en')) !== looksOf(text)
}

/** Returns a text with each mark on a letter once, which look like one, and no marks on blanks. */
function looksOf(text: string): string {
  const bare = normalize(text, 'NFD').replace(/(?<=\s)\p{M}+/gu, '')
  return bare.replace(/\p{M}{2,}/gu, (marks) => [...new Set(marks)].join(''))
}

/** Returns the slugs of styles that can be combined: as many as possible, the first ones first. */
export function suggestChain(links: readonly Link[]): string[] {
  const kept: Link[] = []
  for (const link of links) {
    const tried = [...kept, link]
      .sort((one, other) => layers.indexOf(one.layer) - layers.indexOf(other.layer))
    if (findChainFault(tried) === undefined && link.layer !== 'code') kept.splice(0, 4, ...tried)
  }
  return kept.map(({ slug }) => slug)
}
