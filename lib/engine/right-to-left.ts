import { clustersOf } from './text.ts'

/** Returns whether apps show a text from right to left: its first letter decides. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(firstLetter.exec(text)?.[0] ?? '')
}

// Signs of a script count, too, but for its brackets; signs that only look like accents do not.
const firstLetter =
  /[^\p{sc=Zyyy}\p{sc=Zinh}\p{C}\p{M}\p{Ps}\p{Pe}]|(?![\u02b9-\u02df])(?=\p{sc=Zyyy})\p{L}/u

const rightToLeft = /^[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}\p{sc=Adlm}]/u

/**
 * Writes signs backwards, so that they look the same in text from right to left, where brackets
 * are mirrored (https://www.unicode.org/reports/tr9/#L4) and other signs are not.
 */
export function turnSigns(signs: string): string {
  const turned = clustersOf(signs).map((sign) => sign.replace(/^./su, (one) => {
    return mirrored[mirrored.indexOf(one) ^ 1] ?? one
  }))
  return turned.reverse().join('')
}

/** Signs that are mirrored, each next to its partner. */
const mirrored = [...'()[]{}<>«»《》【】「」『』〔〕（）⟦⟧⊰⊱≼≽⫷⫸༺༻']
