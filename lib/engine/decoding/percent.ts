import { codeShapes } from '../code-shapes.ts'
import type { Encoding } from '../inverse.ts'
import { createEscapeReader, readByte, splitWords } from './number-runs.ts'
import type { Groups } from './number-runs.ts'

/** The escapes of addresses, and of mails: caf%C3%A9 and caf=C3=A9. */
export const percent: Encoding = {
  // In an address, escapes are its own spelling.
  recognizes: (text) =>
    quoted.test(text) || (!/\s|^\w+:\/\//.test(text) && codeShapes.percentEscapes.test(text)),
  decode: (text) => {
    if (quoted.test(text)) return readQuoted(text)
    const isEscaped = !/%(?!u[\da-f]{4}|[\da-f]{2})/i.test(text) && sureEscape.test(text)
    if (/\s/.test(text)) return (isEscaped ? readPercent : readPercentInProse)(text)
    const isAddress = /%(?:[\da-f]{2}|u[\da-f]{4})/i.test(text) || hasParameters(text)
    return isAddress ? readPercent(text.replaceAll('+', ' ')) : text
  },
}

/** Bytes of one character in UTF-8, a word of a head, or an end of a line and another escape. */
const quoted = new RegExp(
  '=(?:C[2-9A-F]|D.)N|=E.NN|=F[0-4]NNN|=\\?(?:utf|UTF)-8\\?[qQ]\\?|=\\r?\\n[^]*=(?:\\r?\\n|[2-7].)'
    .replaceAll('N', '=[89AB].')
    .replaceAll('.', '[0-9A-F]'),
)

/**
 * Reads quoted-printable: https://www.rfc-editor.org/rfc/rfc2045#section-6.7, and the same in heads
 * of mails: https://www.rfc-editor.org/rfc/rfc2047#section-4.2
 */
function readQuoted(text: string): string {
  const words = text.replace(/=\?utf-8\?q\?([^?\s]*)\?=/gi, (_, word: string) =>
    word.replaceAll('_', ' '),
  )
  return readEscapes(words.replace(/=[\t ]*\r?\n/g, ''))
}

const readEscapes = createByteReader(/(?:=[\dA-F]{2})+/g)

/** Returns whether a text has two parameters of an address, as in ?a=1&b=2. */
function hasParameters(text: string): boolean {
  const [, ...rest] = text.split(/\?\w+=/)
  return rest.some((part) => /&\w+=/.test(part))
}

/** An escape after a letter or a digit that is no share: 50%25, It%27s. */
const sureEscape = /[\p{L}\d]%(?:2[1-9a-f]|3[a-f]|40|5[b-f]|c[2-5]%[89ab][\da-f])(?![\d])/iu

const readPercent = createByteReader(/(?:%[\da-f]{2}|%u[\da-f]{4})+/gi)

/** Reads no lone %20, which is a share in Turkish. */
const readPercentInProse = createByteReader(
  /(?:%[\da-f]{2}){2,}|(?:%u[\da-f]{4})+|(?<=\p{L})%(?:2[\da-f]|3[a-f]|40)(?=\p{L})/giu,
)

function createByteReader(escapes: RegExp): (text: string) => string {
  const numbersOf = (words: readonly string[]): Groups =>
    splitWords(words, /[%=](?:u(?=.{4}))?((?<=u)....|..)/gi, 16).map((numbers) =>
      numbers.map((one) => (one.written.length > 3 ? { ...one, isPoint: true } : one)),
    )
  return createEscapeReader({ escapes, numbersOf, readerOf: () => readByte })
}

