/**
 * What a text has that is hardly anything but a code. The decoders are sure of such a text if they
 * can also read it, and the search finds them for it, also in browsers that have not loaded them
 * yet.
 */
export const codeShapes = {
  codePoints: /\\[uUxN][\da-fA-F{]|\b[uU]\+[\da-fA-F]{4}|%u[\da-fA-F]{4}/,
  characterReferences: /&(?:#\d+|#x[\da-f]+|[a-z]\w*);/i,
  /** Eight digits, or two words of at least four: of eight, seven or four bits. */
  binary: /(?<!\d)(?:[01]{8,}|[01]{4,7}[\W_]{1,3}[01]{4,})(?!\d)/,
  /** Two escapes or numbers with a prefix. */
  octal: /^(?:[\s,]*(?:\\{1,2}[0-3][0-7]{2}|0o[0-7]{2,3})){2,}\s*$/i,
  /** Nothing but pairs of digits. */
  hexadecimal:
    /^(?=.{8})(?=.*\d)(?=.*[a-fx%])(?:[\W_]*(?:0?x)?[\da-f]{2}h?)+[\W_]*$/is,
  /** Two in a word: a lone one may be a share, as `%50` is in Turkish. */
  percentEscapes: /%[\da-f]{2}\S*%[\da-f]{2}/i,
} as const
