import { onCells } from '../draft.ts'
import type { Cell } from '../draft.ts'
import { characterTable } from '../character-table.ts'
import type { Fields } from '../fields.ts'
import { toNfc } from '../normal-form.ts'
import { longest, mostComposed, withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { isInvisible, isLineBreak, isSpace, takesMarks } from '../text.ts'
import { combiningMarks, withDot } from './marks.ts'

/**
 * Reads `atop`: puts every second word of a line, as combining letters, on the one before it, where
 * all of it has such letters and the other one is as long.
 */
export function readAtop(fields: Fields): Operation {
  const { letters } = fields.read({ letters: combiningTable })
  return {
    ...withoutMappings,
    type: 'atop',
    effect: 'rewrites',
    compile: () => onCells((cells, { language }) => stackWords(cells, letters, language)),
    // A Turkish i keeps its dot.
    growth: () => ({ factor: mostComposed + longest(letters.values()) + 1, perCell: 0, added: 0 }),
    toJSON: () => ({ type: 'atop', letters: Object.fromEntries(letters) }),
  }
}

function combiningTable(value: unknown, place: string): Letters {
  const table = characterTable(value, place)
  for (const mark of table.values()) combiningMarks(mark, place)
  return table
}

type Letters = ReadonlyMap<string, string>

function stackWords(cells: readonly Cell[], letters: Letters, language: string): void {
  const runs = runsOf(cells)
  for (let at = 0; at + 2 < runs.length; at++) {
    const [word, gap, other] = [runs[at] ?? [], runs[at + 1] ?? [], runs[at + 2] ?? []]
    if (!isGap(gap) || isGap(word) || isGap(other)) continue
    const bases = startOf(word, isLetter)
    const marks = startOf(other, ({ text }) => letters.has(toNfc(text)))
    if (marks.length === 0 || marks.length > bases.length) continue
    marks.forEach((cell, place) => {
      const base = bases[place]
      if (base === undefined) return
      const text = language === 'tr' ? withDot(base.text) : base.text
      base.text = toNfc(text + letters.get(toNfc(cell.text)))
      cell.text = ''
    })
    for (const cell of gap) cell.text = ''
    // The next pair begins behind the gap that follows.
    at += 3
  }
}

/** The words of a text and what stands between them, in turn. */
function runsOf(cells: readonly Cell[]): Cell[][] {
  const runs: Cell[][] = []
  let run: Cell[] = []
  for (const cell of cells) {
    const [last] = run
    if (last === undefined || isSpace(last.text) !== isSpace(cell.text)) runs.push((run = []))
    run.push(cell)
  }
  return runs
}

function isGap(run: readonly Cell[]): boolean {
  return run.every(({ text }) => isSpace(text) && !isLineBreak(text))
}

/** The cells with which a word begins; none where letters or digits come later, too. */
function startOf(word: readonly Cell[], isMember: (cell: Cell) => boolean): readonly Cell[] {
  const seen = word.filter(isSeen)
  const end = seen.findIndex((cell) => !isMember(cell))
  if (end < 0) return seen
  return seen.slice(end).some(({ text }) => /^[\p{L}\p{N}]/u.test(text)) ? [] : seen.slice(0, end)
}

function isLetter({ text }: Cell): boolean {
  return takesMarks(text) && /^\p{L}/u.test(text)
}

function isSeen({ text }: Cell): boolean {
  return !isInvisible(text)
}
