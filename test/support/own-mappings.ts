import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { fieldsOf } from '../../lib/engine/fields.ts'
import { mappingFields } from '../../lib/engine/mapping-data.ts'
import type { MappingData } from '../../lib/engine/mapping-data.ts'
import { memoize } from '../../lib/engine/memo.ts'

/** Returns the mappings in the file of a generator. */
export function ownMappings({ file }: Pick<TextGenerator, 'file'>): readonly MappingData[] {
  return mappingsIn(file.operations)
}

const readMapping = fieldsOf(mappingFields)

const mappingsIn = memoize((operations: unknown): readonly MappingData[] =>
  (Array.isArray(operations) ? operations : [])
    .flatMap((operation: MappingFile) => [operation, ...(operation.mappings ?? [])])
    .flatMap((part) => {
      if (typeof part === 'string' || part.characters === undefined) return []
      const { characters, caseFallback, accents, complete } = part
      return [readMapping({ characters, caseFallback, accents, complete }, 'a mapping')]
    }),
)

interface MappingFile {
  readonly characters?: unknown
  readonly caseFallback?: unknown
  readonly accents?: unknown
  readonly complete?: unknown
  readonly mappings?: ReadonlyArray<MappingFile | string>
}
