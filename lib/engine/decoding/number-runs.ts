/** A number in a text, as it is written there. */
export interface Unit {
  readonly value: number
  readonly written: string
  /** What stands between it and the number before, of the same run. */
  readonly gap: string
  /** Whether it is an escape such as `\x41`, which stands within text, as blanks do. */
  readonly isEscape: boolean
}

/** What some numbers stand for, and how many they are. */
export interface Reading {
  readonly text: string
  readonly count: number
}

/** How numbers are written. */
export interface Notation {
  /** A number, or several without anything between them, that stands apart from other words. */
  readonly group: string
  /** A number that may stand within text. */
  readonly escape?: string
  /** The numbers of either, as they are written. */
  split(written: string): readonly string[]
  valueOf(number: string): number
}

/** A number is one of a word, a price or a decimal fraction where these stand beside it. */
const [notBehind, notBefore] = [
  '(?<![\\p{L}\\p{M}\\p{N}\\p{Sc}#&@_./\\\\:+-])',
  '(?![\\p{L}\\p{M}\\p{N}\\p{Sc}%°_/:+-]|\\.\\p{N})',
]

/**
 * `text` with its numbers read by `read`, which tells what those from a place on stand for, if
 * anything. What stands between two that are read is taken away: blanks, and a comma or semicolon.
 * A number that cannot be read stays as it is written, and so does all else.
 */
export function createNumberReader(
  { group, escape, split, valueOf }: Notation,
  read: (units: readonly Unit[], at: number) => Reading | undefined,
): (text: string) => string {
  const alone = `${notBehind}(?:${group})${notBefore}`
  const within = escape === undefined ? '()' : `((?:${escape})+)|`
  const groups = new RegExp(within + alone, 'giu')
  return (text) => {
    let output = ''
    let end = 0
    let run: Unit[] = []
    for (const { 0: written, 1: escapes, index } of text.matchAll(groups)) {
      const between = text.slice(end, index)
      const isNext = run.length > 0 && /^[,;]?\s*$/.test(between)
      if (!isNext) {
        output += joinRun(run, read) + between
        run = []
      }
      const isEscape = escapes !== undefined && escapes !== ''
      split(written).forEach((number, place) => {
        const gap = place === 0 && isNext ? between : ''
        run.push({ value: valueOf(number), written: number, gap, isEscape })
      })
      end = index + written.length
    }
    return output + joinRun(run, read) + text.slice(end)
  }
}

function joinRun(
  units: readonly Unit[],
  read: (units: readonly Unit[], at: number) => Reading | undefined,
): string {
  let output = ''
  let isRead = false
  for (let at = 0; at < units.length; ) {
    const unit = units[at]
    const reading = read(units, at)
    if (unit === undefined) break
    const isText = unit.isEscape || units[at - 1]?.isEscape === true
    const isSeparated = !isRead || reading === undefined || isText
    output += (isSeparated ? unit.gap : '') + (reading?.text ?? unit.written)
    isRead = reading !== undefined
    at += reading?.count ?? 1
  }
  return output
}
