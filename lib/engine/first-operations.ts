import type { JsonFields, OperationType, OperationTypes } from './operation.ts'
import { cycle } from './operations/alternate.ts'
import { around, between, fill, wrap } from './operations/between.ts'
import { map, mapLike } from './operations/map.ts'
import { mapAfter } from './operations/map-after.ts'
import { marks, scatter } from './operations/marks.ts'
import { reverse } from './operations/reverse.ts'

/** The types of most styles. Browsers have these at first, and load styles with others later. */
export const firstTypes: OperationTypes = new Map([
  ['map', map],
  ['map-like', mapLike],
  ['map-after', mapAfter],
  ['cycle', cycle],
  ['marks', marks],
  ['scatter', scatter],
  ['around', around],
  ['between', between],
  ['fill', fill],
  ['reverse', reverse],
  ['wrap', wrap],
])

/** Returns the operations of a style, still JSON, whose types are known. */
export function typesOf(
  operations: unknown,
  types: OperationTypes,
): ReadonlyArray<readonly [OperationType, JsonFields]> {
  return (Array.isArray(operations) ? operations : []).flatMap((fields: unknown) => {
    const type = types.get(Object(fields)['type'])
    return type === undefined ? [] : [[type, Object(fields)] as const]
  })
}

/** Returns whether a style, whose operations are still JSON, puts something around whole texts. */
export function wraps(operations: unknown): boolean {
  return typesOf(operations, firstTypes).some(([{ effect }]) => effect === 'wraps')
}

/** Returns whether all types of a style are among the first ones. */
export function isOfFirstTypes(operations: unknown): boolean {
  return typesOf(operations, firstTypes).length === Object(operations).length
}
