import { createRun, pairRuns } from './emphasis.ts'
import type { Run } from './emphasis.ts'

/** What Markdown says of a part of a text; an address stays as it is. */
export type MarkdownStyle = 'bold' | 'italic' | 'struck' | 'code' | 'address'

/** A text that is being read. */
export interface Reading {
  readonly text: string
  /** Where signs have no meaning: 1, else 0. */
  readonly kept: Uint8Array
  /** The number of letters and of blanks before each position. */
  readonly letters: Int32Array
  readonly blanks: Int32Array
  readonly signs: Map<number, string>
  add(style: MarkdownStyle, start: number, end: number): void
  /** Removes signs. */
  remove(start: number, end: number): void
}

/** Signs that may be markup; after a backslash they are not. */
const tokens = /\\[*_~`[\]]|^\\[#+-]|`+|\*+|_+|~+|[[\]]/gm

/** What follows the text of a link, such as `(address "title")`. */
const destination =
  /^\(\s*(<[^<>\n]+>|(?:[^\s()<]|\([^\s()]*\))+)(?:\s+"[^"]*"|\s+'[^']*')?\s*\)/

/** Reads emphasis, code and links in a paragraph, a heading or an item. */
export function readInline(reading: Reading, start: number, end: number): void {
  const { text, kept, letters, remove } = reading
  const block = text.slice(start, end)
  const ticks = findTicks(block)
  const runs: Run[] = []
  const brackets: Array<readonly [at: number, runs: number]> = []
  const pair = (opener: Run, closer: Run): void => pairSigns(reading, opener, closer)
  // Where code or a link ends that has been read.
  let done = 0
  for (const { index, 0: token } of block.matchAll(tokens)) {
    const [sign = ''] = token
    const after = index + token.length
    const at = start + index
    if (index < done) continue
    if (sign === '[') brackets.push([at, runs.length])
    else if (sign === ']') {
      const [opening = -1, first] = brackets.pop() ?? []
      const link = first === undefined ? null : destination.exec(block.slice(after))
      if (link === null) continue
      pairRuns(runs.splice(first ?? 0), pair)
      // A link is not within another one.
      brackets.length = 0
      done = after + link[0].length
      showLink(reading, opening, at, start + done, link[1] ?? '')
    } else if (kept[at] === 1) continue
    else if (sign === '\\') remove(at, at + 1)
    else if (sign === '`') {
      const ends = ticks.get(token.length) ?? []
      while ((ends.at(-1) ?? Infinity) < after) ends.pop()
      const close = ends.at(-1)
      if (close === undefined) continue
      done = close + token.length
      if (!has(letters, start + after, start + close)) continue
      // A blank at both ends is not a part of the code.
      const pad = Number(/^\s[^]*\s$/.test(block.slice(after, close)))
      enclose(reading, 'code', start + after + pad, start + close - pad, token.length + pad)
    } else {
      const run = createRun(text, at, start + after)
      if (run !== undefined) runs.push(run)
    }
  }
  pairRuns(runs, pair)
}

/** Returns the starts of all runs of backticks by their lengths, the last ones first. */
function findTicks(block: string): ReadonlyMap<number, number[]> {
  const found = new Map<number, number[]>()
  for (const { index, 0: { length } } of [...block.matchAll(/`+/g)].reverse()) {
    found.set(length, found.get(length) ?? [])
    found.get(length)?.push(index)
  }
  return found
}

/** Styles what is between two signs of this length, and removes these. */
function enclose(
  { add, remove }: Reading,
  style: MarkdownStyle,
  start: number,
  end: number,
  length: number,
): void {
  add(style, start, end)
  remove(start - length, start)
  remove(end, end + length)
}

/** Uses signs of two runs as a pair. */
function pairSigns(reading: Reading, opener: Run, closer: Run): void {
  const length = Math.min(2, opener.left, closer.left)
  const start = opener.start + opener.left
  opener.left -= length
  const end = closer.start + closer.length - closer.left
  closer.left -= length
  const { letters, blanks } = reading
  const areApart = opener.isInWord && closer.isInWord && has(blanks, start, end)
  if (areApart || !has(letters, start, end)) return
  const style = opener.sign === '~' ? 'struck' : length === 2 ? 'bold' : 'italic'
  enclose(reading, style, start, end, length)
}

/** Shows the text of a link, and its address in parentheses unless it is the same. */
function showLink(
  { text, signs, add, remove }: Reading,
  opening: number,
  closing: number,
  end: number,
  target: string,
): void {
  const address = target.replace(/^<(.*)>$/, '$1')
  const start = text.indexOf(address, closing + 2)
  // Runs that are kept, and emoji, look alike here.
  const isSame = text.slice(opening + 1, closing) === address && !address.includes('\ufffc')
  add('address', closing, end)
  remove(opening, isSame ? start : opening + 1)
  remove(closing, start)
  remove(start + address.length, end)
  if (isSame) return
  signs.set(closing, ' (')
  signs.set(end - 1, ')')
}

/** Returns whether something that was counted is in a part of the text. */
function has(counts: Int32Array, start: number, end: number): boolean {
  return counts[start] !== counts[end]
}
