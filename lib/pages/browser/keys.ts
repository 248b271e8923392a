/** The texts that the script uses on lists and on the pages of styles. */
const sharedKeys = [
  // The form.
  'text-clear',
  'text-too-long',
  'text-part',
  'symbols-button',
  'link-copy',
  'link-copied',
  'link-failed',
  'load-failed',
  'link-cut',
  'additions-none',
  'own-button',
  'own-around',
  'own-between',
  'styled-found',
  'code-found',
  'plain-found',
  'plain-use',
  // The rows of styles.
  'sample-text',
  'copy-button',
  'copy-name',
  'copied-button',
  'copy-done',
  'copy-failed',
  'share-text-button',
  'blank-sample',
  'accents-kept',
  'marks-left',
  'boxes-shown',
  'limit-passed',
  'limit-discord',
  'limit-steam',
  'limit-freefire',
  'limit-instagram-name',
  'limit-linkedin',
  'limit-x',
  'limit-instagram',
  'limit-bluesky',
  'star-name',
  'storage-blocked',
] as const

/** The texts of the list of all styles, which its page has in its template. */
export const listKeys = [
  ...sharedKeys,
  'search-label',
  'search-count',
  'search-none',
  'search-clear',
  'kept-heading',
  'kept-where',
  'kept-forget',
  'copied-remove',
  'unchanged-summary',
  'apart-summary',
] as const

/** Those of the page of one style. */
export const styleKeys = [
  ...sharedKeys,
  'star-button',
  'star-done',
  'version-button',
  'unchanged-result',
  'limit-chosen',
  'length-graphemes',
  'length-code-points',
  'length-utf16',
  'length-utf8',
] as const

/** Those of the script of all symbols. */
export const symbolsKeys = [
  'symbols-found', 'symbols-none', 'symbols-added', 'copy-done', 'copy-failed', 'link-cut',
] as const

/** A text that a script may use. */
export type Key = (typeof listKeys | typeof styleKeys | typeof symbolsKeys)[number]
