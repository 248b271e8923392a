import { memoize } from '../../memo.ts'
import { normalize, toNfc } from '../../text.ts'
import { accentedLetters } from '../language-data.ts'

/** Scripts of living languages, by name or tag; the three of Japanese are mixed in one word. */
const scripts = [
  ...['Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Thai', 'Lao', 'Georgian', 'Cherokee'],
  ...['Canadian_Aboriginal', 'Ethi', 'Yiii', 'Lisu', 'Vaii', 'Coptic', 'Tifinagh', 'Tibt'],
  ...['Mong', 'Limb', 'Tale', 'Talu', 'Bali', 'Tavt', 'Mymr', 'Hangul'],
  'Bopo',
]

/** The kinds of letters: the first that matches. Anything else is of some other script. */
const kinds: ReadonlyArray<readonly [kind: string, pattern: string]> = [
  ['plain', '[A-Za-z]'],
  ['digit', '[0-9]'],
  ['raised', '[ʰ-ʸˠ-ˤᴬ-ᵪᶛ-ᶿⁱⁿₐ-ₜⱼⱽ⁰¹²³⁴-⁹₀-₉]'],
  ['Latin', '\\p{sc=Latn}'],
  // Parts of Chinese characters, letters of old Greek and of phonetics, radicals of Yi, circled
  // digits of fonts without a style, scripts of antiquity.
  ['dead', '[丂丅丨乂乇匚卂卄卩Ϙ-ϡϷ-ϻᵬ-ᵶᵻ-ᶎ\\ua490-\\ua4cf\\u2776-\\u2792⓪⓿🄋🄌]'],
  ['dead', '[\\p{sc=Ital}\\p{sc=Cari}\\p{sc=Lyci}]'],
  ['Chinese', '[\\p{sc=Hani}\\p{sc=Hira}\\p{sc=Kana}]'],
  ...scripts.map((script) => [script, `\\p{sc=${script}}`] as const),
  ['sign', '[\\p{S}\\p{P}ℓµ]'],
]
const kindPattern = new RegExp(kinds.map(([, pattern]) => `(${pattern})`).join('|'), 'u')

/** Returns a function that finds the kinds of code points, and remembers their numbers. */
function createKindReader(): (point: string) => string {
  const numbers = new Uint8Array(0x20000)
  return (point) => {
    const code = point.codePointAt(0) ?? 0
    const number = numbers[code] || (kindPattern.exec(point)?.indexOf(point, 1) ?? 0) || 255
    if (code < numbers.length) numbers[code] = number
    return kinds[number - 1]?.[0] ?? 'other'
  }
}

/** Letters that look exactly like Latin ones in most fonts. */
export const twins = 'АВЕЅІЈКМНОРСТУХаеорсухіјѕһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳ'

/** Returns whether a letter is of ASCII or one of the languages that are read. */
function isUsualLetter(letter: string): boolean {
  return /^[\0-\x7f]$/.test(letter) || accentedLetters.has(letter)
}

/** Kinds of letters that have only accents of words above them: ʳᵃᶻᵒ́ⁿ, ᖇᗩᘔÓᑎ. */
const accentable = /raised|Canadian|Tifinagh|Cherokee/

/** A letter with its marks. */
export interface Letter {
  readonly text: string
  readonly base: string
  readonly kind: string
  /** Whether the pages' languages have it. */
  readonly isUsual: boolean
  /** Whether it is neither a Latin letter nor a digit. */
  readonly isForeign: boolean
  /** The Latin letter that it is or looks like, without accents. */
  readonly plain: string | undefined
  /** All letters that it looks like, the most likely first. */
  readonly choices: string
  readonly marks: string
  /** Whether alphabets of other sites use it for both cases. */
  readonly isCaseless: boolean
}

/** Returns what a letter with its marks is, in a table of look-alikes. */
export type LetterReader = (text: string) => Letter

/** Returns what reads letters by a table: look-alike → letters of ASCII. */
export function createLetterReader(lookalikes: ReadonlyMap<string, string>): LetterReader {
  const kindOf = createKindReader()
  return memoize((text) => {
    const decomposed = normalize(text, 'NFD')
    const [base = ''] = decomposed
    const kind = kindOf(base)
    const composed = decomposed === base ? text : toNfc(text)
    const whole = lookalikes.get(composed)
    // A syllable of Hangul is one letter: its first jamo is not read alone.
    if (kind === 'Hangul' && /^.\p{L}/u.test(decomposed)) return unreadOf(kind)
    const folded = kind === 'raised' ? base.normalize('NFKC') : base
    const own = /^[A-Za-z0-9]$/.test(folded) ? folded : ''
    const choices = whole ?? lookalikes.get(base) ?? lookalikes.get(folded) ?? own
    const isLatin = kind === 'plain' || kind === 'Latin'
    const isForeign = !isLatin && kind !== 'digit'
    if (choices === '' && isForeign) return unreadOf(kind)
    // A small iota below is decoration in any Latin word, and so are accents of other scripts.
    const isAccented = whole === undefined && isLatin
    const ownMarks = decomposed.slice(base.length).replaceAll('\u0345', '')
    const isWritten = whole === undefined && accentable.test(kind) &&
      isUsualLetter(toNfc((choices[0] ?? '') + ownMarks))
    const marks = isAccented || isWritten ? ownMarks : ''
    const hasNoCase = !/sign|raised/.test(kind) && base.toLowerCase() === base.toUpperCase()
    const isCaseless = /Cherokee|Georgian/.test(kind) || hasNoCase
    const plain = choices === '' ? undefined : choices[0]
    const isUsual = isUsualLetter(composed)
    return { text, base, kind, isUsual, isForeign, plain, choices, marks, isCaseless }
  }, 5_000)
}

/** Letters that look like no Latin one differ only in their kind: no word with them is read. */
const unreadOf = memoize((kind: string): Letter => {
  const none = { text: '', base: '', plain: undefined, choices: '', marks: '' }
  return { ...none, kind, isUsual: false, isForeign: true, isCaseless: true }
})

/** Returns the kinds of letters other than Latin ones. */
export function foreignKinds(letters: readonly Letter[]): ReadonlySet<string> {
  let kinds = setOf('')
  for (const { isForeign, kind } of letters) {
    if (!isForeign || kinds.has(kind)) continue
    kinds = kinds.size === 0 ? setOf(kind) : new Set([...kinds, kind])
  }
  return kinds
}

/** The set of a kind, or of none. */
const setOf = memoize((kind: string): ReadonlySet<string> => new Set(kind === '' ? [] : [kind]))
