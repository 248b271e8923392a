import type { Decode } from '../operation.ts'
import { createNumberReader } from './number-runs.ts'
import { readUtf8, shownCharacter } from './shown-characters.ts'

/** A way to write text in numbers or letters, and to read it again. */
export interface Encoding {
  encode(text: string): string
  readonly decode: Decode
}

/** Each encoding by its name in generator files. */
export const encodings = {
  binary: bytesIn(2, { lead: '0b', group: '(?:0b)?(?:[01]{8})+' }),
  octal: bytesIn(8, {
    lead: '0o|\\\\',
    group: '(?:0o)?[0-7]{1,3}',
    escape: '\\\\[0-3][0-7]{2}',
  }),
  decimal: bytesIn(10, { lead: '', group: '[0-9]{1,3}' }),
  hexadecimal: bytesIn(16, {
    lead: '0x|\\\\x',
    // A longer group without a digit is more likely a word: deaf, decade.
    group: '(?:0x)?(?:[0-9a-f]{2}|(?=[a-f]*[0-9])(?:[0-9a-f]{2})+)',
    escape: '\\\\x[0-9a-f]{2}',
  }),
  'code-points': {
    encode: (text: string) =>
      Array.from(text, (point) => `U+${digits(point.codePointAt(0) ?? 0, 16, 4)}`).join(' '),
    decode: createPointReader(),
  },
  'character-references': { encode: writeReferences, decode: readReferences },
  base64: { encode: encodeBase64, decode: decodeBase64 },
} as const satisfies Record<string, Encoding>

/** Patterns of bytes as people write them. */
interface Bytes {
  /** What may precede the digits of a byte, in a group or an escape. */
  readonly lead: string
  readonly group: string
  readonly escape?: string
}

/** Writes each byte as a number of that radix, with blanks between them. */
function bytesIn(radix: number, { lead, ...patterns }: Bytes): Encoding {
  const mostDigits = (0xff).toString(radix).length
  const byte = new RegExp(`(?:${lead})?([0-9a-f]{1,${mostDigits}})`, 'gi')
  // Only decimal numbers are written without leading zeros.
  const width = radix === 10 ? 1 : mostDigits
  return {
    encode: (text) =>
      Array.from(new TextEncoder().encode(text), (one) => digits(one, radix, width)).join(' '),
    decode: createNumberReader(
      {
        ...patterns,
        numbersOf: (written) =>
          Array.from(written.matchAll(byte), ([one, number = '']) => {
            return { written: one, value: Number.parseInt(number, radix) }
          }),
      },
      (numbers, at) => readUtf8((index) => numbers[index]?.value, at),
    ),
  }
}

/** Reads U+0041 and the escapes of programs and HTML: \u0041, \u{41}, &#65;, &#x41;. */
function createPointReader(): (text: string) => string {
  const pair = '\\\\ud[89ab][0-9a-f]{2}\\\\ud[c-f][0-9a-f]{2}'
  const escape = `${pair}|\\\\u[0-9a-f]{4}|\\\\u\\{[0-9a-f]{1,6}\\}|&#[0-9]{1,7};|&#x[0-9a-f]{1,6};`
  const group = 'U\\+[0-9a-f]{4,6}'
  const point = new RegExp(`${escape}|${group}`, 'gi')
  return createNumberReader(
    {
      group,
      escape,
      numbersOf: (written) =>
        Array.from(written.matchAll(point), ([one]) => ({ written: one, value: pointOf(one) })),
    },
    (numbers, at) => {
      const text = shownCharacter(numbers[at]?.value ?? -1)
      return text === undefined ? undefined : { text, count: 1 }
    },
  )
}

function pointOf(written: string): number {
  const [first = '', second] = written.match(/[0-9a-f]+/gi) ?? []
  if (/^&#\d/.test(written)) return Number(first)
  const point = Number.parseInt(first, 16)
  if (second === undefined) return point
  return String.fromCharCode(point, Number.parseInt(second, 16)).codePointAt(0) ?? 0
}

/** Matches what a reference can represent: the only controls are tab, line feed and form feed. */
const referable = /[\t\n\f]|[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu

/** https://html.spec.whatwg.org/#decimal-character-reference-syntax */
function writeReferences(text: string): string {
  return text.replace(referable, (point) => `&#${point.codePointAt(0) ?? 0};`)
}

/**
 * Reads `&#65;`, `&#x41;` and the given names, such as `&amp;`.
 * https://html.spec.whatwg.org/#character-references
 */
function readReferences(text: string, names: ReadonlyMap<string, string>): string {
  const references = /&(?:#(\d+)|#x([\da-f]+)|[a-z][a-z\d]*);/gi
  return text.replace(references, (written, decimal?: string, hexadecimal?: string) => {
    if (decimal !== undefined) return referredCharacter(Number(decimal)) ?? written
    if (hexadecimal === undefined) return names.get(written) ?? written
    return referredCharacter(Number.parseInt(hexadecimal, 16)) ?? written
  })
}

function referredCharacter(number: number): string | undefined {
  return shownCharacter(windows1252.codePointAt(number - 0x80) ?? number)
}

/**
 * The characters that HTML reads 128 to 159 as; five of them remain controls.
 * https://html.spec.whatwg.org/#numeric-character-reference-end-state
 */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function encodeBase64(text: string): string {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Reads the whole text, whatever its line breaks, or else each word of eight letters or more. */
function decodeBase64(text: string): string {
  const whole = readBase64(text.replace(/\s+/g, ''))
  if (whole !== undefined) return whole
  return text.replace(/(?<!\S)[A-Za-z0-9+/_-]{6,}={0,2}(?!\S)/g, (word) => {
    return (word.length < 8 ? undefined : readBase64(word)) ?? word
  })
}

/** Reads either alphabet, padded or not: https://www.rfc-editor.org/rfc/rfc4648#section-5 */
function readBase64(letters: string): string | undefined {
  const bare = letters.replace(/={1,2}$/, '').replaceAll('-', '+').replaceAll('_', '/')
  if (!/^[A-Za-z0-9+/]{2,}$/.test(bare) || bare.length % 4 === 1) return undefined
  const binary = atob(bare)
  const byteAt = (index: number): number | undefined =>
    index < binary.length ? binary.charCodeAt(index) : undefined
  // Letters whose last bits are unused but not zero are more likely a word.
  if (btoa(binary).replace(/=+$/, '') !== bare) return undefined
  let text = ''
  for (let at = 0; at < binary.length; ) {
    const reading = readUtf8(byteAt, at)
    if (reading === undefined) return undefined
    text += reading.text
    at += reading.count
  }
  return text
}

function digits(value: number, radix: number, width: number): string {
  return value.toString(radix).toUpperCase().padStart(width, '0')
}

// Node and browsers have these three.
// https://encoding.spec.whatwg.org/#interface-textencoder
declare const TextEncoder: new () => { encode(text: string): Uint8Array }
// https://html.spec.whatwg.org/#dom-btoa
declare const btoa: (binary: string) => string
declare const atob: (letters: string) => string
