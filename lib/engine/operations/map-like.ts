import { mappingGrowth } from '../cell-mapping.ts'
import { flag, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Mapping } from '../mapping.ts'
import type { Operation, Siblings } from '../operation.ts'
import { mapEach } from './map.ts'

/** Reads `map-like`: replaces code points as the first operation of another generator does. */
export function readMapLike(fields: Fields): Operation {
  const { generator, complete } = fields.read({ generator: text, complete: flag })
  const mapping = ({ mappingOf }: Siblings): Mapping => {
    return complete ? mappingOf(generator).completed : mappingOf(generator)
  }
  return {
    type: 'map-like',
    effect: 'replaces',
    references: [generator],
    compile: (siblings) => mapEach(mapping(siblings)),
    mappings: (siblings) => [mapping(siblings)],
    undo: () => [],
    growth: (siblings) => mappingGrowth([mapping(siblings)]),
    inverse: (siblings) => ({ kind: 'table', mapping: mapping(siblings) }),
    toJSON: () => ({ type: 'map-like', generator, complete }),
  }
}
