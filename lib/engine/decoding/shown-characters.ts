import { bytesOf } from '../operations/code.ts'

/** Matches a text without surrogates, noncharacters, and controls but tab, line feed and return. */
const shown = /^(?:[\t\n\r]|[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}])*$/u

/** Returns a text if all of its characters may be shown. */
export function shownText(text: string): string | undefined {
  return shown.test(text) ? text : undefined
}

/** Returns the character with a number; `undefined` if it has none, or is not shown. */
export function shownCharacter(point: number): string | undefined {
  const isPoint = Number.isInteger(point) && point >= 0 && point <= 0x10ffff
  return isPoint ? shownText(String.fromCodePoint(point)) : undefined
}

/** Returns the text with these UTF-8 bytes; `undefined` if they are ill-formed, or not shown. */
export function decodeUtf8(bytes: readonly number[]): string | undefined {
  const text = utf8.decode(Uint8Array.from(bytes))
  // Ill-formed bytes are not those of the text that they become.
  return bytesOf(text).join() === bytes.join() ? shownText(text) : undefined
}

// Node and browsers have it: https://encoding.spec.whatwg.org/#interface-textdecoder
declare const TextDecoder: new (
  label: string,
  options: { readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** Reads the character references of HTML: https://html.spec.whatwg.org/#character-references */
export const references = {
  decode: readReferences,
  isSure: (text: string): boolean => /&(?:#\d+|#x[\da-f]+|[a-z]\w*);/i.test(text),
}

/**
 * Reads `&#65;`, `&#x41;` and the given names, such as `&amp;`, as browsers do: the semicolon may
 * be left out after numbers and after the names that HTML has had from the start.
 */
function readReferences(text: string, names: ReadonlyMap<string, string>): string {
  const written = /&(?:#(\d+);?|#(x[\da-f]+);?|[a-z][a-z\d]*(?:;|(?![=\w])))/gi
  return text.replace(written, (whole, decimal?: string, hexadecimal?: string) => {
    const number = decimal ?? (hexadecimal === undefined ? undefined : `0${hexadecimal}`)
    if (number === undefined) return names.get(whole) ?? readOldName(whole, names) ?? whole
    const point = Number(number)
    return shownCharacter(windows1252.codePointAt(point - 0x80) ?? point) ?? whole
  })
}

/** Reads the longest of the old names at the start of `&copy2026`: those of U+00FF and below. */
function readOldName(written: string, names: ReadonlyMap<string, string>): string | undefined {
  for (let end = Math.min(written.length, '&frac12'.length); end > 2; end--) {
    const character = names.get(`${written.slice(0, end)};`)
    const isOld = character !== undefined && /["&<>\xa0-\xff]/.test(character)
    if (isOld) return character + written.slice(end)
  }
  return undefined
}

/**
 * The characters that HTML reads 128 to 159 as; five of them remain controls.
 * https://html.spec.whatwg.org/#numeric-character-reference-end-state
 */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
