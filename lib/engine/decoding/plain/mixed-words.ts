import { memoize } from '../../memo.ts'
import { twins } from './letters.ts'
import type { Letter } from './letters.ts'

/** Latin letters that look exactly like Cyrillic ones. */
const latinTwins = 'ABCEHIJKMOPSTXaceijopsxy'

export interface Word {
  readonly letters: readonly Letter[]
  /** The kinds of letters other than Latin ones. */
  readonly foreign: ReadonlySet<string>
  /** Whether it had letters of a style. */
  readonly isStyled: boolean
}

/** Returns whether all letters of a word are of one living script, and not Latin. */
export function isPure({ letters, foreign }: Word): boolean {
  const [kind = ''] = foreign
  return foreign.size === 1 && isLiving(kind) && letters.every((letter) => letter.kind === kind)
}

/** Returns what finds scripts in which some words are written, or with other letters of them. */
export function createScriptCheck(words: readonly Word[]): (kind: string) => boolean {
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

export function countLetters(
  words: readonly Word[],
  isMeant?: (letter: Letter) => boolean,
): number {
  let count = 0
  for (const { letters } of words) {
    if (isMeant === undefined) count += letters.length
    else for (const letter of letters) if (isMeant(letter)) count++
  }
  return count
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
  const count = countLetters(words, isRaisedLetter)
  const all = countLetters(words)
  // Words of formulas are shorter.
  const isMost = count > 6 && count * 2 > all && all >= 4 * words.length
  const whole = words.filter(isRaised)
  const raised = words.filter((word) => isRaised(word) || hasRaisedLetter(word))
  const isEnough = countLetters(whole) > 2 && raised.length * 2 > words.length
  return isMost || isEnough
}

export function isRaisedLetter({ kind }: Letter): boolean {
  return kind === 'raised'
}

function isRaised({ letters }: Word): boolean {
  return letters.every(isRaisedLetter)
}

function hasRaisedLetter({ letters }: Word): boolean {
  return letters.some(({ kind, plain = '' }) => kind === 'raised' && /[a-z]/i.test(plain))
}

/** Returns whether Cyrillic letters are an ending, as in PDFом, or a unit after a format: %liс. */
function isInflected({ letters }: Word): boolean {
  const written = letters.map(({ base }) => base).join('')
  const [, ending = ''] = /^[A-Za-z\d]+(\p{sc=Cyrl}+)$/u.exec(written) ?? []
  const isUnit = written.length < 5 && letters.at(-1)?.text === ending
  return isUnit || [...ending].some((letter) => !twins.includes(letter))
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
