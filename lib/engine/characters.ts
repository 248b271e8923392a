import type { Accents } from './drawn-apart.ts'
import { compileTransform } from './generator.ts'
import { Mapping } from './mapping.ts'
import { loneMapping } from './operation.ts'
import type { Operation, Siblings } from './operation.ts'

/**
 * Each single code point that the operations change, wraps aside → what becomes of it, in the
 * language with the tag, and with accents `styled` unless said. Where more than a mapping is at
 * work this is found by trying.
 */
export function charactersOf(
  slug: string,
  operations: readonly Operation[],
  siblings: Siblings,
  language: string,
  accents: Accents = 'styled',
): Mapping {
  const mapping = loneMapping(operations)
  if (mapping !== undefined) return mapping.in(language, accents)
  const core = operations.filter(({ effect }) => effect !== 'wraps')
  const transform = compileTransform(slug, core, siblings)
  const characters = new Map<string, string>()
  for (const key of candidateKeys(core, siblings)) {
    const text = transform(key, language, accents)
    if (text !== key) characters.set(key, text)
  }
  return new Mapping({ characters })
}

function candidateKeys(operations: readonly Operation[], siblings: Siblings): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const [first, last] of printableLatin) {
    for (let point = first; point <= last; point++) keys.add(String.fromCodePoint(point))
  }
  for (const mapping of operations.flatMap((operation) => operation.mappings(siblings))) {
    for (const [key] of mapping) keys.add(key)
  }
  return keys
}

/** Basic Latin, the Latin-1 Supplement and Latin Extended-A, without their controls. */
const printableLatin = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
] as const
