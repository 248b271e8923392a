import { characterTable } from '../character-table.ts'
import { compileInverse } from '../decoding/compile-inverse.ts'
import { optional, text, texts } from '../fields.ts'
import type { Fields } from '../fields.ts'
import type { CompiledInverse } from '../inverse.ts'
import type { Operation, Siblings } from '../operation.ts'

/** Reads `decode`: reads what another generator has made of a text, and gives that back. */
export function readDecode(fields: Fields): Operation {
  const { generator, ...style } = fields.read({
    generator: text,
    signs: optional(characterTable, new Map<string, string>()),
    codes: optional(texts, new Map<string, string>()),
  })
  const inverse = (siblings: Siblings): CompiledInverse =>
    compileInverse(generator, siblings.operationsOf(generator), siblings, style)
  return {
    type: 'decode',
    effect: 'rewrites',
    references: [generator],
    decodes: generator,
    compile: (siblings) => inverse(siblings).step,
    mappings: (siblings) => inverse(siblings).mappings,
    undo: () => [],
    growth: (siblings) => ({ factor: inverse(siblings).factor, added: 0 }),
    toJSON: () => ({
      type: 'decode',
      generator,
      signs: Object.fromEntries(style.signs),
      codes: Object.fromEntries(style.codes),
    }),
  }
}
