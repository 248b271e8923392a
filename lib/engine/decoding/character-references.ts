import { shownCharacter } from './shown-characters.ts'

/** What a reference can stand for: of controls tab, line feed and form feed alone. */
const referable = /[\t\n\f]|[^\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu

/**
 * Writes each code point as HTML may have it: `&#65;` is A.
 * https://html.spec.whatwg.org/#decimal-character-reference-syntax
 */
export function writeReferences(text: string): string {
  return text.replace(referable, (point) => `&#${point.codePointAt(0) ?? 0};`)
}

/**
 * Reads `&#65;`, `&#x41;` and those of the names, such as `&amp;`; what no text should get of
 * numbers, and names that are not known, stay. https://html.spec.whatwg.org/#character-references
 */
export function readReferences(text: string, names: ReadonlyMap<string, string>): string {
  const references = /&(?:#(\d+)|#x([\da-f]+)|[a-z][a-z\d]*);/gi
  return text.replace(references, (written, decimal?: string, hexadecimal?: string) => {
    if (decimal !== undefined) return characterOf(Number(decimal)) ?? written
    if (hexadecimal === undefined) return names.get(written) ?? written
    return characterOf(Number.parseInt(hexadecimal, 16)) ?? written
  })
}

function characterOf(number: number): string | undefined {
  return shownCharacter(windows1252.codePointAt(number - 0x80) ?? number)
}

/**
 * What 128 to 159 stand for in HTML, where old pages have them; without five, which stay controls.
 * https://html.spec.whatwg.org/#numeric-character-reference-end-state
 */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
