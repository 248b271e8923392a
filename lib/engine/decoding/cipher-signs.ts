import type { Cell } from '../draft.ts'
import type { Mapping } from '../mapping.ts'
import { toNfc } from '../text.ts'
import { otherLetter } from './code-lines.ts'

type Codes = ReadonlyMap<string, string>

/** Whether a comma is turned round before a word of another script; other marks are of the text. */
function hasTurnedComma(text: string): boolean {
  const last = Math.max(0, ...[...'’“”„'].map((sign) => text.lastIndexOf(sign)))
  return /(?<!\S)‘\p{L}/u.test(text.slice(last))
}

/**
 * Returns functions about texts in a cipher. The encoder writes those of `codes`; `others` are
 * codes that people write elsewhere.
 */
export function createCipherSigns(codes: Codes, others: Codes, encoder: Mapping) {
  const isKnown = (point: string): boolean => codes.has(point) || others.has(point)
  /** A sign that is only in this cipher: ɐ, but not u, which is also a letter. */
  const isOwn = (point: string): boolean =>
    point > '\x7f' && isKnown(point) && !encoder.has(point)
  const isLetter = (point: string): boolean => /^\p{L}/u.test(point)
  const baseOf = (point: string): string => [...point.normalize('NFD')][0] ?? ''
  const isChanged = (point: string): boolean => {
    const base = baseOf(point)
    return /[A-Za-z\d]/.test(base) && encoder.has(base) && !isKnown(base)
  }
  const isForeign = (point: string): boolean => baseOf(point) > '\x7f' && !isKnown(point)
  const isOfLatin = (point: string): boolean =>
    /[A-Za-z\d]/.test(codes.get(point) ?? others.get(point) ?? '')

  return {
    /**
     * Returns whether a text has more of what the cipher changes than it has of its own signs, or
     * more other signs than signs of the cipher, or neither these nor letters: H₂O, --- or (╯°□°)╯.
     */
    isPlain: (text: string): boolean => {
      const count = createCounter(text)
      const own = count(isOwn)
      const hasLetters = count(isOwn, isLetter) > 0
      const signs = count(isKnown, (point) => point > '\x7f' && !/\p{M}/u.test(point))
      const isOther = (point: string): boolean => otherLetter.test(point)
      // Some letters of other scripts look like those of the cipher: יפן, チリ.
      const isWord = count(isOfLatin, isOther) > 0
      // One sign beside words is an ornament.
      const isOrnament = signs === 1 && count(isOwn, (one) => /\p{S}/u.test(one)) === 1
      const isText = isWord || isOrnament || (own === 0 && !hasTurnedComma(text))
      if (isText && count(isForeign, isOther) > 0) return true
      // Beside letters of the cipher, other signs are a frame; and other letters beside signs stay.
      const counted = hasLetters
        ? /[\p{L}\p{N}]/u
        : signs > 0 ? /[\p{P}\p{S}]/u : /[\p{L}\p{N}\p{P}\p{S}]/u
      const foreign = count(isForeign, (point) => counted.test(point))
      const most = hasLetters || signs === 0 ? signs : 4 * signs
      if (count(isChanged) > own || foreign > most) return true
      const isCoded = (point: string): boolean =>
        isLetter(point) || (/\d/.test(point) && isKnown(point))
      return signs === 0 && count(isCoded) === 0
    },
    /** Returns whether a text has letters of this cipher alone, and none that it changes. */
    isTurned: (text: string): boolean => {
      const count = createCounter(text)
      const own = count(isOwn, isLetter)
      if (own < 2) return false
      const rest = count(isLetter, (letter) => !isKnown(letter) && !/[a-z]/i.test(letter))
      const isEnough = own > rest && own * 4 >= count(isLetter)
      // Languages of Africa have these letters.
      const isSure = count(isOwn, isLetter, (sign) => !/[ɔǝɛɓɩƆƐ]/.test(sign)) > 0
      return isEnough && isSure && count(isChanged, isLetter) === 0
    },
    /**
     * Reads the signs that others write in this cipher: ∀ for A, and q for B between capitals.
     */
    readOthers: (cells: readonly Cell[]): void => {
      const found = cells.filter(({ source }) => others.has(source))
      const own = cells.filter(({ source }) => isOwn(source) && isLetter(source))
      // One sign that is not a letter may be of mathematics.
      const isSure = own.length > 0 || found.length > 1
      const read = isSure ? found : []
      for (const cell of read) cell.text = others.get(cell.source) ?? cell.text
      if (read.length > 0) raiseCapitals(cells)
    },
  }
}

/**
 * Returns a function that counts the code points of a text that are of all given kinds. The text is
 * composed, so that both forms of a letter are judged alike.
 */
function createCounter(text: string) {
  const counts = new Map<string, number>()
  for (const point of toNfc(text)) counts.set(point, (counts.get(point) ?? 0) + 1)
  return (...kinds: ReadonlyArray<(point: string) => boolean>): number => {
    const found = [...counts].filter(([point]) => kinds.every((isOfKind) => isOfKind(point)))
    return found.reduce((sum, [, times]) => sum + times, 0)
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
