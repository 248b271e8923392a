/** What styles are, each with a sentence of its own on the pages. */
export const kinds = [
  ...(['mathematical', 'enclosed', 'wide', 'small', 'turned', 'marked', 'scattered'] as const),
  ...(['latin', 'alphabet', 'symbols', 'alternating', 'mixed', 'numbers', 'figures'] as const),
  ...(['flags', 'redacted', 'invisible', 'between', 'around', 'wrapped', 'gesture'] as const),
  ...(['nick', 'boxed', 'bubble', 'drawn', 'stacked', 'lines', 'reversed', 'case'] as const),
  ...(['joined', 'dropped', 'game', 'speech', 'cipher', 'code', 'spelled', 'escaped'] as const),
  ...(['halved', 'shaped', 'shortcodes', 'spoilers', 'repeated', 'items', 'initials'] as const),
  ...(['decoder', 'plain'] as const),
] as const
/** What a style is, for the sentence that its page begins with. */
export type Kind = (typeof kinds)[number]

/** How screen readers read the output of styles. */
export const readings = [
  'invisible',
  'ordinary', // only ASCII, or what was typed
  'mathematical', // mathematical letters, which NFKC turns into ordinary ones
  'compatible', // other characters that NFKC turns into letters
  'enclosed', // other characters that NVDA knows
  'marked', // the letters that were typed, under combining marks
  'framed', // the words that were typed, with signs around or between them
  'spelled', // the letters that were typed, with signs between them
  'latin', // rare Latin letters, such as those of phonetics
  'alphabets', // letters of other scripts
  'signs',
] as const

/** Returns whether styles of a kind turn something into plain text. */
export function readsBack(kind: Kind): boolean {
  return kind === 'decoder' || kind === 'plain'
}

/** The kinds that an operation decides. */
const kindsOfTypes: Readonly<Record<string, Kind>> = {
  ...{ restore: 'plain', decode: 'decoder', encode: 'code', draw: 'drawn', join: 'joined' },
  ...{ case: 'case', scatter: 'scattered', box: 'boxed', fill: 'redacted', numbers: 'numbers' },
  ...{ flags: 'flags', stack: 'stacked', atop: 'stacked', break: 'stacked', choose: 'mixed' },
  ...{ cycle: 'alternating', remove: 'dropped', insert: 'game', echo: 'game', move: 'game' },
  ...{ reverse: 'reversed', around: 'around', divide: 'halved', figure: 'shaped' },
  ...{ shuffle: 'reversed', copies: 'repeated', 'drop-emoji': 'dropped', initials: 'initials' },
}

/** The kinds of all other styles. */
const kindsOfCategories: Readonly<Record<string, Kind>> = {
  ...{ mathematical: 'mathematical', enclosed: 'enclosed', small: 'small', turned: 'turned' },
  ...{ marked: 'marked', latin: 'latin', separated: 'between', wrapped: 'wrapped', coded: 'code' },
  ...{ decoded: 'decoder' },
}

/** Returns the kind of a style whose file names none; `operations` are still JSON. */
export function defaultKind(category: string, operations: unknown): Kind {
  const all: readonly unknown[] = Array.isArray(operations) ? operations : []
  const found = all.map((operation) => {
    const { type }: { readonly type?: unknown } = Object(operation)
    return kindsOfTypes[String(type)]
  })
  return found.find((kind) => kind !== undefined) ?? kindsOfCategories[category] ?? 'symbols'
}
