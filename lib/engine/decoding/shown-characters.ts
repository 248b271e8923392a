/**
 * Returns the character with a number; `undefined` for surrogates, noncharacters, numbers beyond
 * U+10FFFF, and controls other than tab, line feed and return.
 */
export function shownCharacter(point: number): string | undefined {
  if (!Number.isInteger(point) || point < 0 || point > 0x10ffff) return undefined
  if (point >= 0xd800 && point <= 0xdfff) return undefined
  if ((point & 0xfffe) === 0xfffe || (point >= 0xfdd0 && point <= 0xfdef)) return undefined
  const isControl = point < 0x20 || (point >= 0x7f && point < 0xa0)
  if (isControl && point !== 0x09 && point !== 0x0a && point !== 0x0d) return undefined
  return String.fromCodePoint(point)
}

/**
 * Returns the character whose UTF-8 bytes begin at an index, and their count; `undefined` if they
 * are ill-formed or the character is not shown. https://encoding.spec.whatwg.org/#utf-8-decoder
 */
export function readUtf8(
  byteAt: (index: number) => number | undefined,
  at: number,
): { readonly text: string; readonly count: number } | undefined {
  const lead = byteAt(at)
  if (lead === undefined || !(lead < 0xf5) || (lead >= 0x80 && lead < 0xc2)) return undefined
  const count = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  let point = count === 1 ? lead : lead & (0x7f >> count)
  for (let index = 1; index < count; index++) {
    const byte = byteAt(at + index)
    if (byte === undefined || !(byte >= 0x80 && byte < 0xc0)) return undefined
    point = (point << 6) | (byte & 0x3f)
  }
  // The same character has a shorter form.
  if ((count === 3 && point < 0x800) || (count === 4 && point < 0x10000)) return undefined
  const text = shownCharacter(point)
  return text === undefined ? undefined : { text, count }
}
