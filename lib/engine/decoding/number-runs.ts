/** A number in a text, and how it is written there. */
export interface WrittenNumber {
  readonly value: number
  readonly written: string
}

/** The text that some numbers represent, and how many there are. */
export interface Reading {
  readonly text: string
  readonly count: number
}

/** Returns what the numbers from an index on represent, if anything. */
export type ReadNumbers = (numbers: readonly WrittenNumber[], at: number) => Reading | undefined

/** How numbers are written. */
export interface Notation {
  /** A number that is a word of its own, or several with nothing between them. */
  readonly group: string
  /** A number that may be within other text. */
  readonly escape?: string
  /** Splits a group, or a row of escapes, into numbers. */
  numbersOf(written: string): readonly WrittenNumber[]
}

/** Next to these, a number is part of a word, a price or a decimal fraction. */
const [notAfter, notBefore] = [
  '(?<![\\p{L}\\p{M}\\p{N}\\p{Sc}#&@_./\\\\:+-])',
  '(?![\\p{L}\\p{M}\\p{N}\\p{Sc}%°_/:+-]|\\.\\p{N})',
]

/**
 * Returns a function that reads the numbers in a text and copies everything else. Blanks, a comma
 * or a semicolon between two numbers are dropped, but not next to an escape, where they are text.
 */
export function createNumberReader(
  { group, escape, numbersOf }: Notation,
  read: ReadNumbers,
): (text: string) => string {
  const alone = `${notAfter}(?:${group})${notBefore}`
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
  /** The text between it and the number before. */
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
