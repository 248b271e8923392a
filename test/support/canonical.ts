/**
 * The one way to write a data file: two spaces, a final newline, and every character that a
 * person could not see (marks, controls, formats, separators but the space) as an escape.
 */
export function canonical(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replace(/[\p{M}\p{C}\p{Z}]/gu, escapeHidden)}\n`
}

function escapeHidden(character: string): string {
  if (character === ' ' || character === '\n') return character
  let escaped = ''
  for (let index = 0; index < character.length; index++) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`
  }
  return escaped
}
