import { base32 } from '../inverse.ts'
import { readGiven } from './code-lines.ts'
import type { ReadWord } from './code-lines.ts'
import { decodeUtf8, shownText } from './shown-characters.ts'

/** What is hardly a word or a name: in both cases, with a digit or padding, or that long. */
export const base64Shape =
  /^(?=.*[a-z])(?=.*[A-Z])(?=.*[\d=]|.{16})(?:data:[\w.+/;=-]*,)?[\w+/%=\s-]{8,}$/s

/** Reads the whole text, whatever its line breaks and its `data:` address; or what it gives. */
export function decodeBase64(text: string): string {
  // https://www.rfc-editor.org/rfc/rfc2047
  const bare = text
    .replace(/=\?utf-8\?b\?([\w+/=]*)\?=/gi, '$1')
    .replace(/data:[\w.+/;=-]*;base64,/gi, '')
    .replace(/^\s*b(["'])([\w+/=-]*)\1\s*$/, '$2')
  const whole = readBase64(bare.replace(/\s+/g, ''))
  return whole ?? readGiven(bare, readWordsOf(base64Shape, readBase64))
}

/** Base32 in either case, with a digit or padding, or that long. */
export const base32Shape = /^(?=.*[2-7=]|.{16})(?:[A-Z2-7\s]{2,}|[a-z2-7\s]{2,})(?:={1,6}\s*)?$/s

/** Reads the whole text, whatever its line breaks; or what it gives. */
export function decodeBase32(text: string): string {
  const written = text.replace(/\s+/g, '')
  const isWhole = base32Shape.test(text) || /^(?:[A-Z2-7=]{8})+$/.test(written)
  const whole = isWhole ? readBase32(written) : undefined
  return whole ?? readGiven(text, readWordsOf(base32Shape, readBase32))
}

/** Returns a function that reads words that are hardly anything else. */
function readWordsOf(shape: RegExp, readWord: ReadWord): ReadWord {
  return (part) => {
    const read = part.split(/([\s,;]+)/).map((word, at) => {
      if (at % 2 === 1 || word === '') return word
      return word.length > 7 && shape.test(word) ? readWord(word) : undefined
    })
    return read.includes(undefined) ? undefined : read.join('')
  }
}

/** Reads five bits a letter; the last ones, which no byte needs, are zero. */
function readBase32(written: string): string | undefined {
  const letters = written.replace(/(?<!=)=+$/, '').toUpperCase()
  const bits = Array
    .from(letters, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const rest = bits.slice(bits.length - bits.length % 8)
  if (rest.includes('1') || rest.length > 4) return undefined
  return decodeUtf8((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/**
 * Reads either alphabet, padded or not, of UTF-8, or of UTF-16 with its mark or every second byte
 * zero, as PowerShell writes.
 */
function readBase64(written: string): string | undefined {
  const signs = written.replace(/%(?:3D|2B|2F)/gi, decodeURIComponent)
  const letters = signs.replace(/={1,2}$/, '').replaceAll('-', '+').replaceAll('_', '/')
  if (!/^[A-Za-z0-9+/]{2,}$/.test(letters) || letters.length % 4 === 1) return undefined
  const binary = atob(letters)
  // Letters whose last bits are unused but not zero are more likely a word.
  if (btoa(binary).replace(/={1,2}$/, '') !== letters) return undefined
  const wide = binary.replace(/([^])([^])/g, (_, low: string, high: string) =>
    String.fromCharCode(low.charCodeAt(0) | (high.charCodeAt(0) << 8)),
  )
  const isWide = binary.length % 2 === 0 && /^(?:\ufeff|[\0-\xff]+$)/.test(wide)
  if (isWide) return shownText(wide.replace(/^\ufeff/, ''))
  return decodeUtf8(Array.from(binary, (byte) => byte.charCodeAt(0)))
}

// Node and browsers have these: https://html.spec.whatwg.org/#dom-btoa
declare const btoa: (binary: string) => string
declare const atob: (letters: string) => string
