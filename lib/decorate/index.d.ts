/** The slug of a style, such as `bold-serif`. In the package, this is a union of all slugs. */
export type Slug = string

/** The languages of names; some styles depend on them. */
export type Language = 'en' | 'es' | 'fr' | 'tr'

/** A style, with what the list of the service has of it. */
export interface StyleInfo {
  readonly slug: Slug
  /** The display name in English. */
  readonly name: string
  /** The display name in each language, such as `fr`. */
  readonly names: Readonly<Record<string, string> & Record<Language, string>>
  /** The output for a sample. */
  readonly example: string
  /** The kind of style, such as `mathematical` or `wrapped`. */
  readonly category: string
  /** What it changes: `text`, `letters`, `marks`, `frame` or `code`. `then` goes in this order. */
  readonly layer: string
  /** Whether lists and searches leave it out: another style looks the same, or is what is meant. */
  readonly retired?: true
}

/** Any text, of which editors suggest some. */
type Suggested<Text extends string> = Text | (string & {})

export interface DecorateOptions {
  /** `en` (default), `es`, `fr` or `tr`, for styles that depend on it; any other means English. */
  readonly lang?: Suggested<Language> | undefined
  /** `plain` leaves accented letters unchanged where browsers may show boxes. */
  readonly accents?: 'styled' | 'plain' | undefined
  /** A slug, or those of up to three more styles, each applied to the output of the one before. */
  readonly then?: Suggested<Slug> | ReadonlyArray<Suggested<Slug>> | undefined
  /** What stays as it is in the text, in all styles but codes: one kind, several, or `all`. */
  readonly keep?: Keep | 'all' | readonly Keep[] | undefined
}

/**
 * `links`: addresses of pages and of mail; `names`: `@name`; `tags`: `#tag`; `fields`:
 * what programs fill in, such as `{name}`, `%s` and `:tada:`.
 */
export type Keep = 'links' | 'names' | 'tags' | 'fields'

/**
 * Returns a text in a style, as the service returns it as `output`. Throws a RangeError for an
 * unknown style, which names the closest one, or for styles that cannot be combined, and a
 * TypeError for an argument of another type.
 */
export function decorate<Any extends string>(
  text: string,
  slug: string extends Any ? Any : never,
  options?: DecorateOptions,
): string
export function decorate(text: string, slug: Slug, options?: DecorateOptions): string

/** All styles, in the order of the list; retired ones are the last. */
export const styles: readonly StyleInfo[]
