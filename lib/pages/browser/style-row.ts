/**
 * A style as a browser is given it: its slug, what `readStyle` of the engine reads, and the same of
 * the style whose place it takes, if there is one.
 */
export type StyleRow = readonly [slug: string, style: unknown, replaced?: unknown]
