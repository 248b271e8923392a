import { loneMapping } from '../operation.ts'
import type { Operation } from '../operation.ts'

interface Style {
  readonly operations: readonly Operation[]
}

/** The slug of the generator whose texts this one reads; `undefined` where it is no decoder. */
export function decodedBy({ operations }: Style): string | undefined {
  return operations.find(({ decodes }) => decodes !== undefined)?.decodes
}

/** Slugs of generators → the slug of the first one that reads their texts. */
export function decodersOf(
  generators: ReadonlyMap<string, Style>,
): ReadonlyMap<string, string> {
  const decoders = new Map<string, string>()
  for (const [slug, data] of generators) {
    const read = decodedBy(data)
    if (read !== undefined && !decoders.has(read)) decoders.set(read, slug)
  }
  return decoders
}

/** Whether the operations done twice give back what there was, as those of ROT13 do. */
export function isOwnInverse(operations: readonly Operation[]): boolean {
  const mapping = loneMapping(operations)
  if (mapping === undefined) return false
  const texts = printableAscii.flatMap((key) => {
    const text = mapping.get(key)
    return text === undefined ? [] : [[key, text] as const]
  })
  return texts.length > 0 && texts.every(([key, text]) => mapping.get(text) === key)
}

const printableAscii = Array.from({ length: 0x5f }, (_, offset) =>
  String.fromCharCode(0x20 + offset),
)
