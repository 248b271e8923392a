/** A style as a browser is given it: its slug, and what `readStyle` of the engine reads. */
export type StyleRow = readonly [slug: string, data: unknown]
