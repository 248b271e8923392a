import { normalize } from '../text.ts'
import { otherLetter } from './code-lines.ts'
import { commonWords, letterRows } from './language-data.ts'

/** Returns whether a word, without case and accents, is common in one of the four languages. */
export function isCommon(word: string): boolean {
  const bare = normalize(word, 'NFD').replace(/\p{M}/gu, '').toLowerCase()
  return commonWords.has(bare.replaceAll('ı', 'i'))
}

/**
 * Returns whether most words of a text are common, and none of another text, such as it turned, nor
 * of another script.
 */
export function isLikelier(text: string, other: string): boolean {
  const [words = [], others = []] = [text, other].map((one) => {
    return one.slice(0, sampleLength).match(/\p{L}[\p{L}\p{M}]+/gu) ?? []
  })
  const common = words.filter(isCommon)
  const isText = otherLetter.test(other) || others.some(isCommon)
  return common.length > 1 && common.length * 2 > words.length && !isText
}

/** How much likelier each letter is in a language than by chance, as a logarithm. */
const likelihoods = letterRows.map((row) =>
  row.split(' ').map((count) => Math.log((Number(count) * 26) / 1000)),
)

/** What a common word adds, and a q without u takes away. */
const wordGain = 5
const leastLetters = 5
/** The start of a text that is looked at. */
const sampleLength = 1_000

/** Returns how much likelier a text is in one of the languages than by chance, as a logarithm. */
function scoreOf(text: string): number {
  const counts = new Array<number>(26).fill(0)
  for (const letter of text.toLowerCase().match(/[a-z]/g) ?? []) {
    const at = letter.charCodeAt(0) - 97
    counts[at] = (counts[at] ?? 0) + 1
  }
  const sums = likelihoods.map((row) =>
    row.reduce((sum, value, at) => sum + value * (counts[at] ?? 0), 0),
  )
  // A whole word must be of ASCII: the end of a word is not a word.
  const words = (text.match(/[\p{L}\p{M}]+/gu) ?? []).filter((word) => {
    return /^[a-z]{2,8}$/i.test(word) && commonWords.has(word.toLowerCase())
  })
  const odd = text.match(/q(?!u)/gi) ?? []
  return Math.max(...sums) + wordGain * (words.length - odd.length)
}

/** Returns a text, or what its letters are in the alphabet that makes it clearly likelier. */
export function readLikely(text: string, alphabets: readonly string[]): string {
  const sample = text.slice(0, sampleLength)
  if (alphabets.length === 0 || (sample.match(/[a-z]/gi) ?? []).length < leastLetters) return text
  const scores = alphabets.map((alphabet) => scoreOf(readIn(alphabet, sample)))
  const best = Math.max(...scores)
  // One of many may be likelier by chance.
  const isClear = best > scoreOf(sample) + 3 + 2 * Math.log(alphabets.length + 1)
  return isClear ? readIn(alphabets[scores.indexOf(best)] ?? '', text) : text
}

/** Replaces a to z by the letters of an alphabet; returns the same text if one has none there. */
function readIn(alphabet: string, text: string): string {
  let isWhole = true
  const output = text.replace(/[a-z]/gi, (letter) => {
    const at = letter.toLowerCase().charCodeAt(0) - 97
    const read = alphabet[at] ?? ''
    isWhole &&= read !== ''
    return letter < 'a' ? read.toUpperCase() : read
  })
  return isWhole ? output : text
}
