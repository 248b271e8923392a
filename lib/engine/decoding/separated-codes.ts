import { isCode, joinGaps, joinTokens, linesOf } from './code-lines.ts'
import { otherLetter, otherWord, readGiven } from './code-lines.ts'
import type { Token, Tokenizer } from './code-lines.ts'
import type { CodeWords } from './code-words.ts'

/**
 * Returns functions that read codes with separators between them, and that recognize them. What the
 * encoder writes comes back, with everything that has no code. Other lines of codes may have any
 * separators. A line with words of its own is left alone, except for a given part of codes.
 */
export function createSeparatedReader(words: CodeWords, separator: string) {
  const { isSpaced, isOfNumbers, hasLetters, mostNames, blank, normalize } = words
  const tokensOf: Tokenizer = (line) =>
    isSpaced ? words.tokensOf(line) : withoutOddRows(words.tokensOf(withoutZeros(line)))

  /**
   * Returns whether a text can hardly be anything but codes: not ... - or the car Alfa Romeo, not
   * the formation 4-4-2 or a telephone number.
   */
  const areClearlyCodes = (tokens: readonly Token[]): boolean => {
    const isText = (token: Token): boolean =>
      token.kind === 'word' && !isCode(token) && normalize(token.text) !== blank
    if (tokens.some(isText)) return false
    const isMixed = (text: string): boolean => new Set(text).size > 1
    const codes = tokens.filter(isCode).map(({ text }) => normalize(text))
    if (isOfNumbers) {
      return codes.length > (isSpaced ? 4 : 3) && codes.some(({ length }) => length > 1)
    }
    if (codes.some((code) => /^\p{L}/u.test(code))) return codes.length > mostNames
    if (codes.length > 1 && codes.some(isMixed)) return true
    return codes.length > 2 && codes.every((code) => code.length > 1) && isMixed(codes.join(''))
  }

  /** Reads a line as the encoder writes it; `undefined` if it is not of this form. */
  const readOwn = (line: string): string | undefined => {
    let isOwn = false
    const parts = line.split(separator)
    const isOfCode = (at: number): boolean => words.readOwn(parts[at] ?? '') !== undefined
    // One sign between all codes is no text: Alfa - Bravo - Charlie.
    const isJoined = parts.length > 4 && parts.every((part, at) => {
      return isOfCode(at) ? at % 2 === 0 : at % 2 === 1 && part === parts[1]
    })
    if (isJoined && normalize(parts[1] ?? '') !== blank) return undefined
    const read = parts.map((part, at) => {
      // A slash between words of several codes is a gap: 44 33 / 9 666.
      const isSlash = part === '/' && [at - 2, at - 1, at + 1, at + 2].every(isOfCode)
      if (isSlash || normalize(part) === blank) {
        isOwn = true
        return ' '
      }
      const plain = words.readOwn(part)
      isOwn ||= plain !== undefined
      return plain ?? (words.isText(part) ? part : undefined)
    })
    return isOwn && !read.includes(undefined) ? read.join('') : undefined
  }

  /**
   * Reads codes with any separators; or those with the separator alone, unless one of a row is
   * unknown.
   */
  const readCodes = (tokens: readonly Token[], isExact: boolean): string => {
    const isBetween = ({ kind }: Token, index: number): boolean =>
      kind === 'gap' && isCode(tokens[index - 1]) && isCode(tokens[index + 1])
    const gaps = tokens.filter(isBetween).map(({ text }) => text)
    const joints = joinGaps(gaps.map(normalize), isSpaced ? blank : undefined).values()
    const read = tokens.map((token, index) => {
      const { kind, plain, text } = token
      if (kind !== 'gap') return plain ?? text
      if (isBetween(token, index)) {
        const joint = joints.next().value ?? ''
        // A slash with blanks is between words, also of a single code.
        if (!isSpaced && /^ +\/ +$/.test(text)) return ' '
        if (isExact) return text === separator ? '' : text
        return text.replace(/[^\t\u00a0]/g, '') || joint
      }
      const isEnd = index === 0 || index === tokens.length - 1
      return isSpaced && isEnd && ['', blank].includes(normalize(text).trim()) ? '' : text
    })
    return read.join('')
  }

  const readPart = (part: string): string | undefined => {
    const tokens = tokensOf(part)
    return areClearlyCodes(tokens) ? readLine(tokens, true, true) : undefined
  }

  const readLine = (tokens: readonly Token[], isPure: boolean, isAlone: boolean): string => {
    const line = joinTokens(tokens)
    const codes = tokens.filter(isCode)
    if (codes.length === 0) return words.readCounts(line, isAlone) ?? line
    if (!isPure || otherLetter.test(line)) {
      // The encoder parts words of other scripts.
      const isParted = isPure && codes.length > 1 && !otherWord.test(line)
      return (isParted ? readOwn(line) : undefined) ?? readGiven(line, readPart)
    }
    if (codes.length === 1 && !isAlone) return line
    // Few numbers below other lines or beside signs are those of tables and prices: № 5, $5.99.
    const areFew = isSpaced
      ? codes.length < 4 && codes.some(({ text }) => text.length === 1)
      : !tokens.some(({ text }) => text === separator)
    if (isOfNumbers && areFew && (!isAlone || sums.test(line))) return line
    if (tokens.every(isNoCode)) return line
    // Digits stay digits beside words, and mean nothing alone.
    if (codes.every(({ text, plain }) => text === plain)) return line
    if (isSpaced) return readOwn(line) ?? readCodes(tokens, false)
    const isOfOthers = tokens.every(({ kind, plain, text }) => {
      return kind === 'word' ? plain !== undefined : text !== separator
    })
    return readCodes(tokens, codes.length < 3 || !isOfOthers)
  }

  return {
    read: (given: string): string => {
      const text = words.bareCodes(given)
      const lines = linesOf(text, tokensOf, words.isForeign)
      const rows = lines.map(({ line }) => line.trim())
      const codes = rows.filter((row) => row !== '')
      // One code a line: the line breaks are separators.
      if (codes.length > 2 && codes.every((code) => words.read(code) !== undefined)) {
        return readLine(tokensOf(rows.join(' ').trim()), true, true)
      }
      const isAlone = lines.every(({ isPure }) => isPure)
      const read = lines.map(({ tokens, isPure, end }) => readLine(tokens, isPure, isAlone) + end)
      const output = read.join('')
      return output === text ? given : output
    },
    /** Returns whether a text can hardly be anything but codes. */
    recognizes: (given: string): boolean => {
      const text = words.bareCodes(given)
      // Most texts have letters, which Morse has not.
      if (!isSpaced || isOfNumbers || (!hasLetters && /[\p{L}\p{N}]/u.test(text))) return false
      const tokens = words.tokensOf(text)
      // Rules drawn of several signs, as in --- *** ___, are no code.
      const used = new Set(tokens.flatMap((token) => [...token.text]))
      const meant = new Set(Array.from(used, normalize))
      return used.size === meant.size && areClearlyCodes(tokens)
    },
  }
}

/** Signs beside numbers that are not codes. */
const sums = /\$\d|(?![\0-\x7f])[\p{S}§¶‰]/u

/** Returns whether a token is no code: text, or one sign beside brackets or signs, as (*^▽^*). */
function isNoCode(token: Token, at: number, tokens: readonly Token[]): boolean {
  const isBeside = [tokens[at - 1], tokens[at + 1]].some((other) => {
    return other?.kind === 'frame' && !/\p{Cf}/u.test(other.text)
  })
  return !isCode(token) || (isBeside && token.text.length === 1)
}

/** Returns tokens without codes beside another number between two blanks, as in 15:30. */
function withoutOddRows(tokens: readonly Token[]): readonly Token[] {
  const rows: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'gap' && /\s/.test(token.text)) rows.push([token], [])
    else rows.at(-1)?.push(token)
  }
  const isOdd = (token: Token): boolean => !isCode(token) && /\d/.test(token.text)
  const asText = ({ kind, text }: Token): Token => ({ kind, text })
  return rows.flatMap((row) => (row.some(isOdd) ? row.map(asText) : row))
}

/** Returns 8 5 12 for 08 05 12. */
function withoutZeros(line: string): string {
  const numbers = /\p{L}/u.test(line) ? [] : (line.match(/\d+/g) ?? [])
  const arePadded = numbers.every((number) => /^(?:0[1-9]|[1-9]\d)$/.test(number))
  return arePadded && numbers.length > 2 ? line.replace(/(?<!\d)0/g, '') : line
}
