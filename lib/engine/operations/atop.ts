import { characterTable } from '../mapping-data.ts'
import { onCells } from '../draft.ts'
import type { Cell } from '../draft.ts'
import { toNfc } from '../normal-form.ts'
import { defineOperation } from '../operation.ts'
import { isInvisible, isLineBreak, isSpace, takesMarks } from '../text.ts'
import { combiningMarks, withDot } from './marks.ts'

/**
 * `atop`: puts every second word of a line on the word before it, as combining letters. Both need
 * the same number of letters at least, and the second one only letters that the table has.
 */
export const atop = defineOperation({ letters: combiningTable }, ({ letters }) => ({
  compile: () => onCells((cells, { language }) => stackWords(cells, letters, language)),
}))

type Letters = ReadonlyMap<string, string>

function combiningTable(value: unknown, path: string): Letters {
  const table = characterTable(value, path)
  for (const mark of table.values()) combiningMarks(mark, path)
  return table
}

function stackWords(cells: readonly Cell[], letters: Letters, language: string): void {
  const runs = splitWords(cells)
  for (let at = 0; at + 2 < runs.length; at++) {
    const [word, gap, other] = [runs[at] ?? [], runs[at + 1] ?? [], runs[at + 2] ?? []]
    if (!isGap(gap) || isGap(word) || isGap(other)) continue
    const bases = leadingCells(word, isLetter)
    const marks = leadingCells(other, ({ text }) => letters.has(toNfc(text)))
    if (marks.length === 0 || marks.length > bases.length) continue
    marks.forEach((cell, index) => {
      const base = bases[index]
      if (base === undefined) return
      const text = language === 'tr' ? withDot(base.text) : base.text
      base.text = toNfc(text + letters.get(toNfc(cell.text)))
      cell.text = ''
    })
    for (const cell of gap) cell.text = ''
    // The next pair begins after the gap that follows.
    at += 3
  }
}

/** Returns words and the white space between them in turn. */
function splitWords(cells: readonly Cell[]): Cell[][] {
  const runs: Cell[][] = []
  let run: Cell[] = []
  let wasSpace: boolean | undefined
  for (const cell of cells) {
    const isOfSpace = isSpace(cell.text)
    if (isOfSpace !== wasSpace) runs.push((run = []))
    wasSpace = isOfSpace
    run.push(cell)
  }
  return runs
}

function isGap(run: readonly Cell[]): boolean {
  return run.every(({ text }) => isSpace(text) && !isLineBreak(text))
}

/** Returns the members that a word begins with, or none if letters or digits follow them. */
function leadingCells(word: readonly Cell[], isMember: (cell: Cell) => boolean): readonly Cell[] {
  const seen = word.filter(({ text }) => !isInvisible(text))
  const end = seen.findIndex((cell) => !isMember(cell))
  if (end < 0) return seen
  return seen.slice(end).some(({ text }) => /^[\p{L}\p{N}]/u.test(text)) ? [] : seen.slice(0, end)
}

function isLetter({ text }: Cell): boolean {
  return takesMarks(text) && /^\p{L}/u.test(text)
}
