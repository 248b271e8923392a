import { createTokenizer, isCode, readGiven, withoutBrackets, wordSigns } from './code-lines.ts'
import type { Token, Tokenizer } from './code-lines.ts'
import { decodeUtf8, pointOfPair, shownCharacter } from './shown-characters.ts'

/** A number in a text, and how it is written there. */
export interface WrittenNumber {
  readonly value: number
  readonly written: string
  /** Whether it can only be a code point, and no byte. */
  readonly isPoint?: boolean
}

/** The numbers of each word. */
export type Groups = ReadonlyArray<readonly WrittenNumber[]>

/** Returns what the numbers from an index on represent, if anything, and how many these are. */
export type ReadNumbers = (
  numbers: readonly WrittenNumber[],
  at: number,
) => { readonly text: string; readonly count: number } | undefined

/** How numbers are written. */
export interface Notation {
  /** Matches a word of numbers. */
  readonly word: RegExp
  /** Matches escapes without anything between them, which are read within other text, too. */
  readonly escapes?: RegExp
  /** Splits words into numbers; `undefined` if they cannot all be numbers of one kind. */
  numbersOf(words: readonly string[]): Groups | undefined
  /** Returns how to read these numbers: as bytes or as code points. */
  readerOf(numbers: readonly WrittenNumber[]): ReadNumbers
}

/**
 * Returns a function that reads a text, a line or a given code that consists of numbers, with any
 * separators, which are dropped. Escapes are read wherever they are, and then nothing else is.
 */
export function createNumberReader(notation: Notation): (text: string) => string {
  const tokensOf = tokenizerOf(notation)
  /** Reads a part of a text if it makes a word. */
  const readPart = (part: string): string | undefined => {
    const { plain = '', isWhole = false } = readAll(tokensOf(part), notation) ?? {}
    // 65,536 is one number, and 255.255.255.255 an address.
    const isWords = looksLikeProse(plain.trim()) && !/^\d{1,3}(?:[,.]\d{3})+$/.test(part.trim())
    return isWhole && isWords ? plain : undefined
  }
  const readPlain = (text: string): string => {
    const list = withoutBrackets(text)
    const inList = list === text ? undefined : readAll(tokensOf(list), notation)
    if (inList?.isWhole === true) return inList.plain
    return readAll(tokensOf(text), notation)?.plain ?? readGiven(text, readPart)
  }
  const { escapes } = notation
  if (escapes === undefined) return readPlain
  const parts = new RegExp(`(${escapes.source})`, escapes.flags)
  const readEscape = createEscapeReader(notation)
  return (text) => {
    const read = (part: string, at: number): string => (at % 2 === 0 ? readPlain : readEscape)(part)
    return text.split(parts).map(read).join('')
  }
}

/** Returns a function that reads escapes in a text, where they are next to each other. */
export function createEscapeReader(notation: Omit<Notation, 'word'>): (text: string) => string {
  return (text) =>
    text.replace(notation.escapes ?? /(?!)/g, (written) =>
      readGroups(notation.numbersOf([written]) ?? [], [], notation).plain,
    )
}

function tokenizerOf({ word }: Notation): Tokenizer {
  return createTokenizer((text) => (word.test(text) ? text : undefined), wordSigns)
}

/** Returns whether all words of a text are numbers, and each number is read. */
export function readsAll(text: string, notation: Notation): boolean {
  return readAll(tokenizerOf(notation)(text), notation)?.isWhole === true
}

/** Reads numbers with any separators; `undefined` if words are others, or not of one kind. */
function readAll(tokens: readonly Token[], notation: Notation): Reading | undefined {
  if (tokens.some((token) => token.kind === 'word' && !isCode(token))) return undefined
  const words: string[] = []
  const gaps: string[] = ['']
  for (const { kind, text } of tokens) {
    if (kind !== 'word') gaps[words.length] += text
    else gaps[words.push(text)] = ''
  }
  const groups = notation.numbersOf(words)
  const reading = groups && readGroups(groups, gaps, notation)
  // Words of several numbers are of another code if one of them cannot be read.
  const isOther = reading?.isWhole === false && groups?.every(({ length }) => length > 1) === true
  return isOther ? undefined : reading
}

/** Returns whether a text is mostly letters, and the rest is digits and ordinary punctuation. */
function looksLikeProse(text: string): boolean {
  const letters = text.match(/\p{sc=Latn}/gu) ?? []
  const isPlain = /^[\p{sc=Latn}\p{M}\p{Nd}\s.,;:!?¡¿'’"()-]*$/u.test(text)
  return isPlain && letters.length > 1 && letters.length * 2 > text.length
}

/**
 * Joins what numbers represent, and returns whether all of them are read. The gap before each word
 * is dropped between two that are read.
 */
function readGroups(
  groups: Groups,
  gaps: readonly string[],
  notation: Pick<Notation, 'readerOf'>,
): Reading {
  const run = groups.flat()
  const before = groups.flatMap((numbers, place) =>
    numbers.map((_, index) => (index === 0 ? (gaps[place] ?? '') : '')),
  )
  const read = notation.readerOf(run)
  // A slash between bytes separates words if there are other gaps.
  const hasBlanks = gaps.slice(1, -1).some((gap) => /^\s+$/.test(gap))
  const joint = (gap: string): string => (hasBlanks && /^\s+[/|]\s+$/.test(gap) ? ' ' : '')
  const found: Array<{ readonly at: number; readonly count: number; readonly text?: string }> = []
  for (let at = 0; at < run.length; at += found.at(-1)?.count ?? 1) {
    found.push({ at, count: 1, ...read(run, at) })
  }
  // Words are read as a whole or not at all.
  const places = groups.flatMap((numbers, place) => numbers.map(() => place))
  const left = new Set(found.flatMap(({ at, text }) => (text === undefined ? [places[at]] : [])))
  let plain = ''
  let isRead = false
  for (const { at, count, text } of found) {
    const isLeft = left.size > 0 && places.slice(at, at + count).some((place) => left.has(place))
    const gap = before[at] ?? ''
    plain += isRead && !isLeft ? joint(gap) : gap
    if (!isLeft) plain += text
    else {
      const written = run.slice(at, at + count).map((one) => one.written)
      plain += written.map((one, index) => (index > 0 ? before[at + index] : '') + one).join('')
    }
    isRead = !isLeft
  }
  return { plain: plain + (gaps[groups.length] ?? ''), isWhole: left.size === 0 }
}

/** What numbers represent, and whether each of them is read. */
interface Reading {
  readonly plain: string
  readonly isWhole: boolean
}

/** Splits words with the digits of each number in a row, as the pattern has them. */
export function splitWords(words: readonly string[], number: RegExp, radix: number): Groups {
  return words.map((word) =>
    Array.from(word.matchAll(number), ([written, value = '']) => {
      return { written, value: Number.parseInt(value, radix) }
    }),
  )
}

/** Reads a byte, or those of a character in UTF-8. */
export const readByte: ReadNumbers = (numbers, at) => {
  if (numbers[at]?.isPoint === true) return readPoint(numbers, at)
  const lead = numbers[at]?.value ?? 0
  const count = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  const bytes = numbers.slice(at, at + count).map(({ value }) => value)
  const text = count === 1 ? shownCharacter(lead) : decodeUtf8(bytes)
  return text === undefined || [...text].length > 1 ? undefined : { text, count }
}

/** Reads a code point, also of two surrogates. */
export const readPoint: ReadNumbers = (numbers, at) => {
  const [first = -1, second = -1] = [numbers[at]?.value, numbers[at + 1]?.value]
  const pair = pointOfPair(first, second)
  const text = shownCharacter(pair || first)
  return text === undefined ? undefined : { text, count: pair > 0 ? 2 : 1 }
}
