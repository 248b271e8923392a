import { createTokenizer, linesOf, wordSigns } from './code-lines.ts'
import type { Token } from './code-lines.ts'

/** A number in a text, and how it is written there. */
export interface WrittenNumber {
  readonly value: number
  readonly written: string
}

/** The text that some numbers represent, and how many there are. */
export interface Reading {
  readonly text: string
  readonly count: number
}

/** Returns what the numbers from an index on represent, if anything. */
export type ReadNumbers = (numbers: readonly WrittenNumber[], at: number) => Reading | undefined

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

const tokensOf = createTokenizer(wordSigns)

/**
 * Returns a function that reads the numbers in a text. Lines that consist of numbers may have any
 * separators, which are dropped. Among other words, only neighbours that make a word are read.
 * Escapes are read wherever they are, and then nothing else is.
 */
export function createNumberReader(notation: Notation): (text: string) => string {
  const { escapes, word } = notation
  const isNumber = ({ kind, text }: Token): boolean => kind === 'word' && word.test(text)
  const readLines = (text: string): string => {
    const lines = linesOf(text).map(([line, end]) => {
      const tokens = [...tokensOf(line), ...tokensOf(end)]
      return { tokens, isPure: tokens.every((token) => token.kind !== 'word' || isNumber(token)) }
    })
    const isAlone = lines.every(({ isPure }) => isPure)
    let output = ''
    for (let at = 0; at < lines.length; ) {
      const isPure = lines[at]?.isPure === true
      const from = at
      while (at < lines.length && lines[at]?.isPure === isPure) at++
      const tokens = lines.slice(from, at).flatMap((line) => line.tokens)
      output += isPure ? readPure(tokens, notation, isAlone) : readProse(tokens, notation, isNumber)
    }
    return output
  }
  return (text) => {
    if (escapes === undefined) return readLines(text)
    let output = ''
    let end = 0
    for (const { 0: written, index } of text.matchAll(escapes)) {
      const groups = notation.numbersOf([written]) ?? []
      output += readLines(text.slice(end, index)) + readGroups(groups, [''], notation)
      end = index + written.length
    }
    return output + readLines(text.slice(end))
  }
}

/** The numbers of each word. */
export type Groups = ReadonlyArray<readonly WrittenNumber[]>

function readPure(tokens: readonly Token[], notation: Notation, isAlone: boolean): string {
  const words: string[] = []
  const gaps: string[] = ['']
  for (const { kind, text } of tokens) {
    if (kind === 'word') words.push(text)
    if (kind === 'word') gaps.push('')
    else gaps[gaps.length - 1] += text
  }
  const groups = words.length === 0 ? undefined : notation.numbersOf(words)
  if (groups === undefined || (words.length < 2 && !isAlone)) return textOf(tokens)
  return readGroups(groups, gaps, notation) + (gaps.at(-1) ?? '')
}

/** Reads rows of numbers that make a word: not the telephone number 555 4865. */
function readProse(
  tokens: readonly Token[],
  notation: Notation,
  isNumber: (token: Token) => boolean,
): string {
  const isOfRow = (token: Token): boolean => {
    if (token.kind === 'gap') return isBlank(token) || isTight(token)
    return isNumber(token) || /\d/.test(token.text)
  }
  let output = ''
  let row: Token[] = []
  let isJoined = false
  const endRow = (): void => {
    output += (isJoined ? undefined : readRow(row, notation)) ?? textOf(row)
    isJoined = row.at(-1)?.kind === 'gap' && /\S$/.test(textOf(row))
    row = []
  }
  for (const token of tokens) {
    if (!isOfRow(token)) endRow()
    row.push(token)
    if (!isOfRow(token)) endRow()
  }
  endRow()
  return output
}

function readRow(row: readonly Token[], notation: Notation): string | undefined {
  const words = row.filter(({ kind }) => kind === 'word').map(({ text }) => text)
  // A sign makes a number part of a price, a date or an address, unless a sentence ends there.
  if (row.slice(0, -1).some((token) => token.kind === 'gap' && isTight(token))) return undefined
  if (words.length === 0 || !words.every((word) => notation.word.test(word))) return undefined
  const groups = notation.numbersOf(words)
  const count = groups?.flat().length ?? 0
  if (groups === undefined || (words.length < 2 && count < 4)) return undefined
  const unread = groups.map((numbers) => numbers.map((one) => ({ ...one, written: '\0' })))
  const plain = readGroups(unread, [''], notation)
  const [before = '', after = ''] = [row[0], row.at(-1)].map((token) => {
    return token?.kind === 'gap' ? token.text : ''
  })
  return isLikely(plain) ? before + plain + after : undefined
}

/** Returns whether a text is more than half letters, and for the rest what words have with them. */
function isLikely(text: string): boolean {
  const letters = text.match(/\p{Script=Latin}/gu) ?? []
  const isPlain = /^[\p{Script=Latin}\p{M}\p{Nd}\s.,;:!?¡¿'’"()-]*$/u.test(text)
  return isPlain && letters.length > 1 && letters.length * 2 > text.length
}

function isTight({ text }: Token): boolean {
  return !/\s/.test(text)
}

function isBlank({ text }: Token): boolean {
  return text.trim() === ''
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join('')
}

/** Joins what numbers represent. The gap before each word is dropped between two that are read. */
function readGroups(groups: Groups, gaps: readonly string[], notation: Notation): string {
  const run = groups.flatMap((numbers, place) =>
    numbers.map((number, index) => ({ ...number, gap: index === 0 ? (gaps[place] ?? ' ') : '' })),
  )
  const read = notation.readerOf(run)
  let output = ''
  let isRead = false
  for (let at = 0; at < run.length; ) {
    const { gap, written } = run[at] ?? { gap: '', written: '' }
    const reading = read(run, at)
    output += (isRead && reading !== undefined ? '' : gap) + (reading?.text ?? written)
    isRead = reading !== undefined
    at += reading?.count ?? 1
  }
  return output
}
