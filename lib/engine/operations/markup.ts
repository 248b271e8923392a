/** What happens where a text has the signs of the markup already. */
export const markupChoices = ['kept', 'escaped'] as const

/**
 * Returns what puts markup around a line that may have the same markup: a whole line within the
 * signs stays. `escaped` writes other signs with a backslash; those at the ends go outside, because
 * Discord looks for the first `||` without regard to a backslash before it.
 */
export function markLine(
  before: string,
  after: string,
  choice: (typeof markupChoices)[number],
): (line: string) => string {
  const escape = escapeSigns(before + after)
  const [first = ''] = before
  const isOneSign = [...before + after].every((sign) => sign === first)
  const signs = `[${escapePattern(before + after)}]`
  // A sign that has a backslash already gets no other.
  const inside = new RegExp(`\\\\${signs}+|\\\\.|${signs}{${isOneSign ? 1 : 2},}`, 'gsu')
  const isEnd = (sign: string | undefined): boolean => isOneSign && sign === first
  return (line) => {
    const inner = line.slice(before.length, -after.length)
    const isWithin = line === before + inner + after && inner !== ''
    if (choice === 'kept') return isWithin ? line : before + line + after
    if (isWithin && !inner.includes(before) && !inner.includes(after)) return line
    let [start, end] = [0, line.length]
    while (isEnd(line[start])) start++
    while (end > start && isEnd(line[end - 1])) end--
    const escaped = line.slice(start, end).replace(inside, (one) =>
      one.startsWith('\\') ? one.slice(0, 2) + escape(one.slice(2)) : escape(one),
    )
    // A backslash at the end would escape the sign after it.
    const isOpen = /^(?:[^\\]|\\.)*\\$/su.test(escaped)
    const marked = escaped === '' ? '' : `${before}${escaped}${isOpen ? '\\' : ''}${after}`
    return escape(line.slice(0, start)) + marked + escape(line.slice(end))
  }
}

/** Returns what puts a backslash before each of these signs. */
export function escapeSigns(signs: string): (text: string) => string {
  if (signs === '') return (text) => text
  return (text) => Array.from(text, (one) => (signs.includes(one) ? `\\${one}` : one)).join('')
}

function escapePattern(text: string): string {
  return Array.from(text, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`).join('')
}
