/** A style, with what the list of the service has of it. */
export interface StyleInfo {
  readonly slug: string
  /** The display name in English. */
  readonly name: string
  /** The display name in each language, such as `fr`. */
  readonly names: Readonly<Record<string, string>>
  /** The output for a sample. */
  readonly example: string
  /** The kind of style, such as `mathematical` or `wrapped`. */
  readonly category: string
  /** What it changes: `text`, `letters`, `marks`, `frame` or `code`. `then` goes in this order. */
  readonly layer: string
}

export interface DecorateOptions {
  /** `en` (default), `es`, `fr` or `tr`, for styles that depend on the language. */
  readonly lang?: string
  /** `plain` leaves accented letters unchanged where browsers may show boxes. */
  readonly accents?: 'styled' | 'plain'
  /** The slugs of up to three more styles, each applied to the output of the one before. */
  readonly then?: readonly string[]
}

/**
 * Returns a text in a style, as the service returns it as `output`. Throws a RangeError for an
 * unknown style, which names the closest one, or for styles that cannot be combined.
 */
export function decorate(text: string, slug: string, options?: DecorateOptions): string

/** All styles, in the order of the list. */
export const styles: readonly StyleInfo[]
