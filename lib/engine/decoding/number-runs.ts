/** A number in a text, and how it is written there. */
export interface WrittenNumber {
  readonly value: number
  readonly written: string
}

/** What some numbers stand for, and how many they are. */
export interface Reading {
  readonly text: string
  readonly count: number
}

/** Tells what the numbers from a place on stand for, if anything. */
export type ReadNumbers = (numbers: readonly WrittenNumber[], at: number) => Reading | undefined

/** How numbers are written. */
export interface Notation {
  /** A number, or several without anything between them, that stands apart from other words. */
  readonly group: string
  /** A number that may stand within text. */
  readonly escape?: string
  /** The numbers of a group, or of escapes that follow each other. */
  numbersOf(written: string): readonly WrittenNumber[]
}

/** A number is one of a word, a price or a decimal fraction where these stand beside it. */
const [notBehind, notBefore] = [
  '(?<![\\p{L}\\p{M}\\p{N}\\p{Sc}#&@_./\\\\:+-])',
  '(?![\\p{L}\\p{M}\\p{N}\\p{Sc}%°_/:+-]|\\.\\p{N})',
]

/**
 * Reads the numbers of a text. What stands between two that are read is taken away: blanks, and a
 * comma or semicolon; but those beside an escape, which stands within text, are text. A number that
 * cannot be read stays as it is written, and so does all else.
 */
export function createNumberReader(
  { group, escape, numbersOf }: Notation,
  read: ReadNumbers,
): (text: string) => string {
  const alone = `${notBehind}(?:${group})${notBefore}`
  const within = escape === undefined ? '()' : `((?:${escape})+)|`
  const groups = new RegExp(within + alone, 'giu')
  return (text) => {
    let output = ''
    let end = 0
    let run: Member[] = []
    const endRun = (): void => {
      output += joinRun(run, read)
      run = []
    }
    for (const { 0: written, 1: escapes = '', index } of text.matchAll(groups)) {
      const between = text.slice(end, index)
      const goesOn = run.length > 0 && escapes === '' && /^[,;]?\s*$/.test(between)
      if (!goesOn) {
        endRun()
        output += between
      }
      numbersOf(written).forEach((number, place) => {
        run.push({ ...number, gap: goesOn && place === 0 ? between : '' })
      })
      if (escapes !== '') endRun()
      end = index + written.length
    }
    endRun()
    return output + text.slice(end)
  }
}

/** A number of a run. */
interface Member extends WrittenNumber {
  /** What stands between it and the number before. */
  readonly gap: string
}

function joinRun(run: readonly Member[], read: ReadNumbers): string {
  let output = ''
  let isRead = false
  for (let at = 0; at < run.length; ) {
    const { gap, written } = run[at] ?? { gap: '', written: '' }
    const reading = read(run, at)
    output += (isRead && reading !== undefined ? '' : gap) + (reading?.text ?? written)
    isRead = reading !== undefined
    at += reading?.count ?? 1
  }
  return output
}
