import { compileInverse } from '../decoding/compile-inverse.ts'
import { encodings } from '../decoding/encodings.ts'
import type { Encoding } from '../decoding/encodings.ts'
import type { CompiledInverse } from '../decoding/table-reader.ts'
import { onText } from '../draft.ts'
import { oneOf, optional, text, texts } from '../fields.ts'
import { Mapping } from '../mapping.ts'
import { characterTable } from '../mapping-data.ts'
import { defineOperation } from '../operation.ts'
import type { Operation, Siblings } from '../operation.ts'
import { restoreText } from '../restoration.ts'

/** `encode`: writes the UTF-8 bytes of a text, or its code points. */
export const encode = defineOperation(
  {
    as: oneOf(
      ...(['binary', 'octal', 'decimal', 'hexadecimal', 'code-points', 'base64'] as const),
      'character-references',
    ),
  },
  ({ as }) => {
    const encoding: Encoding = encodings[as]
    return {
      compile: () => onText((whole) => encoding.encode(whole)),
      inverse: () => ({ kind: 'encoding', decode: encoding.decode }),
    }
  },
)

/** `decode`: reads back what another generator has written. */
export const decode = defineOperation(
  {
    generator: text,
    signs: optional(characterTable, new Map<string, string>()),
    codes: optional(texts, new Map<string, string>()),
  },
  ({ generator, ...style }) => {
    const inverse = (siblings: Siblings): CompiledInverse =>
      compileInverse(generator, siblings.operationsOf(generator), siblings, style)
    return {
      references: [generator],
      decodes: generator,
      compile: (siblings) => inverse(siblings).step,
      mappings: (siblings) => inverse(siblings).mappings(),
    }
  },
)

/** `restore`: turns the styles whose generator has `restore` back into plain text. */
export const restore = defineOperation({}, () => ({
  compile: ({ restoration }) => onText((text, draft) => restoreText(text, restoration(), draft)),
  mappings: ({ restoration }) => [new Mapping({ characters: restoration().characters })],
}))

/** Returns whether an operation turns styles back into plain text. */
export function isRestoring({ type }: Operation): boolean {
  return type === 'restore'
}
