import type { EncodingName } from '../operation.ts'

/** What writes a text in each encoding. */
export const encoders: Readonly<Record<EncodingName, (text: string) => string>> = {
  binary: (text) => writeBytes(text, 2, 8),
  octal: (text) => writeBytes(text, 8, 3),
  // Only decimal numbers are written without leading zeros.
  decimal: (text) => writeBytes(text, 10, 1),
  hexadecimal: (text) => writeBytes(text, 16, 2),
  'code-points': (text) =>
    Array.from(text, (point) => `U+${digits(point.codePointAt(0) ?? 0, 16, 4)}`).join(' '),
  base64: encodeBase64,
  // https://html.spec.whatwg.org/#decimal-character-reference-syntax
  'character-references': (text) =>
    text.replace(referable, (point) => `&#${point.codePointAt(0) ?? 0};`),
  // https://www.rfc-editor.org/rfc/rfc3986#section-2.1
  percent: (text) =>
    text.replace(/[^\w.~-]/gu, (point) =>
      bytesOf(point).map((one) => `%${digits(one, 16, 2)}`).join(''),
    ),
}

/** Matches what a reference can represent: the only controls are tab, line feed and form feed. */
const referable = /[\t\n\f]|[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu

/** Writes each byte of UTF-8 as a number of that radix, with blanks between them. */
function writeBytes(text: string, radix: number, width: number): string {
  return bytesOf(text).map((one) => digits(one, radix, width)).join(' ')
}

/** Returns the UTF-8 bytes of a text. */
export function bytesOf(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)]
}

function digits(value: number, radix: number, width: number): string {
  return value.toString(radix).toUpperCase().padStart(width, '0')
}

/** https://www.rfc-editor.org/rfc/rfc4648 */
function encodeBase64(text: string): string {
  return btoa(bytesOf(text).map((byte) => String.fromCharCode(byte)).join(''))
}

// Node and browsers have these: https://encoding.spec.whatwg.org/#interface-textencoder
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
// https://html.spec.whatwg.org/#dom-btoa
declare const btoa: (binary: string) => string
