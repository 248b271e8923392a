import { encodings } from '../decoding/encodings.ts'
import type { Encoding } from '../decoding/encodings.ts'
import { onText } from '../draft.ts'
import { oneOf } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'

/** Reads `encode`: writes out the UTF-8 bytes of the text, or its code points. */
export function readEncode(fields: Fields): Operation {
  const { as } = fields.read({
    as: oneOf(
      ...['binary', 'octal', 'decimal', 'hexadecimal', 'code-points', 'base64'] as const,
      'character-references',
    ),
  })
  const { encode, decode, growth }: Encoding = encodings[as]
  return {
    ...withoutMappings,
    type: 'encode',
    effect: 'rewrites',
    compile: () => onText((text) => encode(text)),
    growth: () => growth,
    inverse: () => ({ kind: 'encoding', decode }),
    toJSON: () => ({ type: 'encode', as }),
  }
}
