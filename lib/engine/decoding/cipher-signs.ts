import type { Cell } from '../draft.ts'
import type { Mapping } from '../mapping.ts'

type Codes = ReadonlyMap<string, string>

/** Returns whether a text has letters that the cipher would have changed, and none of its own. */
export function isPlain(text: string, codes: Codes, encoder: Mapping): boolean {
  let hasPlain = false
  // Composed, so that both forms of a letter are judged alike.
  for (const point of text.normalize('NFC')) {
    if (isOwnSign(point, codes, encoder)) return false
    hasPlain ||= /[A-Za-z]/.test(point) && encoder.has(point) && !codes.has(point)
  }
  return hasPlain
}

/** A sign that only this cipher writes: ɐ, but not u, which is also a letter. */
function isOwnSign(point: string, codes: Codes, encoder: Mapping): boolean {
  return point > '\x7f' && codes.has(point) && !encoder.has(point)
}

/** Returns whether a text has letters that only this cipher writes, and none that it changes. */
export function isTurned(text: string, codes: Codes, encoder: Mapping): boolean {
  const letters = [...text.normalize('NFC')].filter((point) => /\p{L}/u.test(point))
  const own = letters.filter((point) => isOwnSign(point, codes, encoder))
  const isKnown = letters.every((point) => {
    return codes.has(point) || !/[A-Za-z]/.test(point) || !encoder.has(point)
  })
  return own.length > 1 && own.length * 4 >= letters.length && isKnown
}

/** Letters of the encoder that others do not have: Ɐ, ᵷ, ꞁ and those of Lisu. */
const newer = /[\u2c6f\u1d77\ua4d0-\ua4ff\ua780-\ua7ff]/

/**
 * Returns a function that reads the signs that others write in this cipher: ∀ for A, and q for B
 * between capitals. It reads none in what the encoder itself has written, where they are text.
 */
export function createSignReader(
  codes: Codes,
  others: Codes,
  encoder: Mapping,
): (cells: Cell[]) => void {
  const isLetter = (sign: string): boolean => /^\p{L}/u.test(sign)
  return (cells) => {
    const own = cells.filter(({ source }) => {
      return isLetter(source) && isOwnSign(source, codes, encoder)
    })
    if (own.some(({ source }) => newer.test(source))) return
    const isForeign = (cell: Cell | undefined): boolean =>
      cell !== undefined &&
      isLetter(cell.source) &&
      !codes.has(cell.source) &&
      !others.has(cell.source) &&
      !/^[A-Za-z]/.test(cell.source)
    const isRead = cells.map(({ source }, index) => {
      const isOther = others.has(source) && (own.length > 0 || isLetter(source))
      return isOther && !isForeign(cells[index - 1]) && !isForeign(cells[index + 1])
    })
    if (own.length === 0 && !cells.some(({ source }) => /^[a-z]/i.test(source))) return
    cells.forEach((cell, index) => {
      if (isRead[index] === true) cell.text = others.get(cell.source) ?? cell.text
    })
    if (isRead.includes(true)) raiseCapitals(cells)
  }
}

/** Others write B, D and K as small letters: they are capitals beside capitals. */
function raiseCapitals(cells: Cell[]): void {
  cells.forEach((cell, index) => {
    if (!/^[bdk]$/.test(cell.text)) return
    const [before = '', after = ''] = [cells[index - 1]?.text, cells[index + 1]?.text]
    const isSmall = [before, after].some((text) => /^\p{Ll}/u.test(text) && !/^[bdk]$/.test(text))
    const isCapital = [before, after].some((text) => /^\p{Lu}/u.test(text))
    if (isCapital && !isSmall) cell.text = cell.text.toUpperCase()
  })
}
