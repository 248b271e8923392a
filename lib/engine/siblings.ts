import { DataError } from './fields.ts'
import { once } from './once.ts'
import type { Operation, Siblings } from './operation.ts'
import { collectRestoration } from './restoration.ts'
import type { Undo } from './restoration.ts'

/** The part of a style that other styles may use. */
interface Sibling {
  readonly restore: boolean
  readonly operations: readonly Operation[]
}

/** Returns what the operations of these styles, by slug, may ask of each other. */
export function createSiblings(styles: ReadonlyMap<string, Sibling>): Siblings {
  return {
    mappingOf(slug) {
      const mapping = styles.get(slug)?.operations[0]?.mapping
      if (mapping !== undefined) return mapping
      throw new DataError(`"${slug}" is no generator whose first operation is a map`)
    },
    operationsOf(slug) {
      const style = styles.get(slug)
      if (style === undefined) throw new DataError(`"${slug}" is no generator`)
      return style.operations
    },
    restoration: once(() => collectRestoration(undoesOf(styles.values()))),
  }
}

/** What the generators with `restore` put into texts. */
function* undoesOf(styles: Iterable<Sibling>): Iterable<Undo> {
  for (const { restore, operations } of styles) {
    if (!restore) continue
    for (const operation of operations) yield* operation.undo()
  }
}
