import { memoize } from '../memo.ts'
import { toNfc } from '../text.ts'

/** Letters, digits, and signs that are written for letters. */
const wordPattern = /(?:[\p{L}\p{N}\p{Sc}∂√†§℘๏]\p{M}*)+/gu

/** Scripts of living languages; the four of Chinese and Japanese are mixed in these. */
const scripts = [
  ...['Greek', 'Cyrillic', 'Armenian', 'Hebrew', 'Arabic', 'Thai', 'Lao', 'Georgian', 'Cherokee'],
  ...['Canadian_Aboriginal', 'Ethiopic', 'Yi', 'Lisu', 'Vai', 'Coptic', 'Tifinagh', 'Tibetan'],
  ...['Mongolian', 'Limbu', 'Tai_Le', 'New_Tai_Lue', 'Balinese', 'Tai_Viet', 'Myanmar', 'Hangul'],
]

/** What a letter is: the first that matches. Anything else is of some other script. */
const kinds: ReadonlyArray<readonly [kind: string, RegExp]> = [
  ['plain', /[A-Za-z]/],
  ['digit', /[0-9]/],
  ['Latin', /\p{Script=Latin}/u],
  // Parts of Chinese characters, and scripts of antiquity.
  ['dead', /[丂丅丨乂乇匚卂卄卩]|\p{Script=Old_Italic}|\p{Script=Carian}|\p{Script=Lycian}/u],
  ['Chinese', /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Bopomofo}/u],
  ...scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const),
  ['sign', /[\p{S}\p{P}ℓµ]/u],
]

/** Letters that look exactly like Latin ones in most fonts. */
const twins = 'АВЕЅІЈКМНОРСТУХаеорсухіјѕһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳ'

/** A letter with its marks. */
interface Letter {
  readonly text: string
  readonly base: string
  readonly kind: string
  /** The Latin letter that it is or looks like, without accents. */
  readonly plain: string | undefined
  readonly marks: string
}

interface Word {
  readonly letters: readonly Letter[]
  /** The kinds of letters other than Latin ones. */
  readonly foreign: ReadonlySet<string>
}

/**
 * Reads look-alike letters, such as раypal in Latin and Cyrillic letters: in words that mix scripts
 * as no language and no formula does, and in texts most of whose unusual words do. A script that
 * the text also uses for words of its own stays.
 */
export function readLookalikes(text: string, letterOf: LetterReader): string {
  if (/^[\0-\x7f]*$/.test(text)) return text
  const words = Array.from(text.matchAll(wordPattern), ([word]): Word => {
    const letters = (word.match(/\P{M}\p{M}*/gu) ?? []).map(letterOf)
    const found = letters.map(({ kind }) => kind)
    return { letters, foreign: new Set(found.filter((kind) => !/plain|digit|Latin/.test(kind))) }
  })
  const used = scriptsInUse(words)
  const isOwn = ({ foreign }: Word): boolean => [...foreign].some((kind) => used.has(kind))
  const candidates = words.filter((word) => isReadable(word) && (!isOwn(word) || isSpoof(word)))
  const sure = new Set(candidates.filter(isMixed))
  if (sure.size === 0) return text
  const isDecorated = sure.size * 2 >= candidates.length
  const hasLatin = [...sure].some(({ letters }) => letters.some(({ kind }) => kind === 'Latin'))
  const read = candidates.filter((word) => {
    return sure.has(word) || (isDecorated && (hasLatin || word.foreign.size > 0))
  })
  return writeWords(text, words, new Set(read), isDecorated)
}

/** Returns what a letter with its marks is, in a table of look-alikes. */
export type LetterReader = (text: string) => Letter

/** Returns what reads letters by a table: look-alike → letter of ASCII. */
export function createLetterReader(lookalikes: ReadonlyMap<string, string>): LetterReader {
  return memoize((text) => {
    const [base = '', ...marks] = text.normalize('NFD')
    const kind = kinds.find(([, pattern]) => pattern.test(base))?.[0] ?? 'other'
    const whole = lookalikes.get(toNfc(text))
    const plain = whole ?? lookalikes.get(base) ?? (/^[A-Za-z0-9]$/.test(base) ? base : undefined)
    return { text, base, kind, plain, marks: whole === undefined ? marks.join('') : '' }
  }, 2_000)
}

function isReadable({ letters }: Word): boolean {
  const isAlike = ({ plain, base }: Letter): boolean => plain !== undefined && plain !== base
  return letters.every(({ plain }) => plain !== undefined) && letters.some(isAlike)
}

/** Returns the scripts of words that are written in one script, or with other letters of it. */
function scriptsInUse(words: readonly Word[]): ReadonlySet<string> {
  const counts = new Map<string, Counts>()
  for (const { letters, foreign } of words) {
    for (const kind of foreign) {
      const count = counts.get(kind) ?? { letters: 0, unlike: 0, pure: 0, mixed: 0 }
      counts.set(kind, count)
      const own = letters.filter((letter) => letter.kind === kind)
      count.letters += own.length
      count.unlike += own.filter(({ plain }) => plain === undefined).length
      count[own.length === letters.length ? 'pure' : 'mixed']++
    }
  }
  const isUsed = ({ letters, unlike, pure, mixed }: Counts): boolean =>
    unlike * 4 > letters || mixed < 2 * pure
  const kindsInUse = [...counts].filter(([kind, count]) => isLiving(kind) && isUsed(count))
  return new Set(kindsInUse.map(([kind]) => kind))
}

/** How often a script occurs: letters, those without a Latin twin, and words. */
type Counts = Record<'letters' | 'unlike' | 'pure' | 'mixed', number>

function isLiving(kind: string): boolean {
  return kind !== 'sign' && kind !== 'dead'
}

/** Returns whether foreign letters of a word are twins of Latin ones, and not an ending. */
function isSpoof({ letters }: Word): boolean {
  const isLatin = letters.map(({ kind }) => kind === 'plain')
  const areTwins = letters.every(({ base }, at) => isLatin[at] === true || twins.includes(base))
  return areTwins && isLatin.lastIndexOf(true) > isLatin.indexOf(false)
}

/** Returns whether a word has letters that no language and no formula mixes. */
function isMixed({ letters, foreign }: Word): boolean {
  const all = letters.filter(({ kind }) => kind !== 'digit')
  const living = [...foreign].filter(isLiving)
  const isForeign = all.map(({ kind }) => foreign.has(kind))
  const isLatin = isForeign.includes(false)
  if (all.length < 3) return false
  if (foreign.has('dead') || living.length > 1) return true
  const [script] = living
  if (script === 'Greek') return isLatin && (areTwins(all, script) || all.some(isWithin))
  // Both scripts are common in one word: Tシャツ.
  if (script === 'Chinese') return isLatin && /10+1|01+0/.test(isForeign.map(Number).join(''))
  if (script !== undefined) return isLatin || foreign.size > 1
  const signs = all.filter(({ kind, base }) => kind === 'sign' && base !== '$')
  const isPlain = all.some(({ kind }) => kind === 'plain')
  if (signs.length > 0) {
    return !isPlain || (signs.length > 1 && all.length === letters.length) || all.some(isWithin)
  }
  return !isPlain && (all.length > 3 || all.every(({ base }) => /\p{Lu}/u.test(base)))
}

function areTwins(letters: readonly Letter[], script: string): boolean {
  return letters.every(({ base, kind }) => kind !== script || twins.includes(base))
}

/** Returns whether a foreign letter is between Latin ones of its case, as κ is not in NFκB. */
function isWithin({ base, kind }: Letter, at: number, letters: readonly Letter[]): boolean {
  if (/plain|Latin/.test(kind) || base === '$') return false
  const neighbours = [letters[at - 1], letters[at + 1]]
  return neighbours.every((letter) => {
    const isLatin = letter !== undefined && /plain|Latin/.test(letter.kind)
    return isLatin && (isCapital(letter.base) === isCapital(base) || kind === 'sign')
  })
}

function isCapital(letter: string): boolean {
  return letter !== letter.toLowerCase()
}

/** Letters with the accents of English, Spanish, French and Turkish. */
const accented = /^[\0-\x7fáéíóúüñàâçèêëîïôùûÿğşöıİ]$/iu

function writeWords(
  text: string,
  words: readonly Word[],
  read: ReadonlySet<Word>,
  isDecorated: boolean,
): string {
  const others = words.filter((word) => read.has(word)).flatMap(({ letters }) => letters)
  const plains = others.filter(({ kind }) => kind === 'plain').map(({ base }) => base)
  const isLower = plains.length > 0 && !plains.some(isCapital)
  const isUpper = plains.length > 0 && plains.every(isCapital)
  // Accents of other languages are decoration, and so are those beside them.
  const all = words.flatMap(({ letters }) => letters)
  const hasOthers = all.some(({ text, kind, marks }) => {
    return marks !== '' && /plain|Latin/.test(kind) && !accented.test(toNfc(text))
  })
  const write = ({ base, plain = '', marks }: Letter): string => {
    const isCaseless = base.toLowerCase() === base.toUpperCase()
    const letter = isCaseless && isLower ? plain.toLowerCase() : plain
    const cased = isCaseless && isUpper ? plain.toUpperCase() : letter
    return cased + (isDecorated && hasOthers ? '' : marks)
  }
  let at = 0
  return text.replace(wordPattern, (written) => {
    const word = words[at++]
    if (word === undefined) return written
    if (read.has(word)) return toNfc(raiseI(word.letters.map(write).join('')))
    const isAccented = isDecorated && hasOthers && word.letters.every(({ kind }) => kind === 'plain')
    return isAccented ? word.letters.map(({ base }) => base).join('') : written
  })
}

/** ł and Ɩ are written for L and I: a small one between capitals is I. */
function raiseI(word: string): string {
  return /^[A-Zl]*$/.test(word) && /[A-Z].*[A-Z]/.test(word) ? word.replaceAll('l', 'I') : word
}
