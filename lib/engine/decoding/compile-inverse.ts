import { onText } from '../draft.ts'
import { DataError } from '../fields.ts'
import type { CompiledInverse, Decode, Inverse } from '../inverse.ts'
import { longest } from '../operation.ts'
import type { Operation, Siblings } from '../operation.ts'
import { compileTableReader } from './table-reader.ts'
import type { CodeStyle, TableCode } from './table-reader.ts'

/** Whether texts that the operations make can be read again. */
export function canBeRead(operations: readonly Operation[], siblings: Siblings): boolean {
  try {
    compileInverse('', operations, siblings, { signs: new Map(), codes: new Map() })
    return true
  } catch (error) {
    if (error instanceof DataError) return false
    throw error
  }
}

/**
 * Undoes the operations of the generator with the slug, the last one first. Throws a DataError
 * where one of them cannot be undone.
 */
export function compileInverse(
  slug: string,
  operations: readonly Operation[],
  siblings: Siblings,
  style: CodeStyle,
): CompiledInverse {
  const inverses = operations.toReversed().map((operation) => operation.inverse?.(siblings))
  const parts = compileParts(inverses, style)
  if (parts === undefined) {
    throw new DataError(`"${slug}" is no generator whose texts can be read back`)
  }
  return {
    step: (draft) => {
      for (const { step } of parts) step(draft)
    },
    // Worked out when it is asked for: a start asks for none of it.
    get factor() {
      return parts.reduce((product, { factor }) => product * factor, 1)
    },
    get mappings() {
      return parts.flatMap(({ mappings }) => mappings)
    },
  }
}

/** What stands around the codes of a table is read with it; `undefined` where that cannot be. */
function compileParts(
  inverses: ReadonlyArray<Inverse | undefined>,
  style: CodeStyle,
): readonly CompiledInverse[] | undefined {
  const parts: CompiledInverse[] = []
  let around: Omit<TableCode, 'mapping'> = { separator: undefined, signs: [] }
  const isAround = (): boolean => around.separator !== undefined || around.signs.length > 0
  for (const inverse of inverses) {
    if (inverse === undefined) return undefined
    if (inverse.kind === 'separator') {
      // Signs that go for several codes are not looked for among codes that stand apart.
      if (isAround()) return undefined
      around = { separator: inverse.text, signs: [] }
    } else if (inverse.kind === 'signs') {
      if (around.separator !== undefined) return undefined
      around = { separator: undefined, signs: [...around.signs, inverse.signs] }
    } else if (inverse.kind === 'table') {
      parts.push(compileTableReader({ ...around, mapping: inverse.mapping }, style))
      around = { separator: undefined, signs: [] }
    } else if (isAround()) {
      return undefined
    } else if (inverse.kind === 'encoding') {
      parts.push(compileDecoding(inverse.decode, style.codes))
    } else {
      parts.push({ ...inverse, mappings: [] })
    }
  }
  return isAround() ? undefined : parts
}

function compileDecoding(decode: Decode, codes: CodeStyle['codes']): CompiledInverse {
  return {
    step: onText((text) => decode(text, codes)),
    factor: Math.max(1, longest(codes.values())),
    mappings: [],
  }
}
