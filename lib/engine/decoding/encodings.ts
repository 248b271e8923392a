import { codeShapes } from '../code-shapes.ts'
import type { Encoding, EncodingName } from '../inverse.ts'
import { base32Shape, base64Shape, decodeBase32, decodeBase64 } from './base64.ts'
import { createNumberReader, readByte, readPoint, readsAll, splitWords } from './number-runs.ts'
import type { Groups, Notation, ReadNumbers, WrittenNumber } from './number-runs.ts'
import { percent } from './percent.ts'
import { references, shownCharacter } from './shown-characters.ts'

/**
 * Escapes of programs, HTML and addresses: \u0041, \u{41}, \U00000041, \x41, &#65;, %u0041. Texts
 * that were escaped twice have two backslashes.
 */
const pointEscape = [
  '\\\\{1,2}(?:Uhhhhhhhh|[uU]hhhh|[xX]hh|[uUxX]\\{h{1,6}\\}|N\\{[uU]\\+h{1,6}\\})',
  '%[uU]hhhh|&#[0-9]{1,7};|&#[xX]h{1,6};',
]
  .join('|')
  .replaceAll('h', '[\\da-fA-F]')
const points = new RegExp(`${pointEscape}|(?:[uU]\\+|[uU])?[\\da-fA-F]{2,6}`, 'g')

/** What reads each encoding. */
export const encodings: Readonly<Record<EncodingName, Encoding>> = {
  binary: readBytes({
    sure: codeShapes.binary,
    word: /^(?:0b)?[01]+b?$/i,
    numbersOf: (words) => widen(readBits(words)),
  }),
  octal: readBytes({
    sure: codeShapes.octal,
    word: /^(?:0o)?(?:[0-7]{1,3}|0[0-7]{3}|(?:[0-7]{3})+)$|^(?:\\{1,2}[0-3][0-7]{2})+$/i,
    escapes: /(?:\\{1,2}[0-3][0-7]{2})+/g,
    numbersOf: (words) => readTriples(words, 8),
  }),
  decimal: readBytes({
    word: /^\d{1,7}$|^(?:\d{3})+$/,
    numbersOf: (words) => readTriples(words, 10),
    readerOf: (numbers) => (areCodePoints(numbers) ? readPoint : readByte),
  }),
  hexadecimal: readBytes({
    sure: codeShapes.hexadecimal,
    // A longer word without a digit is more likely a word: deaf, decade.
    word: new RegExp(
      '^(?:BBh?|\\$BB|(?=[a-f]*\\d)(?:BB)+h?|0x(?:BB)+|(?:(?:\\\\{1,2}x|%|x)BB)+)$'
        .replaceAll('B', '[\\da-f]'),
      'i',
    ),
    // One sign of per cent may be before a number: %50.
    escapes: /(?:\\{1,2}x[\da-f]{2})+|(?:%[\da-f]{2}){2,}/gi,
    numbersOf: (words) => widen(splitWords(words, /(?:0x|\\{1,2}x|[%$x])?([\da-f]{2})h?/gi, 16)),
  }),
  'code-points': {
    recognizes: (text) => codeShapes.codePoints.test(text),
    decode: createNumberReader({
      word: /^(?:(?:U\+[\da-f]{2,6})+|(?:u[\da-f]{4})+|(?:0x)?0[\da-f]{3})$/i,
      escapes: new RegExp(`(?:${pointEscape})+`, 'g'),
      numbersOf: (words) =>
        words.map((word) =>
          Array.from(word.matchAll(points), ([written]) => ({ written, value: pointOf(written) })),
        ),
      readerOf: readerOfEscapes,
    }),
  },
  'character-references': references,
  // https://www.rfc-editor.org/rfc/rfc4648
  base32: { decode: decodeBase32, recognizes: (text) => base32Shape.test(text) },
  base64: {
    decode: decodeBase64,
    recognizes: (text) => base64Shape.test(text.replace(/^\s*["']|["']\s*$/g, '')),
  },
  // https://www.rfc-editor.org/rfc/rfc3986#section-2.1
  percent,
}

/** How bytes are written: as UTF-8, unless the notation says otherwise. */
type Bytes = Omit<Notation, 'readerOf'> & Partial<Notation> & { readonly sure?: RegExp }

/**
 * Numbers that match `sure` are a text if each of them can be read: "48656c6c6f" is "Hello", but
 * the identifier "deadbeef00" stays.
 */
function readBytes({ sure, ...given }: Bytes): Encoding {
  const notation = { readerOf: () => readByte, ...given }
  const decode = createNumberReader(notation)
  if (sure === undefined) return { decode }
  return { decode, recognizes: (text) => sure.test(text) && readsAll(text, notation) }
}

/** Joins pairs of bytes to 16 bits if these are characters: 00 48 00 69, D8 3D DE 00. */
function widen(groups: Groups | undefined): Groups | undefined {
  const bytes = groups?.flat() ?? []
  const units = bytes.map(({ value }, at) => {
    return at % 2 === 0 ? String.fromCharCode(value * 0x100 + (bytes[at + 1]?.value ?? 0)) : ''
  })
  const isWide = bytes.length % 2 === 0 && wide.test(units.join(''))
  if (!isWide) return groups
  let at = 0
  return groups?.map((numbers) =>
    numbers.flatMap(({ value, written }) => {
      const second = bytes[++at]
      if (at % 2 === 0 || second === undefined) return []
      const point = value * 0x100 + second.value
      return [{ value: point, written: written + second.written, isPoint: true }]
    }),
  )
}

/** Characters of two bytes each, one of them of Latin-1 or a pair of surrogates. */
const wide = /^(?=[^]*[\0-\xff\u{10000}-\u{effff}])[\0-\u06ff\u{10000}-\u{effff}]*$/u

/** Reads eight bits each, or else two words of four, or seven, with or without leading zeros. */
function readBits(words: readonly string[]): Groups | undefined {
  const bits = words.map((word) => word.replace(/^0b|b$/gi, ''))
  const areAll = (holds: (length: number) => boolean): boolean =>
    bits.every(({ length }) => holds(length))
  if (areAll((length) => length % 8 === 0)) return splitWords(words, /(?:0b)?([01]{8})b?/gi, 2)
  if (areAll((length) => length === 4) && words.length % 2 === 0) {
    const pairs = words.map((word, at) => (at % 2 === 1 ? '' : word + (words[at + 1] ?? '')))
    return splitWords(pairs, /(.+)/g, 2)
  }
  if (areAll((length) => length % 7 === 0)) return splitWords(words, /(?:0b)?([01]{7})b?/gi, 2)
  const isPlain = areAll((length) => length > 5 && length < 9) && words.length > 1
  return isPlain ? splitWords(words, /(?:0b)?([01]+)b?/gi, 2) : undefined
}

/** Reads numbers, or longer words as numbers of three digits with nothing between them. */
function readTriples(words: readonly string[], radix: number): Groups {
  const triples = splitWords(words, /(\d{3})/g, radix)
  const areBytes = triples.flat().every(({ value }) => value < 0x100)
  const areLong = words.every((word) => /^(?:\d{3}){2,}$/.test(word))
  return areLong && areBytes ? triples : splitWords(words, /(?:0o|\\{1,2})?(\d+)/gi, radix)
}

/** Returns how to read escapes: \xc3 is a byte if such bytes are UTF-8, and else a code point. */
function readerOfEscapes(numbers: readonly WrittenNumber[]): ReadNumbers {
  const isByte = (at: number): boolean => /\\x..$/i.test(numbers[at]?.written ?? '')
  const areBytes = numbers.some((_, at) => isByte(at) && (readByte(numbers, at)?.count ?? 0) > 1)
  return (all, at) => (areBytes && isByte(at) ? readByte : readPoint)(all, at)
}

/** Returns whether numbers are code points: one exceeds a byte, or they are not UTF-8. */
function areCodePoints(numbers: readonly WrittenNumber[]): boolean {
  if (numbers.some(({ value }) => value > 0xff)) return true
  const isShown = numbers.every(({ value }) => shownCharacter(value) !== undefined)
  return isShown && !numbers.some((_, at) => (readByte(numbers, at)?.count ?? 0) > 1)
}

function pointOf(written: string): number {
  if (/^&#\d/.test(written)) return Number(written.slice(2, -1))
  return Number.parseInt(/(?<![\da-f])[\da-f]+(?=[};]?$)/i.exec(written)?.[0] ?? '', 16)
}
