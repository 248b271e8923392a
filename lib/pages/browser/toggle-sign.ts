/** A new text for a part of a field, and what is selected then. */
interface Change {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly start: number
  readonly end: number
}

/**
 * Returns what puts a sign of Markdown around what is selected, in each line after a bullet or the
 * sign of a heading, or removes it if it is there. Without a selection, the cursor is within.
 */
export function toggleSign(value: string, start: number, end: number, sign: string): Change {
  const { length } = sign
  const inner = value.slice(start, end).trim()
  const from = value.indexOf(inner, start)
  const to = from + inner.length
  if (hasBoth(value.slice(0, from), value.slice(to), sign)) {
    const first = from - length
    return { from: first, to: to + length, text: inner, start: first, end: first + inner.length }
  }
  const contents = Array.from(inner.matchAll(lines), ([, , content = '']) => content)
  const isWithin = contents.length > 0 && contents.every((content) => {
    return content.length > 2 * length && hasBoth(content, content, sign)
  })
  const change = (_all: string, lead: string, content: string): string => {
    return lead + (isWithin ? content.slice(length, -length) : sign + content + sign)
  }
  const text = inner === '' ? sign + sign : inner.replace(lines, change)
  // Of one line its text, of several all.
  const [only = inner] = contents.length > 1 ? [] : contents
  const own = contents.length > 1 || isWithin ? 0 : length
  const lead = inner.length - only.length
  return { from, to, text, start: from + lead + own, end: from + text.length - own }
}

/** What a line begins with, and its text. */
const lines = /^([ \t]*(?:(?:[-*+]|#{1,6})[ \t]+)?)(\S(?:.*\S)?)/gm

/** Returns whether a text ends in a sign that another one begins with. */
function hasBoth(before: string, after: string, sign: string): boolean {
  const [one = ''] = sign
  const count = (isOwn: (at: number) => boolean): number => {
    let at = 0
    while (isOwn(at)) at++
    return at
  }
  const least = Math.min(
    count((at) => before.at(-1 - at) === one),
    count((at) => after[at] === one),
  )
  // Three are both of `*` and `**`.
  return sign === '*' ? least % 2 === 1 : least >= sign.length
}
