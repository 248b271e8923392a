// The words of lib/api/README.md for what a cluster is; of the project it takes nothing.

/** A cluster of the text, and what it has become. */
export interface Cell {
  readonly source: string
  text: string
}

/** Whether a step has changed it. */
export function isChanged({ source, text }: Cell): boolean {
  return source !== text
}

/** The extended grapheme clusters of a text. */
export function clustersOf(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [...text]
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

const segmenter = new Intl.Segmenter('en')

/** Whether a cluster is an emoji. */
export function isEmoji(cluster: string): boolean {
  return /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\ufe0f\u20e3]/u.test(cluster)
}

/** Whether it is white space. */
export function isSpace(cluster: string): boolean {
  return /^\p{White_Space}+$/u.test(cluster)
}

/** Whether it ends a line. */
export function isLineEnd(cluster: string): boolean {
  return /^(?:\r\n|[\n\v\f\r\u0085\u2028\u2029])$/.test(cluster)
}

/** Whether nothing of it is seen. */
export function isUnseen(cluster: string): boolean {
  const unseen = /^[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+$/u
  return unseen.test(cluster) && !isSpace(cluster)
}

/** Whether marks are put on it. */
export function takesMarks(cluster: string): boolean {
  return /^[^\p{C}\p{Z}\p{M}]/u.test(cluster) && !isEmoji(cluster) && !isUnseen(cluster)
}
