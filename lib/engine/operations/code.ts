import { onText, textOf } from '../draft.ts'
import type { Draft } from '../draft.ts'
import { anyText, flag, list, oneOf, optional, text, texts } from '../fields.ts'
import { Mapping } from '../mapping.ts'
import { characterTable } from '../mapping-data.ts'
import { memoize } from '../memo.ts'
import { base32, encodingNames } from '../inverse.ts'
import type { CompiledInverse, EncodingName } from '../inverse.ts'
import { defineOperation } from '../operation.ts'
import type { Extras, Siblings } from '../operation.ts'
import { bytesOf } from '../text.ts'

/** `encode`: writes the UTF-8 bytes of a text, or its code points. */
export const encode = defineOperation(
  { layer: 'code', kind: 'code' },
  { as: oneOf(...encodingNames) },
  ({ as }) => ({
    compile: () => onText(encoders[as]),
    inverse: ({ decoding }) => ({ kind: 'encoding', ...decoding().encodings[as] }),
  }),
)

/** `decode`: reads back what another generator has written. */
export const decode = defineOperation(
  { layer: 'code', kind: 'decoder' },
  {
    generator: text,
    signs: optional(characterTable, new Map<string, string>()),
    codes: optional(texts, new Map<string, string>()),
    alphabets: optional(list(0, text), []),
  },
  ({ generator, ...style }) => {
    const inverse = (siblings: Siblings): CompiledInverse =>
      siblings
        .decoding()
        .compileInverse(generator, siblings.operationsOf(generator), siblings, style)
    return {
      references: [generator],
      decodes: generator,
      compile: (siblings) => inverse(siblings).step,
      mappings: (siblings) => inverse(siblings).mappings(),
      recognizerOf: (siblings) => inverse(siblings).recognizes,
    }
  },
)

/**
 * `restore`: turns the styles whose generator has `restore` back into plain text, and words of
 * look-alike letters. A text without any goes to the decoders: the first one that is sure reads it.
 */
export const restore = defineOperation(
  { layer: 'code', kind: 'plain' },
  {
    decoders: optional(list(0, text), []),
    lookalikes: optional(characterTable, new Map<string, string>()),
    emoji: optional(anyText, ''),
  },
  ({ decoders, lookalikes, emoji }) => ({
    references: decoders,
    compile: (siblings) => {
      let restorer: ReturnType<NonNullable<Extras['createRestorer']>> | undefined
      const readers = memoize(() => decoders.flatMap((slug) => recognizingReaders(slug, siblings)))
      return onText((given, draft) => {
        restorer ??= siblings
          .extras()
          .createRestorer?.(siblings.restoreTable(), lookalikes, emoji)
        const plain = restorer?.(given, draft.language) ?? given
        // The shortest code of which a decoder is sure has three characters: &lt
        if (plain !== given || given.length < 3) return plain
        for (const read of readers()) {
          const decoded = read(given, draft)
          if (decoded !== undefined) return decoded
        }
        return given
      })
    },
    mappings: ({ restoreTable }) => [new Mapping({ characters: restoreTable().characters })],
  }),
)

/** `clean`: removes what is not seen, and writes odd blanks, or punctuation too, as usual. */
export const clean = defineOperation(
  { layer: 'text', kind: 'cleaned' },
  { punctuation: flag },
  ({ punctuation }) => ({
    isByLine: true,
    compile: ({ extras }) => onText((text) => extras().clean?.(text, punctuation) ?? text),
    recognizerOf: ({ extras }) => (text) => extras().isUnclean?.(text) === true,
  }),
)

/** `reread`: reads UTF-8 that a program took for another encoding: FranÃ§ois, donâ€™t. */
export const reread = defineOperation({ layer: 'code', kind: 'reread' }, {}, () => ({
  isByLine: true,
  compile: ({ extras }) => onText((text) => extras().mojibake?.decode(text) ?? text),
  recognizerOf: ({ extras }) => (text) => extras().mojibake?.recognizes(text) === true,
}))

type RecognizingReader = (text: string, draft: Draft) => string | undefined

/** Returns what reads a whole text if it can hardly be anything but the code of a decoder. */
function recognizingReaders(slug: string, siblings: Siblings): RecognizingReader[] {
  return siblings.operationsOf(slug).flatMap(({ recognizerOf, compile }) => {
    const recognizes = recognizerOf?.(siblings)
    if (recognizes === undefined) return []
    const step = compile(siblings)
    return (text, draft) => {
      if (!recognizes(text, draft.language)) return undefined
      const copy: Draft = { ...draft, text, cells: undefined }
      step(copy)
      const decoded = textOf(copy)
      // What is left of the code would be in doubt.
      const isRead = decoded !== text && !recognizes(decoded, draft.language)
      return isRead && looksLikeText(decoded, text) ? decoded : undefined
    }
  })
}

/**
 * Returns whether a text is mostly letters, digits and blanks, and does not mix Latin with other
 * letters; escapes are beyond doubt.
 */
function looksLikeText(decoded: string, written: string): boolean {
  if (/\p{sc=Latn}/u.test(decoded) && /(?!\p{sc=Latn})\p{L}/u.test(decoded)) return false
  const ordinary = decoded.match(/[\p{L}\p{M}\p{N}\s]/gu) ?? []
  return /[&\\]|U\+|%u/.test(written) || ordinary.length * 3 >= [...decoded].length * 2
}

/** What writes a text in each encoding. */
export const encoders: Readonly<Record<EncodingName, (text: string) => string>> = {
  binary: (text) => writeBytes(text, 2, 8),
  octal: (text) => writeBytes(text, 8, 3),
  // Only decimal numbers are written without leading zeros.
  decimal: (text) => writeBytes(text, 10, 1),
  hexadecimal: (text) => writeBytes(text, 16, 2),
  'code-points': (text) =>
    Array.from(text, (point) => `U+${digits(point.codePointAt(0) ?? 0, 16, 4)}`).join(' '),
  base32: encodeBase32,
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

function digits(value: number, radix: number, width: number): string {
  return value.toString(radix).toUpperCase().padStart(width, '0')
}

/** https://www.rfc-editor.org/rfc/rfc4648#section-6 */
function encodeBase32(text: string): string {
  const bits = bytesOf(text).map((byte) => digits(byte, 2, 8)).join('')
  const letters = (bits.match(/.{1,5}/g) ?? []).map((five) => {
    return base32[Number.parseInt(five.padEnd(5, '0'), 2)]
  })
  return letters.join('').padEnd(Math.ceil(letters.length / 8) * 8, '=')
}

/** https://www.rfc-editor.org/rfc/rfc4648 */
function encodeBase64(text: string): string {
  return btoa(bytesOf(text).map((byte) => String.fromCharCode(byte)).join(''))
}

// Node and browsers have it: https://html.spec.whatwg.org/#dom-btoa
declare const btoa: (binary: string) => string
