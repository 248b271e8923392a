/**
 * Letters, digits and apostrophes, with invisible characters between them, and the dots within
 * words (`col·lecció`). https://www.unicode.org/reports/tr29/#MidLetter
 */
export const words = new RegExp(
  [
    '(?!\\p{DI})[\\p{L}\\p{N}]',
    "(?:[\\p{L}\\p{M}\\p{N}\\p{Cf}'’\\0-\\x08\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f]",
    '|[‘＇·\\u0387\\u055a-\\u055f\\u05f3\\u05f4\\u2027](?=\\p{L}))*',
  ].join(''),
  'gu',
)

/** A word or a part of it between apostrophes, and whether its capitals are meant. */
export interface Part {
  readonly part: string
  readonly isMeant: boolean
}

/**
 * Returns what splits the words of a text at apostrophes where that matters for their capitals:
 * `l'ONU`, `SEC's`, `O'Neal`. Beside small letters, the capitals of USA, iPad, G7 and 4K are meant,
 * and the C of vitamin C. They are not in a text that is shouted, or that plays (`tHiS`).
 */
export function createSplitter(text: string, language: string): (word: string) => readonly Part[] {
  const all = text.match(words) ?? []
  const isShown = /\p{Ll}/u.test(text) && !isShouted(all)
  const isPlayful = isShown && all.some((word) => playful.test(word))
  const isMeant = (part: string): boolean =>
    meant.test(part) && !ordinal.test(part) && !(isPlayful && alternating.test(part))
  return (word) => {
    const whole = [{ part: word, isMeant: false }]
    if (!/\p{Lu}/u.test(word) || isPronoun(word, language)) return whole
    const isWhole = !/\p{Ll}/u.test(word) && (meant.test(word) || single.test(word))
    if (isShown && isWhole) return [{ part: word, isMeant: true }]
    const parts = word
      .split(/(?<=['’])/)
      .map((part) => ({ part, isMeant: isShown && isMeant(part) }))
    const isSplit = parts.some(({ part, isMeant }, at) => {
      return isMeant || (at > 0 && /^\p{Lu}\p{Ll}/u.test(part))
    })
    return isSplit ? parts : whole
  }
}

/** A second capital, one after a small letter, or one beside a digit. */
const meant = /\p{Lu}[\P{L}\p{DI}]*\p{Lu}|^\P{Ll}*\p{Ll}.*\p{Lu}|\p{Lu}\p{N}|\p{N}\p{Lu}/su
const single = /^[B-DF-HJ-NP-TV-XZ]$/

/** Such as 21sT. */
const ordinal = /^\d+(?:st|nd|rd|th)$/i

/** Small letters and capitals in turn, as in TeSt. WiFi alone is a name. */
const alternating = /^\p{Lu}?(?:\p{Ll}\p{Lu})*\p{Ll}?$/u
const playful = /^\p{Lu}?(?:\p{Ll}\p{Lu}){2,}\p{Ll}?$/u

/**
 * Returns whether so many words are capitals that they are no acronyms: most of them, or half if
 * one of these is long.
 */
function isShouted(all: readonly string[]): boolean {
  const cased = all.filter((word) => /\p{Ll}|\p{Lu}\P{Lu}*\p{Lu}/u.test(word))
  const capitals = cased.filter((word) => !/\p{Ll}/u.test(word))
  const isLong = capitals.some((word) => word.length >= longWord)
  return capitals.length * (isLong ? 2 : 1.5) >= cased.length && capitals.length > 0
}

/** Few acronyms have so many letters. */
const longWord = 7

/** Returns whether a word is the English I, alone or in I'm and I'll; a small i stays as it is. */
export function isPronoun(word: string, language: string): boolean {
  return language === 'en' && /^I(?:['’]|$)/.test(word)
}
