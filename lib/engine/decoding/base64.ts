import { readUtf8, shownCharacter } from './shown-characters.ts'

/** Reads Base64 of the bytes of a text: https://www.rfc-editor.org/rfc/rfc4648 */
export const base64 = {
  decode: decodeBase64,
  sure: /^(?=.*[a-z])(?=.*[A-Z])(?=.*[\d=]|.{16})(?:data:[\w.+/;=-]*,)?[\w+/%=\s-]{8,}$/s,
}

/** What may be before Base64 in the address of a file. */
const address = /data:[\w.+/;=-]*;base64,/gi

/**
 * Reads the whole text, whatever its line breaks. Otherwise reads each word that is padded or has
 * eight letters or more, and its `data:` address.
 */
function decodeBase64(text: string): string {
  const bare = text.replace(address, '')
  const whole = readBase64(bare.replace(/\s+/g, ''))
  if (whole !== undefined) return whole
  return bare.replace(/(?<![\w+/=%-])[\w+/-]{6,}(?:(?:=|%3D){1,2}|(?![\w+/=%-]))/gi, (word) => {
    return (/^[\w+/-]{6,7}$/.test(word) ? undefined : readBase64(word)) ?? word
  })
}

/** Reads either alphabet, padded or not, of UTF-8 or UTF-16. */
function readBase64(written: string): string | undefined {
  const letters = written
    .replace(/(?:=|%3D){1,2}$/i, '')
    .replace(/-|%2B/gi, '+')
    .replace(/_|%2F/gi, '/')
  if (!/^[A-Za-z0-9+/]{2,}$/.test(letters) || letters.length % 4 === 1) return undefined
  const binary = atob(letters)
  // Letters whose last bits are unused but not zero are more likely a word.
  if (btoa(binary).replace(/=+$/, '') !== letters) return undefined
  return readWide(binary) ?? readBytes(binary)
}

function readBytes(binary: string): string | undefined {
  const byteAt = (index: number): number | undefined =>
    index < binary.length ? binary.charCodeAt(index) : undefined
  let text = ''
  for (let at = 0; at < binary.length; ) {
    const reading = readUtf8(byteAt, at)
    if (reading === undefined) return undefined
    text += reading.text
    at += reading.count
  }
  return text
}

/** Reads UTF-16, little-endian, with its mark or every second byte zero, as PowerShell writes. */
function readWide(binary: string): string | undefined {
  const isMarked = binary.startsWith('\xff\xfe')
  const units = Array.from({ length: binary.length >> 1 }, (_, index) => {
    return binary.charCodeAt(2 * index) | (binary.charCodeAt(2 * index + 1) << 8)
  })
  const isLatin = units.length > 0 && units.every((unit) => unit < 0x100)
  if (binary.length % 2 === 1 || !(isMarked || isLatin)) return undefined
  const points = units.slice(isMarked ? 1 : 0).map((unit) => String.fromCharCode(unit)).join('')
  const shown = Array.from(points, (point) => shownCharacter(point.codePointAt(0) ?? 0))
  return shown.includes(undefined) ? undefined : shown.join('')
}

// Node and browsers have these: https://html.spec.whatwg.org/#dom-btoa
declare const btoa: (binary: string) => string
declare const atob: (letters: string) => string
