import { codeShapes } from '../code-shapes.ts'
import { bytesOf } from '../text.ts'

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

/** Returns the code point of two surrogates, the units of UTF-16; 0 for other numbers. */
export function pointOfPair(first: number, second: number): number {
  const isPair = first >> 10 === 0x36 && second >> 10 === 0x37
  return isPair ? (first - 0xd7c0) * 0x400 + second - 0xdc00 : 0
}

/** Returns the text with these UTF-8 bytes; `undefined` if they are ill-formed, or not shown. */
export function decodeUtf8(bytes: readonly number[]): string | undefined {
  return shownText(decodeAnyUtf8(bytes) ?? '\0')
}

/** Returns the text with these UTF-8 bytes, also controls; `undefined` if they are ill-formed. */
export function decodeAnyUtf8(bytes: readonly number[]): string | undefined {
  const text = utf8.decode(Uint8Array.from(bytes))
  // Ill-formed bytes are not those of the text that they become.
  return bytesOf(text).join() === bytes.join() ? text : undefined
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
  recognizes: (text: string): boolean => codeShapes.characterReferences.test(text),
}

/**
 * Reads `&#65;`, `&#x41;` and the given names, such as `&amp;`, as browsers do: the semicolon may
 * be left out after numbers and after the names that HTML has had from the start.
 */
function readReferences(text: string, names: ReadonlyMap<string, string>): string {
  const written = /&(?:#(\d+|x[\da-f]+);?|[a-z][a-z\d]*(?:;|(?![=\w])))/gi
  /** The second surrogate of a pair that has been read. */
  let second = -1
  return text.replace(written, (whole: string, digits: string | undefined, at: number) => {
    if (digits === undefined) return names.get(whole) ?? readOldName(whole, names) ?? whole
    if (at === second) return ''
    const point = numberOf(digits)
    const end = at + whole.length
    const [, next = ''] = /^&#(\d+|x[\da-f]+)/i.exec(text.slice(end, end + 12)) ?? []
    const pair = pointOfPair(point, numberOf(next))
    if (pair > 0) second = end
    return shownCharacter(pair || (windows1252.codePointAt(point - 0x80) ?? point)) ?? whole
  })
}

function numberOf(digits: string): number {
  return Number(/^x/i.test(digits) ? `0${digits}` : digits)
}

/** Reads the longest of the old names at the start of `&copy2026`: those of U+00FF and below. */
function readOldName(written: string, names: ReadonlyMap<string, string>): string | undefined {
  // A name of HTML that is not in the list, such as &centerdot;
  if (written.endsWith(';')) return undefined
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
