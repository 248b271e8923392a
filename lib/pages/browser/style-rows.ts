/**
 * A style as a browser is given it: its slug, what `readStyle` of the engine reads, and the same of
 * the style whose place it takes, if there is one.
 */
export type StyleRow = readonly [slug: string, style: unknown, replaced?: unknown]

/** Stands between the first and the last of code points that follow each other: `a`, it, `z`. */
export const runMark = '\ue000'

/** The rows of a JSON text in which runs of code points are folded. */
export function parseRows(folded: string): readonly StyleRow[] {
  const unfold = (_run: string, first: string, last: string): string => {
    let run = ''
    const end = last.codePointAt(0) ?? 0
    for (let point = first.codePointAt(0) ?? 0; point <= end; point++) {
      run += String.fromCodePoint(point)
    }
    return run
  }
  return JSON.parse(folded.replace(runs, unfold))
}

const runs = new RegExp(`(.)${runMark}(.)`, 'gu')
