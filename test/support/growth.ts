import type { Growth, Operation } from '../../lib/engine/operation.ts'
import { siblings } from './laws.ts'

/** The growth of operations that work one after the other. */
export function growthOf(operations: readonly Operation[]): Required<Growth> {
  // A text has no more cells than code points; they stay until an operation takes it as a whole.
  let [factor, added] = [1, 0]
  let cells = { factor, added }
  for (const operation of operations) {
    const { perCell, ...growth } = operation.growth(siblings)
    factor = growth.factor * factor + (perCell ?? 0) * cells.factor
    added = growth.factor * added + (perCell ?? 0) * cells.added + growth.added
    if (perCell === undefined) cells = { factor, added }
  }
  return { factor, perCell: 0, added }
}
