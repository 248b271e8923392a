/** Node and browsers have it: https://encoding.spec.whatwg.org/#interface-textdecoder */
declare const TextDecoder: new (
  label: string,
  options: { readonly ignoreBOM: boolean },
) => { decode(input: Uint16Array): string }

/** How many code points beyond ASCII are remembered. */
const mostOthers = 500

/** A longer text is put together from code units. */
const mostPieces = 200

/**
 * Replaces each code point by the text that `get` returns, or copies it. The results are remembered
 * by number, because numbers are looked up several times as fast as texts, and an array several
 * times as fast again.
 */
export class Replacer {
  readonly #get: (point: string) => string | undefined
  readonly #ascii: readonly string[]
  readonly #others = new Map<number, string>()

  constructor(get: (point: string) => string | undefined) {
    this.#get = get
    this.#ascii = Array.from({ length: 0x80 }, (_, point) => this.#lookUp(point))
  }

  /** Returns the text with each code point replaced. */
  replaceIn(text: string): string {
    // Joining thousands of pieces is faster by code units; joining a few is not.
    if (text.length > mostPieces && text.isWellFormed()) return this.#replaceByUnits(text)
    let output = ''
    for (let index = 0; index < text.length; index++) {
      const point = text.codePointAt(index) ?? 0
      if (point > 0xffff) index++
      output += point < 0x80 ? this.#ascii[point] : this.#replacementOf(point)
    }
    return output
  }

  #replaceByUnits(text: string): string {
    let units = new Uint16Array(2 * text.length)
    let length = 0
    for (let index = 0; index < text.length; index++) {
      const point = text.codePointAt(index) ?? 0
      if (point > 0xffff) index++
      const piece = (point < 0x80 ? this.#ascii[point] : undefined) ?? this.#replacementOf(point)
      if (length + piece.length > units.length) {
        const more = new Uint16Array(2 * (length + piece.length))
        more.set(units)
        units = more
      }
      for (let at = 0; at < piece.length; at++) units[length++] = piece.charCodeAt(at)
    }
    return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(units.subarray(0, length))
  }

  #replacementOf(point: number): string {
    let replacement = this.#others.get(point)
    if (replacement === undefined) {
      replacement = this.#lookUp(point)
      if (this.#others.size === mostOthers) this.#others.clear()
      this.#others.set(point, replacement)
    }
    return replacement
  }

  #lookUp(point: number): string {
    const character = String.fromCodePoint(point)
    return this.#get(character) ?? character
  }
}
