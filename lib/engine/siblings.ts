import { DataError } from './fields.ts'
import type { StyleData } from './generator.ts'
import type { Siblings } from './operation.ts'
import { collectRestoration } from './restoration.ts'
import type { Restoration, Undo } from './restoration.ts'

/** What the operations of these generators, by slug, may ask of each other. */
export function createSiblings(generators: ReadonlyMap<string, StyleData>): Siblings {
  let restoration: Restoration | undefined
  return {
    mappingOf(slug) {
      const mapping = generators.get(slug)?.operations[0]?.mapping
      if (mapping !== undefined) return mapping
      throw new DataError(`"${slug}" is no generator whose first operation is a map`)
    },
    operationsOf(slug) {
      const operations = generators.get(slug)?.operations
      if (operations !== undefined) return operations
      throw new DataError(`"${slug}" is no generator`)
    },
    restoration: () => (restoration ??= collectRestoration(undoesOf(generators.values()))),
  }
}

/** What the generators with `restore` put into texts. */
function* undoesOf(generators: Iterable<StyleData>): Iterable<Undo> {
  for (const { restore, operations } of generators) {
    if (!restore) continue
    for (const operation of operations) yield* operation.undo()
  }
}
