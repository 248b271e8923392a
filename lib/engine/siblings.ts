import { canBeRead } from './decoding/compile-inverse.ts'
import { DataError } from './fields.ts'
import type { StyleData } from './generator.ts'
import type { Mapping } from './mapping.ts'
import type { Siblings } from './operation.ts'
import { collectRestoration } from './restoration.ts'
import type { Restoration, Undo } from './restoration.ts'

/**
 * What the operations of these generators, by slug, may ask of each other. `replaced` are those
 * whose place some of them have taken: where the new one has no table, who needs one takes that of
 * the old one; and where its texts cannot be read back, who reads them reads those of the old one.
 */
export function createSiblings(
  generators: ReadonlyMap<string, StyleData>,
  replaced: ReadonlyMap<string, StyleData> = new Map(),
): Siblings {
  let restoration: Restoration | undefined
  const siblings: Siblings = {
    mappingOf(slug) {
      const mapping = mappingIn(generators, slug) ?? mappingIn(replaced, slug)
      if (mapping !== undefined) return mapping
      throw new DataError(`"${slug}" is no generator whose first operation is a map`)
    },
    operationsOf(slug) {
      const [now, before] = [generators.get(slug), replaced.get(slug)]
      if (now === undefined) throw new DataError(`"${slug}" is no generator`)
      const isRead = before === undefined || canBeRead(now.operations, siblings)
      return isRead ? now.operations : before.operations
    },
    restoration: () => (restoration ??= collectRestoration(undoesOf(generators.values()))),
  }
  return siblings
}

function mappingIn(generators: ReadonlyMap<string, StyleData>, slug: string): Mapping | undefined {
  return generators.get(slug)?.operations[0]?.mapping
}

/** What the generators with `restore` put into texts. */
function* undoesOf(generators: Iterable<StyleData>): Iterable<Undo> {
  for (const { restore, operations } of generators) {
    if (!restore) continue
    for (const operation of operations) yield* operation.undo()
  }
}
