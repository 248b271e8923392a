import type { Mapping } from '../mapping.ts'
import { otherLetter } from './code-lines.ts'
import { isCommon } from './likely-words.ts'

type Codes = ReadonlyMap<string, string>

/** Returns whether all codes are digits and signs of ASCII, as in leet: texts have these, too. */
export function isOfAscii(codes: Codes): boolean {
  return codes.size > 0 && [...codes.keys()].every((code) => /^[!-@[-`{-~]$/.test(code))
}

/**
 * Returns a function that reads letters written as digits and signs. A text in which no letter is
 * left that the encoder would change is read as a whole; otherwise only words of letters and codes
 * are, if most words are such. `others` has codes of others, and second letters of the same codes;
 * `shorten` replaces codes of several signs, as in |-|3110, where letters are few.
 */
export function createAsciiReader(
  own: Codes,
  others: Codes,
  encoder: Mapping,
  shorten: (text: string) => string,
) {
  // In Turkish, one digit is written for both ı and l.
  const codes = new Map([...own].map(([code, plain]) => [code, plain === 'ı' ? 'l' : plain]))
  const isOwn = (sign: string): boolean => codes.has(sign) || others.has(sign)
  const isLetter = (sign: string | undefined): boolean => /^[A-Za-z]/.test(sign ?? '')
  // Digits are at the end of other words, too: hunter2.
  const isMixed = (written: string): boolean => {
    const word = written.replace(/(?<![^\p{L}\d@$])[^\p{L}\d@$]+$/u, '')
    const isInside = [...word].some((sign, at) => isOwn(sign) && isLetter(word[at + 1]))
    const isWord = /^[a-z]+\d\d+$/i.test(word) && isCommon(readWord(word, false))
    return (isInside || isWord) && !isText(word)
  }
  /** Reads a word with second letters, such as 1 for i, in common words and between consonants. */
  const readWord = (word: string, isWhole: boolean): string => {
    const first = word.replace(/./gsu, (sign) => {
      return codes.get(sign) ?? (isWhole ? undefined : others.get(sign)) ?? sign
    })
    const second = word.replace(/./gsu, (sign, at: number) => others.get(sign) ?? first[at] ?? '')
    const isFirst = others.size === 0 || word.length < 4 || isCommon(first)
    const between = first.replace(betweenConsonants, (letter: string, at: number) => {
      return others.get(word[at] ?? '') ?? letter
    })
    const plain = isCommon(second) ? second : isFirst ? first : between
    return plain !== word && isOfCapitals(word) ? plain.toUpperCase() : plain
  }

  return (given: string): string => {
    if (otherLetter.test(given)) return given
    const isOfSigns = count(given, /[^\w\s]/g) > 2 * count(given, /[A-Za-z]/g)
    const text = isOfSigns ? shorten(given) : given
    const words = text.match(/\S+/g) ?? []
    const mixed = words.filter(isMixed)
    const signs = [...text]
    const isWhole = !signs.some((sign) => isLetter(sign) && encoder.has(sign))
    if (!isWhole && mixed.length * 2 <= words.length) return text
    // Numbers and signs beside each other are text.
    const coded = words.filter((word) => [...word].some(isOwn))
    const isWord = (word: string): boolean =>
      word.length > 1 && isCommon(readWord(word, true))
    const isOfWords = /[A-Za-z]\d/.test(text) || (signs.some(isLetter) && coded.every(isWord))
    if (mixed.length === 0 && !isOfWords && !/^(?:\w+|\w\s\w|.)$/u.test(text)) return text
    const plain = text.replace(/\S+/g, (word) => {
      if (isWhole) return date.test(word) ? word : readWord(word, true)
      // Such as 15 for is, and th3.
      const isNumber = /^(?:\d{2,3}|[a-z]+\d)$/i.test(word) && isCommon(readWord(word, false))
      if (!isMixed(word) && !isNumber) return word
      // A sign at the end of a word ends a sentence.
      const [, inner = word, end = ''] = /^(.*[\p{L}\d@$])([^\p{L}\d@$]*)$/u.exec(word) ?? []
      return readWord(inner, false) + end
    })
    return plain !== text && isOfCapitals(text) ? plain.toUpperCase() : plain
  }
}

function isOfCapitals(text: string): boolean {
  return !/[a-z]/.test(text) && count(text, /[A-Z]/g) > 1
}

/** 1 is i beside consonants, also before e in fr13nd, and l in pairs. */
const betweenConsonants = new RegExp(
  '(?<=[b-df-hjkmnp-tv-z]|qu)l(?=[b-df-hj-np-tv-z])|^l(?=[b-df-hjkmnp-tv-z])|' +
    '(?<=[dhjkmnrtvwz])l(?=e[bcfghjkmnpqtvwxz])',
  'gi',
)

function count(text: string, pattern: RegExp): number {
  return (text.match(pattern) ?? []).length
}

const date = /\d{4}-\d\d-\d\d/

const measure = /^\d+(?:er|re|e|ère|ème|st|nd|rd|th|D|[ap]m|h|[ck]?m|kg|min)(?![\p{L}\d])/u

/** Returns whether a word is me@example.com, 2026-01-31T10:00, 1er, 9am or 3D. */
function isText(word: string): boolean {
  return /@[^@]+\.\p{L}|\d[-:]\d/u.test(word) || measure.test(word)
}
