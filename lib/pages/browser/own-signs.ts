import { firstTypes } from '../../engine/first-operations.ts'
import type { LaterParts } from '../../engine/operation.ts'
import { turnSigns } from '../../engine/right-to-left.ts'
import { createStyleSet } from '../../engine/style.ts'
import { clustersOf } from '../../engine/text.ts'
import type { Style } from './styles.ts'

/** A style that is added to others. */
export type Addition = Pick<Style, 'slug' | 'layer' | 'operations' | 'transform'>

/** Where a visitor's own signs can be. */
export const places = ['around', 'between'] as const

export type Place = (typeof places)[number]

/** Makes the operation that adds signs; a blank separates those before a text from those after. */
const operationOf = {
  around(signs: string) {
    const [before = '', after = mirror(before)] = signs.trimEnd().split(/ (.*)/, 2)
    return { type: 'wrap', before, after }
  },
  between: (signs: string) => ({ type: 'between', units: 'clusters', texts: [signs] }),
} as const

const mostClusters = 12

/** Returns those of typed signs that can be added: some on one line, which show what they are. */
export function cleanSigns(typed: string): string {
  const allowed = typed.toWellFormed().replace(/[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu, '')
  return [...clustersOf(allowed)].slice(0, mostClusters).join('')
}

/** Makes an addition of typed signs; nothing if they cannot be seen. */
export function addSigns(place: Place, typed: string, language: string): readonly Addition[] {
  const signs = cleanSigns(typed)
  if (signs.trim() === '') return []
  const operations = [operationOf[place](signs)]
  const style = createStyleSet([[place, { operations }]], engine).all.get(place)
  const transform: Style['transform'] = (text, ...rest) =>
    style?.transform(text, language, ...rest) ?? text
  return [{ slug: place, layer: 'frame', operations, transform }]
}

const engine: LaterParts = {
  types: () => firstTypes,
  extras: () => ({}),
  decoding() {
    throw new Error('signs read nothing back')
  },
}

/** Returns signs as in a mirror: ★彡 as 彡★. */
function mirror(signs: string): string {
  return turnSigns(signs).replace(/./gu, (sign) => pairs[pairs.indexOf(sign) ^ 1] ?? sign)
}

/** Signs of frames, each beside its image in a mirror. */
const pairs = [
  ...'()[]{}<>/\\«»→←❨❩❪❫❬❭❮❯❰❱⟨⟩⟪⟫⫷⫸⊰⊱╭╮╰╯༺༻꧁꧂〈〉《》「」『』【】〔〕（）ʕʔˏˎˋˊ𓆩𓆪𓊈𓊉',
]
