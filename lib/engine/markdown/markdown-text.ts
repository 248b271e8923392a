import { findRuns } from '../keep.ts'
import { readInline } from './inline-markup.ts'
import type { MarkdownStyle, Reading } from './inline-markup.ts'

/** What Markdown says of a text. */
export interface MarkdownText {
  /** The styles of parts, which may be within others, from the start to before the end. */
  readonly parts: ReadonlyArray<readonly [style: MarkdownStyle, start: number, end: number]>
  /** What signs become, by their positions: nothing, or what is shown instead. */
  readonly signs: ReadonlyMap<number, string>
}

/**
 * Reads what Markdown says of a text: headings, items of lists, emphasis, strikethrough, code and
 * links, by the rules of CommonMark (https://spec.commonmark.org/0.31.2/), and of GitHub for `~~`.
 * Products (2*3), faces, links, @names and #tags have no markup. Signs stay if there is no letter
 * between them, or if they are within two words.
 */
export function readMarkdown(text: string, bullet: string): MarkdownText {
  const parts: Array<MarkdownText['parts'][number]> = []
  const signs = new Map<number, string>()
  const kept = new Uint8Array(text.length)
  for (const [start, end] of findRuns(text, ['links', 'names', 'tags'])) kept.fill(1, start, end)
  for (const { index, 0: face } of text.matchAll(faces)) kept.fill(1, index, index + face.length)
  const reading: Reading = {
    ...{ text, kept, signs },
    ...{ letters: countBefore(text, /[\p{L}\p{N}\ufffc]/u), blanks: countBefore(text, /\s/) },
    add: (...part) => void parts.push(part),
    remove(start, end) {
      for (let at = start; at < end; at++) signs.set(at, '')
    },
  }
  let [start, end] = [0, 0]
  for (const { index, 0: line } of text.matchAll(/.+|^$/gm)) {
    const content = line.trimEnd()
    const next = index + content.length
    const isRule = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(content)
    const lead = isRule ? null : /^( {0,3}#{1,6}|[ \t]*[-*+])[ \t]+(?=\S)/.exec(content)
    if (content !== '' && !isRule && lead === null) {
      end = next
      continue
    }
    readInline(reading, start, end)
    start = end = next
    if (lead === null) continue
    const [all, sign = ''] = lead
    start = index + all.length
    if (sign.endsWith('#')) {
      const closing = content.search(/[ \t]#+$/)
      if (closing > all.length) end = index + content.slice(0, closing).trimEnd().length
      reading.add('bold', start, end)
      reading.remove(index, start)
      reading.remove(end, next)
      readInline(reading, start, end)
      start = end = next
    } else signs.set(index + sign.length - 1, bullet)
  }
  readInline(reading, start, end)
  return { parts, signs }
}

/** What looks like markup in faces: ^_^, >_<, (*´ω`*), ¯\_(ツ)_/¯. */
const faces =
  /([^\w\s*~`])_+\1|>_+<|\([*_][\p{P}\p{S}][^\s\w()]{0,8}[\p{P}\p{S}][*_]\)|¯\\_.{1,5}_\/¯/gu

/** Returns how many signs before each position match. */
function countBefore(text: string, pattern: RegExp): Int32Array {
  const counts = new Int32Array(text.length + 1)
  for (let at = 0; at < text.length; at++) {
    counts[at + 1] = (counts[at] ?? 0) + Number(pattern.test(text[at] ?? ''))
  }
  return counts
}
