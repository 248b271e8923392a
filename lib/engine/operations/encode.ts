import { onText } from '../draft.ts'
import { oneOf } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Growth, Operation } from '../operation.ts'

/** Reads `encode`: writes out the UTF-8 bytes of the text, or its code points. */
export function readEncode(fields: Fields): Operation {
  const { as } = fields.read({
    as: oneOf(
      ...['binary', 'octal', 'decimal', 'hexadecimal', 'code-points', 'base64'] as const,
      'character-references',
    ),
  })
  const { encode, growth }: Encoding = encodings[as]
  return {
    ...withoutMappings,
    type: 'encode',
    effect: 'rewrites',
    compile: () => onText((text) => encode(text)),
    growth: () => growth,
    toJSON: () => ({ type: 'encode', as }),
  }
}

interface Encoding {
  encode(text: string): string
  readonly growth: Growth
}

const mostBytes = 4

const encodings = {
  binary: bytesIn(2, 8),
  octal: bytesIn(8, 3),
  decimal: bytesIn(10, 1),
  hexadecimal: bytesIn(16, 2),
  'code-points': {
    encode: (text: string) =>
      Array.from(text, (point) => `U+${digits(point.codePointAt(0) ?? 0, 16, 4)}`).join(' '),
    growth: { factor: 'U+10FFFF '.length, added: 0 },
  },
  // https://html.spec.whatwg.org/#decimal-character-reference-syntax
  'character-references': {
    encode: (text: string) =>
      text.replace(referable, (point) => `&#${point.codePointAt(0) ?? 0};`),
    growth: { factor: '&#1114111;'.length, added: 0 },
  },
  // Three bytes become four letters, and what is left is filled up to four.
  base64: { encode: encodeBase64, growth: { factor: (mostBytes * 4) / 3, added: 3 } },
} as const satisfies Record<string, Encoding>

/** What a reference in HTML can stand for: of controls tab, line feed and form feed alone. */
const referable = /[\t\n\f]|[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu

/** Each byte as a number of that radix, in at least `width` digits. */
function bytesIn(radix: number, width: number): Encoding {
  return {
    encode: (text) =>
      Array.from(new TextEncoder().encode(text), (byte) => digits(byte, radix, width)).join(' '),
    growth: { factor: mostBytes * ((255).toString(radix).length + 1), added: 0 },
  }
}

function encodeBase64(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

function digits(value: number, radix: number, width: number): string {
  return value.toString(radix).toUpperCase().padStart(width, '0')
}

/** Node and browsers have both: https://encoding.spec.whatwg.org/#interface-textencoder */
declare const TextEncoder: new () => { encode(text: string): Uint8Array }

/** https://html.spec.whatwg.org/#dom-btoa */
declare const btoa: (binary: string) => string
