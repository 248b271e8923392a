import { readGiven } from './code-lines.ts'
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
  return readBase64(bare.replace(/\s+/g, '')) ?? readGiven(bare, readWords)
}

/** Reads words that are hardly anything else. */
function readWords(part: string): string | undefined {
  const read = part.split(/([\s,;]+)/).map((word, at) => {
    if (at % 2 === 1 || word === '') return word
    return base64Shape.test(word) ? readBase64(word) : undefined
  })
  return read.includes(undefined) ? undefined : read.join('')
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
