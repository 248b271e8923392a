import type { GeneratorFile } from './generator-file.ts'

/** What styles change, in the order in which they can follow one another. */
export const layers = ['text', 'letters', 'marks', 'frame', 'code'] as const
/**
 * `text`: case, order and spacing; `letters`: the letters; `marks`: marks on them; `frame`: what is
 * between and around them; `code`: codes, decoders, drawings and names for programs, which are not
 * combined.
 */
export type Layer = (typeof layers)[number]

/** The layers of the types of operations; the others leave plain letters plain (`text`). */
const layersOfTypes: Readonly<Record<string, Layer>> = {
  ...{ encode: 'code', decode: 'code', restore: 'code', run: 'code', draw: 'code', join: 'code' },
  ...{ map: 'letters', 'map-like': 'letters', cycle: 'letters', choose: 'letters' },
  ...{ divide: 'letters', harmonize: 'letters', beside: 'letters', initials: 'letters' },
  'map-after': 'letters',
  ...{ fill: 'letters', flags: 'letters', numbers: 'letters', numerals: 'letters' },
  ...{ marks: 'marks', scatter: 'marks', crown: 'marks' },
  ...{ around: 'frame', between: 'frame', wrap: 'frame', box: 'frame' },
}

/** Of a style with operations of several layers, the first of these decides. */
const precedence = ['code', 'letters', 'text', 'marks', 'frame'] as const

/** Returns the layer of a style, whose `operations` are still JSON and may have a fault. */
export function layerOf({
  category,
  operations,
}: Pick<GeneratorFile, 'category' | 'operations'>): Layer {
  if (category === 'decoded') return 'code'
  const found = (Array.isArray(operations) ? operations : []).map(layerOfOperation)
  const layer = precedence.find((one) => found.includes(one)) ?? 'text'
  return layer === 'letters' && category === 'coded' ? 'code' : layer
}

function layerOfOperation(operation: unknown): Layer {
  const fields: Readonly<Record<string, unknown>> = Object(operation)
  const { type, characters } = fields
  // A table without signs of ASCII only replaces letters with accents by others.
  const keys = Object.keys(Object(characters))
  const isPlain = keys.length > 0 && !/[!-~]/.test(keys.join(''))
  const isSpacing = fields['units'] === 'words' && /^\s*$/.test(String(fields['texts']))
  return isPlain || isSpacing ? 'text' : (layersOfTypes[String(type)] ?? 'text')
}
