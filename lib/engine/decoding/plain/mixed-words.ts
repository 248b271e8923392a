import { memoize } from '../../memo.ts'
import { normalize, toNfc } from '../../text.ts'

/** Scripts of living languages; the three of Japanese are mixed in one word. */
const scripts = [
  ...['Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Thai', 'Lao', 'Georgian', 'Cherokee'],
  ...['Canadian_Aboriginal', 'Ethiopic', 'Yi', 'Lisu', 'Vai', 'Coptic', 'Tifinagh', 'Tibetan'],
  ...['Mongolian', 'Limbu', 'Tai_Le', 'New_Tai_Lue', 'Balinese', 'Tai_Viet', 'Myanmar', 'Hangul'],
  'Bopomofo',
]

/** The kinds of letters: the first that matches. Anything else is of some other script. */
const kinds: ReadonlyArray<readonly [kind: string, pattern: string]> = [
  ['plain', '[A-Za-z]'],
  ['digit', '[0-9]'],
  ['raised', '[ʰ-ʸˠ-ˤᴬ-ᵪᶛ-ᶿⁱⁿₐ-ₜⱼⱽ⁰¹²³⁴-⁹₀-₉]'],
  ['Latin', '\\p{Script=Latin}'],
  // Parts of Chinese characters, letters of old Greek and of phonetics, radicals of Yi, circled
  // digits of fonts without a style, scripts of antiquity.
  ['dead', '[丂丅丨乂乇匚卂卄卩Ϙ-ϡϷ-ϻᵬ-ᵶᵻ-ᶎ\\ua490-\\ua4cf\\u2776-\\u2792⓪⓿🄋🄌]'],
  ['dead', '[\\p{Script=Old_Italic}\\p{Script=Carian}\\p{Script=Lycian}]'],
  ['Chinese', '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]'],
  ...scripts.map((script) => [script, `\\p{Script=${script}}`] as const),
  ['sign', '[\\p{S}\\p{P}ℓµ]'],
]
const kindPattern = new RegExp(kinds.map(([, pattern]) => `(${pattern})`).join('|'), 'u')

/** The numbers of the kinds of code points that were looked up, plus one. */
const kindNumbers = new Uint8Array(0x20000)

function kindOf(point: string): string {
  const code = point.codePointAt(0) ?? 0
  const number = kindNumbers[code] || (kindPattern.exec(point)?.indexOf(point, 1) ?? 0) || 255
  if (code < kindNumbers.length) kindNumbers[code] = number
  return kinds[number - 1]?.[0] ?? 'other'
}

/** Letters that look exactly like Latin ones in most fonts. */
export const twins = 'АВЕЅІЈКМНОРСТУХаеорсухіјѕһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳ'

/** Latin letters that look exactly like Cyrillic ones. */
const latinTwins = 'ABCEHIJKMOPSTXaceijopsxy'

/** Letters with the accents of English, Spanish, French and Turkish. */
const accented = /^[\0-\x7fáéíóúüñàâçèêëîïôùûÿğşöıİ]$/iu

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

export interface Word {
  readonly letters: readonly Letter[]
  /** The kinds of letters other than Latin ones. */
  readonly foreign: ReadonlySet<string>
  /** Whether it had letters of a style. */
  readonly isStyled: boolean
}

/** Returns what a letter with its marks is, in a table of look-alikes. */
export type LetterReader = (text: string) => Letter

/** Returns what reads letters by a table: look-alike → letters of ASCII. */
export function createLetterReader(lookalikes: ReadonlyMap<string, string>): LetterReader {
  return memoize((text) => {
    const decomposed = normalize(text, 'NFD')
    const [base = ''] = decomposed
    const kind = kindOf(base)
    const composed = decomposed === base ? text : toNfc(text)
    const whole = lookalikes.get(composed)
    const folded = kind === 'raised' ? base.normalize('NFKC') : base
    const own = /^[A-Za-z0-9]$/.test(folded) ? folded : ''
    const choices = whole ?? lookalikes.get(base) ?? lookalikes.get(folded) ?? own
    const isLatin = kind === 'plain' || kind === 'Latin'
    const isForeign = !isLatin && kind !== 'digit'
    if (choices === '' && isForeign) return unreadOf(kind)
    // A small iota below is decoration in any Latin word, and so are accents of other scripts.
    const isAccented = whole === undefined && isLatin
    const marks = isAccented ? decomposed.slice(base.length).replaceAll('\u0345', '') : ''
    const hasNoCase = !/sign|raised/.test(kind) && base.toLowerCase() === base.toUpperCase()
    const isCaseless = /Cherokee|Georgian/.test(kind) || hasNoCase
    const plain = choices === '' ? undefined : choices[0]
    const isUsual = accented.test(composed)
    return { text, base, kind, isUsual, isForeign, plain, choices, marks, isCaseless }
  }, 5_000)
}

/** Letters that look like none of Latin are the same but for their kind: no word of them is read. */
const unreadOf = memoize((kind: string): Letter => {
  const none = { text: '', base: '', plain: undefined, choices: '', marks: '' }
  return { ...none, kind, isUsual: false, isForeign: true, isCaseless: true }
})

/** Returns the kinds of letters other than Latin ones. */
export function foreignKinds(letters: readonly Letter[]): ReadonlySet<string> {
  let kinds: ReadonlySet<string> = noKinds
  for (const { isForeign, kind } of letters) {
    if (!isForeign || kinds.has(kind)) continue
    kinds = kinds.size === 0 ? setOf(kind) : new Set([...kinds, kind])
  }
  return kinds
}

const noKinds: ReadonlySet<string> = new Set()
const setOf = memoize((kind: string): ReadonlySet<string> => new Set([kind]))

/** Returns what finds scripts in which some words are written, or with other letters of them. */
export function createScriptCheck(words: readonly Word[]): (kind: string) => boolean {
  const isPure = ({ letters, foreign }: Word): boolean =>
    foreign.size === 1 && letters.every(({ kind }) => foreign.has(kind))
  const wordsOf = memoize(() => {
    const found = new Map<string, Word[]>()
    for (const word of words) {
      for (const script of word.foreign) {
        const own = found.get(script)
        if (own === undefined) found.set(script, [word])
        else own.push(word)
      }
    }
    return found
  })
  const mixed = words.filter((word) => !isPure(word) && [...word.foreign].some(isLiving))
  const mixedLetters = countLetters(mixed)
  return memoize((script) => {
    if (!isLiving(script)) return false
    const own = wordsOf().get(script) ?? []
    const isUnread = ({ kind, plain }: Letter): boolean => kind === script && plain === undefined
    const isOfScript = ({ kind }: Letter): boolean => kind === script
    if (countLetters(own, isUnread) * 4 > countLetters(own, isOfScript)) return true
    // Parts of Chinese and Yi characters make no words.
    if (/Chinese|Yi/.test(script) && words.some(({ foreign }) => foreign.has('dead'))) return false
    const pure = own.filter(isPure)
    // Among several words that mix scripts, another word of one is decorated, too.
    const isAmong = mixed.length > 1 && mixedLetters >= 2 * countLetters(pure)
    // A word of two scripts is in no language.
    const most = mixed.some(({ foreign }) => [...foreign].filter(isLiving).length > 1) ? 2 : 3
    return own.length < most * pure.length && (/Greek|Cyrillic/.test(script) || !isAmong)
  })
}

function countLetters(words: readonly Word[], isMeant?: (letter: Letter) => boolean): number {
  return words.reduce((sum, { letters }) => {
    return sum + (isMeant === undefined ? letters : letters.filter(isMeant)).length
  }, 0)
}

function isLiving(kind: string): boolean {
  return !/sign|dead|raised/.test(kind)
}

/** Returns whether foreign letters of a word are twins of Latin ones, and not an ending. */
export function isSpoof({ letters }: Word): boolean {
  const isLatin = letters.map(({ kind }) => kind === 'plain')
  const areTwins = letters.every(({ base }, at) => isLatin[at] === true || twins.includes(base))
  return areTwins && isLatin.lastIndexOf(true) > isLatin.indexOf(false)
}

/** In Japanese, what is between Latin words. */
const particle = /(?<=00)の(?=00)|(?<=^0)の(?=0$)/g

/** Returns whether a word has letters that no language and no formula mixes. */
export function isMixed(word: Word, least: number): boolean {
  const { letters, foreign } = word
  const all = letters.filter(({ kind, base }) => kind !== 'digit' && !/[×⊕]/.test(base))
  const living = [...foreign].filter(isLiving)
  const isForeign = all.map(({ kind }) => foreign.has(kind))
  const isLatin = isForeign.includes(false)
  if (all.length < least) return false
  // Formulas, ordinals and units have other letters, too.
  if (foreign.has('raised')) return isRaised(word) && hasRaisedLetter(word)
  if (foreign.has('dead') || living.length > 1) return true
  const [script] = living
  const isPlain = all.some(({ kind, isUsual }) => kind === 'plain' && isUsual)
  if (script === 'Greek') {
    const isSure = all.length > 3 && (foreign.has('sign') || !isPlain)
    return isLatin && (isSure || areTwins(all, script) || all.some(isWithin))
  }
  // Both scripts are common in one word: Tシャツ, GoogleのAPI.
  if (script === 'Chinese') {
    const signs = all.map(({ base, kind }) => (base === 'の' ? base : foreign.has(kind) ? 1 : 0))
    return isLatin && /1の*0+[1の]|0[1の]+0/.test(signs.join('').replace(particle, ''))
  }
  // Few letters of the other layout of a keyboard stay: Тоgо.
  const isOther = script === 'Cyrillic' && !areTwins(all, script)
  const own = isForeign.filter(Boolean).length
  if (isOther && own * 4 >= all.length * 3) return false
  if (script === 'Cyrillic' && (isInflected(word) || (own * 2 >= all.length && isTyped(all)))) {
    return false
  }
  if (script !== undefined) return isLatin || foreign.size > 1
  const signs = all.filter(({ kind, base }) => kind === 'sign' && base !== '$')
  if (signs.length > 0) {
    return !isPlain || signs.length > 1 || all.some(isWithin)
  }
  return !isPlain && (all.length > 3 || all.every(({ base }) => /\p{Lu}/u.test(base)))
}

/** Returns whether most words or letters are superscript or subscript ones, and not only digits. */
export function areRaised(words: readonly Word[]): boolean {
  if (!words.some(hasRaisedLetter)) return false
  const count = countLetters(words, ({ kind }) => kind === 'raised')
  const all = countLetters(words)
  // Words of formulas are shorter.
  const isMost = count > 6 && count * 2 > all && all >= 4 * words.length
  const whole = words.filter(isRaised)
  const raised = words.filter((word) => isRaised(word) || hasRaisedLetter(word))
  const isEnough = countLetters(whole) > 2 && raised.length * 2 > words.length
  return isMost || isEnough
}

function isRaised({ letters }: Word): boolean {
  return letters.every(({ kind }) => kind === 'raised')
}

function hasRaisedLetter({ letters }: Word): boolean {
  return letters.some(({ kind, plain = '' }) => kind === 'raised' && /[a-z]/i.test(plain))
}

/** Returns whether Cyrillic letters are the ending of a word or an abbreviation: PDFом. */
function isInflected({ letters }: Word): boolean {
  const written = letters.map(({ base }) => base).join('')
  const [, ending = ''] = /^[A-Za-z\d]+(\p{Script=Cyrillic}+)$/u.exec(written) ?? []
  return [...ending].some((letter) => !twins.includes(letter))
}

/** Returns whether a Russian or Serbian word has Latin letters that look like its own. */
function isTyped(letters: readonly Letter[]): boolean {
  const isOwn = ({ base, kind }: Letter): boolean =>
    kind === 'plain' ? latinTwins.includes(base) : kind === 'Cyrillic'
  return letters.every(isOwn)
}

function areTwins(letters: readonly Letter[], script: string): boolean {
  return letters.every(({ base, kind }) => kind !== script || twins.includes(base))
}

/**
 * Returns whether a foreign letter is between Latin ones of its case, as κ is not in NFκB. Berber
 * has ε.
 */
function isWithin({ base, kind }: Letter, at: number, letters: readonly Letter[]): boolean {
  // In formulas, Δ is a difference: TΔS.
  const isOfFormula = base === 'Δ' && letters.length < 4
  if (/plain|Latin/.test(kind) || /[$ε]/.test(base) || isOfFormula) return false
  const neighbours = [letters[at - 1], letters[at + 1]]
  return neighbours.every((letter) => {
    const isLatin = letter !== undefined && /plain|Latin/.test(letter.kind)
    return isLatin && (isCapital(letter.base) === isCapital(base) || kind === 'sign')
  })
}

function isCapital(letter: string): boolean {
  return letter !== letter.toLowerCase()
}
