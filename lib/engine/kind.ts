/** What styles are, each with a sentence of its own on the pages. */
export const kinds = [
  ...(['mathematical', 'enclosed', 'wide', 'small', 'turned', 'marked', 'scattered'] as const),
  ...(['latin', 'alphabet', 'symbols', 'alternating', 'mixed', 'numbers', 'figures'] as const),
  ...(['flags', 'redacted', 'invisible', 'between', 'around', 'wrapped', 'gesture'] as const),
  ...(['nick', 'boxed', 'bubble', 'drawn', 'stacked', 'lines', 'reversed', 'case'] as const),
  ...(['joined', 'dropped', 'game', 'speech', 'cipher', 'code', 'spelled', 'escaped'] as const),
  ...(['halved', 'shaped', 'shortcodes', 'spoilers', 'repeated', 'items', 'initials'] as const),
  'markup',
  ...(['decoder', 'reread', 'plain', 'cleaned'] as const),
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
  return ['decoder', 'reread', 'plain', 'cleaned'].includes(kind)
}
