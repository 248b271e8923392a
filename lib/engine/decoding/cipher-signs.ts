import type { Cell } from '../draft.ts'
import type { Mapping } from '../mapping.ts'

type Codes = ReadonlyMap<string, string>

/** Letters of the encoder that others do not have: Ɐ, ᵷ, ꞁ and those of Lisu. */
const newer = /[\u2c6f\u1d77\ua4d0-\ua4ff\ua780-\ua7ff]/

const latin = /\p{Script=Latin}/u

/**
 * Returns functions about texts in a cipher. The encoder writes those of `codes`; `others` are
 * codes that people write elsewhere.
 */
export function createCipherSigns(codes: Codes, others: Codes, encoder: Mapping) {
  const isKnown = (point: string): boolean => codes.has(point) || others.has(point)
  /** A sign that is only in this cipher: ɐ, but not u, which is also a letter. */
  const isOwn = (point: string): boolean =>
    point > '\x7f' && isKnown(point) && !encoder.has(point)
  const isChanged = (point: string): boolean => {
    const [base = ''] = point.normalize('NFD')
    return /[A-Za-z\d]/.test(base) && encoder.has(base) && !isKnown(base)
  }
  const isLetter = (sign: string): boolean => /^\p{L}/u.test(sign)
  const isForeign = (cell: Cell | undefined): boolean =>
    cell !== undefined &&
    isLetter(cell.source) &&
    !isKnown(cell.source) &&
    !/^[A-Za-z]/.test(cell.source)

  return {
    /**
     * Returns whether a text has more of what the cipher changes than it has of its signs, or more
     * letters of other scripts than Latin ones and its own.
     */
    isPlain: (text: string): boolean => {
      // Composed, so that both forms of a letter are judged alike.
      const points = [...text.normalize('NFC')]
      const own = points.filter(isOwn)
      const letters = points.filter(isLetter)
      const others = letters.filter((letter) => !isKnown(letter) && !latin.test(letter))
      if (others.length === letters.length && !points.some(isKnown)) return true
      const hasSign = points.some((one) => one > '\x7f' && isKnown(one) && !isLetter(one))
      if (!hasSign && others.length * 2 > letters.length) return true
      // Languages of Africa have ɔ and ɛ. One telephone in a sentence is not an opening bracket.
      if (points.filter(isChanged).length > own.length) return true
      return !hasSign && !own.some(isLetter) && others.length > 0
    },
    /** Returns whether a text has letters of this cipher alone, and none that it changes. */
    isTurned: (text: string): boolean => {
      const letters = [...text.normalize('NFC')].filter(isLetter)
      const own = letters.filter(isOwn)
      const rest = letters.filter((letter) => !isKnown(letter) && !/[a-z]/i.test(letter))
      const isEnough = own.length > Math.max(1, rest.length) && own.length * 4 >= letters.length
      // Languages of Africa have these letters.
      return isEnough && own.some((sign) => !/[ɔǝ]/.test(sign)) && !letters.some(isChanged)
    },
    /**
     * Reads the signs that others write in this cipher: ∀ for A, and q for B between capitals.
     * Reads none in what the encoder itself has written, where they are text.
     */
    readOthers: (cells: readonly Cell[]): void => {
      const own = cells.filter(({ source }) => {
        return isLetter(source) && isOwn(source) && codes.has(source)
      })
      const isNewer = own.some(({ source }) => newer.test(source))
      const isBeside = (index: number): boolean =>
        /^\S/.test(cells[index - 1]?.source ?? '') || /^\S/.test(cells[index + 1]?.source ?? '')
      const found = cells.filter(({ source }, index) => others.has(source) && isBeside(index))
      const isAlone = !cells.some(({ source }) => /^[a-z\d]/i.test(source))
      if (own.length === 0 && isAlone && found.length < 2) return
      const read = cells.filter(({ source }, index) => {
        if (isNewer && !(isBeside(index) && /^[∀ᗺᗡ∩ᄅ]/.test(source))) return false
        const isSure = own.length > 0 || isLetter(source) || found.length > 1
        const isOther = others.has(source) && isSure
        return isOther && !isForeign(cells[index - 1]) && !isForeign(cells[index + 1])
      })
      for (const cell of read) cell.text = others.get(cell.source) ?? cell.text
      if (read.length > 0) raiseCapitals(cells)
    },
  }
}

/** Others write B, D and K as small letters: they are capitals beside capitals. */
function raiseCapitals(cells: readonly Cell[]): void {
  cells.forEach((cell, index) => {
    if (!/^[bdk]$/.test(cell.text)) return
    const neighbours = [cells[index - 1]?.text ?? '', cells[index + 1]?.text ?? '']
    const isSmall = neighbours.some((text) => /^\p{Ll}/u.test(text) && !/^[bdk]$/.test(text))
    const isCapital = neighbours.some((text) => /^\p{Lu}/u.test(text))
    if (isCapital && !isSmall) cell.text = cell.text.toUpperCase()
  })
}
