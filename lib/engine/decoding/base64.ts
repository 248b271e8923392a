import { looksLikeProse } from './number-runs.ts'
import { decodeUtf8, shownText } from './shown-characters.ts'

/** Padding, or a capital after a small letter, as in few words. */
const sign = /=|%3D|^[^a-z]*[a-z].*[A-Z]/

/**
 * Reads the whole text, whatever its line breaks. Otherwise reads each word that is padded or has
 * eight letters or more, and its `data:` address, if that makes ordinary text.
 */
export function decodeBase64(text: string): string {
  // https://www.rfc-editor.org/rfc/rfc2047
  const bare = text
    .replace(/=\?utf-8\?b\?([\w+/=]*)\?=/gi, '$1')
    .replace(/data:[\w.+/;=-]*;base64,/gi, '')
  const whole = readBase64(bare.replace(/\s+/g, ''))
  if (whole !== undefined) return whole
  return bare.replace(/(?<![\w+/=%-])[\w+/-]{6,}(?:(?:=|%3D){1,2}|(?![\w+/=%-]))/gi, (word) => {
    const isCode = sign.test(word) && !/^[\w+/-]{6,7}$/.test(word)
    const plain = isCode ? readBase64(word) : undefined
    return plain !== undefined && looksLikeProse(plain) ? plain : word
  })
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
