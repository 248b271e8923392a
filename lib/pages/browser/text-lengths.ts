import { countCodePoints, graphemeClusters } from '../../engine/text.ts'

/** How long a text is, in the units in which sites and databases set their limits. */
export interface TextLengths {
  /** Extended grapheme clusters: what a reader takes for a character. */
  readonly graphemes: number
  readonly codePoints: number
  readonly utf16Units: number
  readonly utf8Bytes: number
}

/** Measures a text, which is well-formed. */
export function measureText(text: string): TextLengths {
  return {
    graphemes: graphemeClusters(text).length,
    codePoints: countCodePoints(text),
    utf16Units: text.length,
    utf8Bytes: new TextEncoder().encode(text).length,
  }
}
