import { mappingGrowth } from '../cell-mapping.ts'
import { text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { Operation } from '../operation.ts'
import { mapEach } from './map.ts'

/** Reads `map-like`: replaces code points as the first operation of another generator does. */
export function readMapLike(fields: Fields): Operation {
  const { generator } = fields.read({ generator: text })
  return {
    type: 'map-like',
    effect: 'replaces',
    references: [generator],
    compile: ({ mappingOf }) => mapEach(mappingOf(generator)),
    mappings: ({ mappingOf }) => [mappingOf(generator)],
    undo: () => [],
    growth: ({ mappingOf }) => mappingGrowth([mappingOf(generator)]),
    toJSON: () => ({ type: 'map-like', generator }),
  }
}
