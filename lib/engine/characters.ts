import type { Operation } from './generator.ts'
import { compileMapping } from './mapping.ts'
import type { Mapping } from './mapping.ts'
import { compileChoice, compileMappingAlone, compileTransform } from './transform.ts'
import type { Surroundings } from './transform.ts'

/**
 * Each single code point that the operations change, wraps aside → what becomes of it, in the
 * language with the tag. Where more than a mapping is at work this is found by trying.
 */
export function charactersOf(
  slug: string,
  operations: readonly Operation[],
  surroundings: Surroundings,
  language: string,
): Mapping {
  const alone = compileMappingAlone(operations)
  if (alone !== undefined) return alone
  const core = operations.filter((operation) => operation.type !== 'wrap')
  const transform = compileTransform(slug, core, surroundings)
  const characters = new Map<string, string>()
  for (const key of candidateKeys(core, surroundings)) {
    const text = transform(key, language)
    if (text !== key) characters.set(key, text)
  }
  return characters
}

/** The mappings that the operations apply, those of other generators included. */
export function mappingsOf(
  operations: readonly Operation[],
  mappingOf: (slug: string) => Mapping,
): Mapping[] {
  return operations.flatMap((operation) => {
    switch (operation.type) {
      case 'map':
        return [compileMapping(operation)]
      case 'map-like':
        return [mappingOf(operation.generator)]
      case 'cycle':
      case 'choose':
        return operation.mappings.map((choice) => compileChoice(choice, mappingOf))
      default:
        return []
    }
  })
}

function candidateKeys(
  operations: readonly Operation[],
  { mappingOf, restoration }: Surroundings,
): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [first, last] of printableLatin) {
    for (let point = first; point <= last; point++) keys.add(String.fromCodePoint(point))
  }
  for (const mapping of mappingsOf(operations, mappingOf)) {
    for (const key of mapping.keys()) keys.add(key)
  }
  if (operations.some(({ type }) => type === 'restore')) {
    for (const key of restoration().characters.keys()) keys.add(key)
  }
  return keys
}

/** Basic Latin, the Latin-1 Supplement and Latin Extended-A, without their controls. */
const printableLatin = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
] as const
