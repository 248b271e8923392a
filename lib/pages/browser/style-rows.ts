import type { StyleSource } from '../../engine/style.ts'

/** A style as browsers get it. */
export type StyleRow = readonly [slug: string, style: StyleSource]

/** Stands between the first and the last of code points that follow each other: `a`, it, `z`. */
export const runMark = '\ue000'

/** The rows of a JSON text in which runs of code points are folded. */
export function parseRows(folded: string): readonly StyleRow[] {
  const parts = folded.split(runMark)
  const whole = parts.map((part, place) => {
    const before = parts[place - 1]
    return before === undefined ? part : between(before, part) + part
  })
  return JSON.parse(whole.join(''))
}

/** The code points between the last one of a text and the first one of another. */
function between(before: string, after: string): string {
  const pair = before.codePointAt(before.length - 2) ?? 0
  const last = pair > 0xffff ? pair : before.charCodeAt(before.length - 1)
  const end = after.codePointAt(0) ?? 0
  let run = ''
  for (let point = last + 1; point < end; point++) run += String.fromCodePoint(point)
  return run
}
