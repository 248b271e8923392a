import { bytesOf } from '../operations/encoders.ts'

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
