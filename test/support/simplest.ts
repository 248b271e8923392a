import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import type { Operation } from '../../lib/engine/operation.ts'
import { published } from './operations.ts'

/** Returns the simplest generators that together have every kind of operation. */
export function simplestOf(generators: readonly TextGenerator[]): readonly TextGenerator[] {
  const known = new Set<string>()
  return generators
    .toSorted((one, other) => one.data.operations.length - other.data.operations.length)
    .filter(({ data }) => {
      const kinds = data.operations.map(kindOf).filter((kind) => !known.has(kind))
      kinds.forEach((kind) => known.add(kind))
      return kinds.length > 0
    })
}

/** The type of an operation, the fields that it has, and the choices in these. */
function kindOf(operation: Operation): string {
  const choices = ['units', 'where', 'lines', 'to', 'as', 'members', 'spaces', 'complete']
  const fields = published(operation)
  const chosen = choices.map((name) => fields[name])
  return [operation.type, operation.decodes, ...Object.keys(fields), ...chosen].join()
}
