import { memoize } from '../memo.ts'
import { compose } from '../text.ts'

/**
 * Removes what is not seen, and writes odd blanks and line breaks as usual ones. What a language,
 * an emoji or a flag needs stays. `isPlain` makes punctuation plain, too.
 */
export function clean(text: string, isPlain: boolean): string {
  if (!/[^\n\r\t -~]/.test(text)) return text
  const lines = text.replace(/.+/g, (line) => {
    const pattern = patterns()[rightLetter.test(line) ? 1 : 0] ?? /$^/
    const cleaned = line.replace(pattern, (_one, stays?: string, blank?: string) => {
      return stays ?? (blank === undefined ? '' : ' ')
    })
    return isPlain ? cleaned.replace(signs(), makePlain) : cleaned
  })
  const cleaned = lines.replace(/[\x85\u2028\u2029]/g, '\n')
  // A mark may come after its letter now.
  return cleaned !== text && compose(text) === text ? compose(cleaned) : cleaned
}

/** Returns whether a text is seen, and has what is not, or odd blanks. */
export function isUnclean(text: string): boolean {
  const cleaned = clean(text, false)
  return cleaned !== text && cleaned.trim() !== ''
}

/** East Asia, with its punctuation and wide forms. */
const eastAsian =
  '\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}\\p{sc=Hang}\\p{sc=Bopo}\\u3001-\\u303f\\uff01-\\uff9f'
/** Letters and marks of scripts that have joiners, selectors, or blanks without a width. */
const joined =
  `(?![${eastAsian}\\p{sc=Latn}\\p{sc=Grek}\\p{sc=Cyrl}\\p{sc=Armn}\\p{sc=Geor}\\p{sc=Hebr}` +
  '\\p{sc=Zyyy}\\p{sc=Zinh}])[\\p{L}\\p{M}]'
const picture = '(?![\\d#*])\\p{Emoji}(?:\\p{EMod}|\\ufe0f\\u20e3?|\\ufe0e)?'
const selectors = '[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]'

/** What stays; `%` is what is looked for. */
const needed: ReadonlyArray<readonly [where: string, characters?: string]> = [
  // Flags, also letters that something keeps from becoming one.
  ['\\u{1f3f4}%{1,6}\\u{e007f}', '\\u{e0030}-\\u{e007a}'],
  ['\\p{RI}(?:%?\\p{RI})+', '\\u200b-\\u200d\\u2060\\ufeff'],
  [`[\\d#*]\\ufe0f?\\u20e3|${picture}(?:\\u200d${picture})*`],
  // Variants of a sign, and a run that is hidden from styles.
  [`\\ufffc${selectors}+|(?:(?!\\p{Emoji})\\p{S}|[${eastAsian}]|${joined})${selectors}`],
  [
    `(?<=${joined})%|%(?=${joined})`,
    '\\u200c\\u200d\\u202f\\u17b4\\u17b5\\u180b-\\u180f\\u{1bca0}-\\u{1bca3}',
  ],
  [`(?<=${joined}(?<!\\p{sc=Arab}))\\u200b(?=${joined})`],
  // Between marks, it keeps their order.
  ['(?<=[\\p{L}\\p{M}])\\u034f(?=\\p{M})'],
  [
    '(?<=[\\u1100-\\u11ff])%|%(?=[\\u1100-\\u11ff\\u3131-\\u3163\\uffa1-\\uffdc])',
    '\\u115f\\u1160\\u3164\\uffa0',
  ],
  // In French, and in numbers of many languages.
  ['(?<=[«‹])%|%(?=[?!:;»›€\\x25])|(?<=\\d)%(?=\\d)', '\\xa0\\u2009\\u202f'],
  [
    `(?<=[${eastAsian}\\u2801-\\u28ff])%+|(?<!%)%+(?=[${eastAsian}\\u2801-\\u28ff])`,
    '\\u2800\\u3000',
  ],
]

const rightLetter =
  /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
/** Directions of text, which only lines with letters from right to left need. */
const directions = '|[\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069]'
const blanks = '[\\xa0\\u2000-\\u200a\\u202f\\u205f\\u2800\\u3000\\u3164\\uffa0]'
/** Signs of music are seen as what is between them. */
const unseen = '(?![\\t\\v\\f\\x85\\u{1d173}-\\u{1d17a}])[\\p{Cc}\\p{DI}\\ufff9-\\ufffb]'

/** Match what stays, odd blanks, and what is removed; the other one is for right to left. */
const patterns = memoize(() => {
  const kept = needed.map(([where, some]) => where.replaceAll('%', `[${some}]`)).join('|')
  return ['', directions].map((others) => {
    return new RegExp(`(${kept}${others})|(${blanks})|${unseen}`, 'gu')
  })
})

/** Signs that programs put in place of those of the keyboard; East Asia has some as its own. */
const programmed = '[‐-―−“”„‟‘’‚‛…]'
const signs = memoize(() => new RegExp(
  `(?<![${eastAsian}]${programmed}{0,3})(?:([—―])(?<=[\\p{L}\\p{M}\\p{N}].)(?=[\\p{L}\\p{N}])|` +
    `${programmed})(?!${programmed}{0,3}[${eastAsian}])`,
  'gu',
))

function makePlain(sign: string, isBetween?: string): string {
  if (isBetween !== undefined) return ' - '
  if (sign === '…') return '...'
  return /[‐-―−]/.test(sign) ? '-' : /[“”„‟]/.test(sign) ? '"' : "'"
}
