/**
 * What a text has that is hardly anything but a code. The decoders are sure of such a text, and the
 * search finds them for it, also in browsers that have not loaded them yet.
 */
export const codeShapes = {
  codePoints: /\\[uUxN][\da-fA-F{]|\b[uU]\+[\da-fA-F]{4}|%u[\da-fA-F]{4}/,
  characterReferences: /&(?:#\d+|#x[\da-f]+|[a-z]\w*);/i,
} as const
