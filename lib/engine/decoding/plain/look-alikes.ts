import { memoize } from '../../memo.ts'
import { toNfc } from '../../text.ts'
import { isCommon } from '../likely-words.ts'
import { foreignKinds, twins } from './letters.ts'
import type { Letter, LetterReader } from './letters.ts'
import { areRaised, countLetters, createScriptCheck, isMixed } from './mixed-words.ts'
import { isPure, isRaisedLetter, isSpoof } from './mixed-words.ts'
import type { Word } from './mixed-words.ts'

/** Letters, digits, and signs that are written for letters. */
export const wordPattern = /(?:[\p{L}\p{N}\p{Sc}\p{sc=Yiii}∂√†§℘℮๏᙭×⊕∀˅⍴᥅꠹]\p{M}*)+/gu

const wordParts = new RegExp(`(${wordPattern.source})`, 'u')

/** A price, or its first digits: $100, R$5, 20€, ₹2k; and a sign alone. */
const price = /^(?:[A-Za-z]{0,3}\p{Sc}\d+[KMBkmb]?|\d+\p{Sc}|\$)$/u

/** A sign of mathematics, also a raised one, as in ∑ᵢ₌₁ⁿ xᵢ. */
const operator = /[^\P{Sm}\0-\x7f]/u

/**
 * Reads look-alike letters, such as раypal in Latin and Cyrillic letters. A word is read if it
 * mixes scripts as no language and no formula does, or if most unusual words of the text do, or if
 * it had letters that were `styled`. A script that the text uses for words of its own stays.
 */
export function readLookalikes(
  text: string,
  letterOf: LetterReader,
  least = 3,
  styled: ReadonlySet<string> = new Set(),
): string {
  if (/^[\0-\x7f]*$/.test(text)) return text
  const wordOf = memoize((word: string): Word => {
    const clusters = price.test(word) ? [] : (word.match(/ᖽᐸ|\P{M}\p{M}*/gu) ?? [])
    const letters = clusters.map(letterOf)
    const foreign = foreignKinds(letters)
    // Formulas have signs, and languages letters of Latin, beside styled letters: ∂𝑥, 𝐬𝐭𝐫𝐚ß𝐞.
    const isOther = (): boolean =>
      letters.some(({ base }) => base > '\u017f') && !/[⁰-₟∂]/.test(word)
    return { letters, foreign, isStyled: letters.length > 2 && styled.has(word) && isOther() }
  }, 2_000)
  /** Every other part is a word. */
  const parts = text.split(wordParts)
  const words = parts.flatMap((part, at) => (at % 2 === 1 ? wordOf(part) : []))
  const readable = words.filter(isReadable)
  if (readable.length === 0) return text
  const isAlphabet = areOfAlphabet(words)
  const isPlain = isAlphabet || areCommon(readable)
  const isPlainIn = memoize((script: string): boolean => {
    const own = readable.filter(({ foreign }) => foreign.has(script))
    return own.length === readable.length ? isPlain : isAlphabet || areCommon(own)
  })
  const isUsed = createScriptCheck(words)
  const isOwn = ({ foreign }: Word): boolean => [...foreign].some(isUsed)
  const isFormula = operator.test(text)
  const isIndexed = (word: Word): boolean =>
    isFormula && word.foreign.has('raised') && countLetters([word], isRaisedLetter) < 4
  /** The letters of words that mix scripts, and their kinds. */
  const ofMixed = memoize(() => {
    const letters = words.flatMap((word) => (isPure(word) ? [] : word.letters))
    return new Set(letters.flatMap(({ base, kind }) => [base, kind]))
  })
  /** A word of one script stays, unless it is common when read, or is written as others are. */
  const stays = (word: Word): boolean => {
    const [script = ''] = word.foreign
    if (!isPure(word) || isCommon(plainOf(word)) || isPlainIn(script)) return false
    if (!/Greek|Cyrillic/.test(script)) return word.letters.length > 1 && !ofMixed().has(script)
    const isEnding = /^[aiotmsdy]$/i.test(plainOf(word))
    return !isEnding && !word.letters.every(({ base }) => ofMixed().has(base))
  }
  /** Words that an apostrophe joins to one that stays, or cannot be read: М’янма. */
  const joined = memoize(() => {
    const found = new Set<Word>()
    for (const [at, word] of words.entries()) {
      const next = words[at + 1]
      if (next === undefined || !/^['‘’]$/.test(parts[2 * at + 2] ?? '')) continue
      if (!isPure(word) || !isPure(next) || [...word.foreign][0] !== [...next.foreign][0]) continue
      if (!isReadable(word) || stays(word)) found.add(next)
      if (!isReadable(next) || stays(next)) found.add(word)
    }
    return found
  })
  const candidates = readable.filter((word) => {
    const mayRead = (isPlain || !isOwn(word)) && !stays(word) && !joined().has(word)
    return (mayRead || isSpoof(word)) && !isIndexed(word)
  })
  const isAllRaised = areRaised(words)
  const mixed = candidates.filter((word) => {
    const isSure = (isPlain && isForeign(word)) || (isAllRaised && word.foreign.has('raised'))
    return isSure || word.isStyled || isMixed(word, least)
  })
  if (mixed.length === 0) return text
  const sure = new Set(mixed)
  const isDecorated =
    countLetters(candidates.filter((word) => sure.has(word))) * 3 >= countLetters(candidates)
  const hasLatin = [...sure].some(({ letters }) => letters.some(({ kind }) => kind === 'Latin'))
  const read = candidates.filter((word) => {
    // Units and ordinals stay beside raised words.
    const isOther = !word.foreign.has('raised') && (hasLatin || word.foreign.size > 0)
    return sure.has(word) || (isDecorated && isOther)
  })
  return writeWords(parts, words, new Set(read), isDecorated)
}

function plainOf({ letters }: Word): string {
  return letters.map(({ plain = '' }) => plain).join('')
}

/** Returns whether words without plain letters are, read as those, common words of a language. */
function areCommon(readable: readonly Word[]): boolean {
  const foreign = readable.filter(isForeign)
  const common = foreign.filter((word) => word.letters.length > 2 && isCommon(plainOf(word)))
  // Short words of Greek and Cyrillic letters are spelled like those of other languages.
  const isClose = foreign.some(({ letters }) => letters.some(({ kind }) => /Greek|Cyr/.test(kind)))
  const least = isClose ? 8 : foreign.length > 1 ? 2 : 3
  return common.length * 5 > foreign.length && countLetters(common) > least
}

/** Scripts of many letters, few of which look like Latin ones: hardly a word has only these. */
const unlike = /^(?:Canadian_Aboriginal|Ethi|Yiii|Tavt)$/

/** Returns whether all letters of words are of such a script, and look like words with vowels. */
function areOfAlphabet(words: readonly Word[]): boolean {
  const areAlike = words.every(({ letters }) => letters.every(({ kind, plain }) => {
    return kind === 'digit' || (unlike.test(kind) && plain !== undefined)
  }))
  if (!areAlike) return false
  const letters = words.flatMap((word) => word.letters).filter(({ kind }) => kind !== 'digit')
  const vowels = letters.filter(({ plain = '' }) => /[aeiou]/i.test(plain))
  return letters.length > 3 && vowels.length * 5 >= letters.length
}

/** Returns whether a word has letters of other scripts, or no plain letters; m² does not. */
function isForeign({ letters, foreign }: Word): boolean {
  if (foreign.has('raised')) return false
  return foreign.size > 0 || letters.every(({ kind }) => kind === 'Latin')
}

function isReadable({ letters }: Word): boolean {
  // An accent is part of some look-alikes, also where they are a word: ǟ.
  const isAlike = ({ text, plain, base, marks }: Letter): boolean =>
    plain !== base || (letters.length === 1 && marks === '' && text !== base)
  return letters.every(({ plain }) => plain !== undefined) && letters.some(isAlike)
}

function writeWords(
  parts: readonly string[],
  words: readonly Word[],
  read: ReadonlySet<Word>,
  isDecorated: boolean,
): string {
  const letters = words.flatMap((word) => (read.has(word) ? word.letters : []))
  // Letters with marks are of the alphabet, too, beside those that look like others; plain capitals
  // and vowels are not.
  const isOfAlphabet = ({ base, kind, marks, isUsual }: Letter): boolean => {
    const other = marks === '' ? /[A-Z]/ : /[aeiou]/i
    return kind !== 'plain' || !isUsual || !other.test(base)
  }
  const chosen = chooseLetters(
    [...new Set(words)].flatMap((word) => {
      return word.letters.filter((letter) => {
        return (letter.marks !== '' || read.has(word)) && isOfAlphabet(letter)
      })
    }),
  )
  // Accents of other languages are decoration, and so are those beside them.
  const isOther = ({ kind, marks, isUsual }: Letter): boolean =>
    marks !== '' && !isUsual && /plain|Latin/.test(kind)
  const hasOthers = words.some((word) => word.letters.some(isOther))
  const keepsAccents = !isDecorated || !hasOthers
  const [upper, lower] = countCases(letters)
  const writeWord = memoize((word: Word): string => {
    const [upperHere, lowerHere] = countCases(word.letters)
    const isClose = Math.abs(upperHere - lowerHere) < 2
    const isUpper = isClose ? upper > lower : upperHere > lowerHere
    const written = word.letters.map((letter, at) => {
      const { kind, base, marks, choices, isCaseless } = letter
      const isBeforeU = /^u$/i.test(word.letters[at + 1]?.plain ?? '')
      const q = isBeforeU ? /q/i.exec(choices)?.[0] : undefined
      // In the alphabet of Thai letters, this is the f.
      const f = base === 'Ŧ' && word.foreign.has('Thai') ? 'F' : undefined
      const plain = q ?? f ?? chosen.get(base) ?? letter.plain ?? ''
      const isPlain = kind === 'plain' && (keepsAccents || marks === '')
      const isFirst = at === 0 && !isUpper && !isCaseless
      if (isPlain || isFirst || twins.includes(base)) return plain + (keepsAccents ? marks : '')
      // Alphabets with a stroke on every letter have another L.
      const letterHere = isUpper && base === 'ł' ? 'I' : plain
      const cased = isUpper ? letterHere.toUpperCase() : letterHere.toLowerCase()
      return cased + (keepsAccents ? marks : '')
    })
    return toNfc(written.join(''))
  }, 2_000)
  const written = parts.map((part, at) => {
    const word = at % 2 === 1 ? words[(at - 1) / 2] : undefined
    if (word === undefined || word.letters.length === 0) return part
    if (read.has(word)) return writeWord(word)
    const isAccented = !keepsAccents && word.letters.every(({ kind }) => kind === 'plain')
    return isAccented ? word.letters.map(({ base }) => base).join('') : part
  })
  return written.join('')
}

/**
 * Chooses a letter for each sign that looks like several: one that no other sign of the text looks
 * like, because alphabets have one sign for each letter.
 */
function chooseLetters(letters: readonly Letter[]): ReadonlyMap<string, string> {
  const left = new Map(letters.map(({ base, choices }) => [base, [...choices]]))
  for (let isOpen = true; isOpen; ) {
    isOpen = false
    const sole = [...left].filter(([, [, second]]) => second === undefined)
    const taken = new Map(sole.map(([sign, [letter = '']]) => [fold(letter), fold(sign)]))
    for (const [sign, choices] of left) {
      const free = choices.filter((one) => (taken.get(fold(one)) ?? fold(sign)) === fold(sign))
      if (free.length === 0 || free.length === choices.length) continue
      left.set(sign, free)
      isOpen = true
    }
  }
  return new Map(Array.from(left, ([sign, [letter = '']]) => [sign, letter]))
}

function fold(letter: string): string {
  return letter.toLowerCase()
}

/** Counts capitals and small letters; those without case count only if there are no others. */
function countCases(letters: readonly Letter[]): readonly [upper: number, lower: number] {
  const cased = letters.filter(({ isCaseless }) => !isCaseless)
  const counted = (cased.length > 0 ? cased : letters).map(({ plain = '' }) => plain)
  const upper = counted.filter((plain) => /[A-Z]/.test(plain)).length
  return [upper, counted.filter((plain) => /[a-z]/.test(plain)).length]
}
