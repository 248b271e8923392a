import type { Mapping } from '../mapping.ts'
import { toNfc } from '../text.ts'
import { createTokenizer, isCode, joinGaps, linesOf, split, joinTokens } from './code-lines.ts'
import type { ReadWord, Token } from './code-lines.ts'
import { createCountReader, createRowReader } from './counted-codes.ts'

/**
 * Returns functions that read codes in either case, and that find out whether a text can hardly be
 * anything else. What the encoder writes comes back, with everything that has no code. Other lines
 * of codes may have any separators. A line with words of its own is left alone, except for
 * neighbours that can hardly be anything but codes.
 */
export function createSeparatedReader(
  mapping: Mapping,
  separator: string,
  characters: ReadonlyMap<string, string>,
  signs: ReadonlyMap<string, string>,
) {
  const blank = mapping.get(' ')
  const isEncoded = (character: string): boolean => mapping.has(character)
  const isSpaced = separator === ' '
  const normalize = (word: string): string =>
    Array.from(word, (sign) => signs.get(sign) ?? sign).join('')
  // A blank that is a number, as on the keypad of a phone, is a code like others.
  const single = [...characters].filter(([code]) => {
    return (code !== blank || /\d/.test(code)) && !code.includes(separator)
  })
  const codes = new Map(single.map(([code, plain]) => [code.toUpperCase(), plain]))
  const findExactly: ReadWord = (word) => codes.get(word.toUpperCase())
  const find: ReadWord = (word) => findExactly(word) ?? findExactly(normalize(word))
  const readRow = createRowReader([...codes.keys()], find)
  // X Ray is X-ray.
  const read: ReadWord = (word) =>
    find(word) ??
    (isSpaced ? (findMarked(word, find) ?? readRow(word)) : undefined) ??
    find(word.replace(' ', '-'))
  const [compounds, others] = [true, false].map((is) => {
    return [...codes.keys()].filter((code) => /^\p{L}.*-/u.test(code) === is)
  })
  const ownSigns = [...signs.keys()].filter((sign) => signs.get(sign) !== blank)
  const known = new Set([...(others ?? []), ...ownSigns].flatMap((code) => [...code]))
  const tokensOf = createTokenizer(
    read,
    known,
    compounds?.map((code) => code.replace('-', '[ -]')),
  )
  const isOfDigits = isSpaced && (others ?? []).every((code) => /^\d/.test(code))
  // People have up to four names, such as Louis Joseph Xavier François.
  const mostWords = (others ?? []).some((code) => /[^\0-\x7f]\p{L}/u.test(code)) ? 4 : 2
  const readCounts = createCountReader(codes, normalize)

  /** Returns whether the encoder leaves a word as it is. */
  const isText = (word: string): boolean => {
    const isSeparator = [...word].length !== 1 && /^[\s,;.:/|_-]*$/.test(word)
    const isAlike = !/^[ -~]$/.test(word) && [...word].some((point) => known.has(point))
    return !isSeparator && !isAlike && ![...word].some(isEncoded)
  }

  /** Reads a line as the encoder writes it; `undefined` if it is not of this form. */
  const readOwn = (line: string): string | undefined => {
    let isOwn = false
    const words = line.split(separator).map((word) => {
      const seen = word.replace(/[\p{Cc}\p{Cf}]+/gu, '')
      const isBlank = normalize(word) === blank
      const plain = isBlank ? ' ' : (findExactly(seen) ?? findMarked(seen, findExactly))
      isOwn ||= plain !== undefined
      if (plain === undefined) return isText(word) ? word : undefined
      return word.replace(seen, plain)
    })
    return isOwn && !words.includes(undefined) ? words.join('') : undefined
  }

  /**
   * Reads codes with any separators; or those with the separator alone, unless one of a row is
   * unknown.
   */
  const readCodes = (given: readonly Token[], isExact: boolean): string => {
    const tokens = isExact ? withoutOddRows(given, separator) : given
    const [first, last] = [tokens.findIndex(isCode), tokens.findLastIndex(isCode)]
    const isBetween = ({ kind }: Token, index: number): boolean =>
      kind === 'gap' && isCode(tokens[index - 1]) && isCode(tokens[index + 1])
    const gaps = tokens.filter(isBetween).map(({ text }) => text)
    const joints = joinGaps(gaps.map(normalize), isSpaced ? blank : undefined).values()
    const used = new Set(gaps.flatMap((gap) => [...gap.trim()]))
    const read = tokens.map((token, index) => {
      const { kind, plain, text } = token
      if (kind !== 'gap') return plain ?? text
      if (isBetween(token, index)) {
        const joint = joints.next().value ?? ''
        if (isExact) return text === separator ? '' : text
        return text.replace(/[^\t\u00a0]/g, '') || joint
      }
      const isEnd = index === 0 || index === tokens.length - 1
      const isOutside = index < first || index > last
      const isUsed = !isExact && isOutside && [...text.trim()].some((sign) => used.has(sign))
      return isUsed || (isSpaced && isEnd && /^ +$/.test(text)) ? '' : text
    })
    return read.join('')
  }

  /** Reads neighbours among other words. */
  const readIslands = (tokens: readonly Token[]): string => {
    const isGap = ({ kind, text }: Token): boolean =>
      kind === 'gap' && ['', isSpaced ? blank : separator].includes(normalize(text.trim()))
    return split(tokens, (token) => !isCode(token) && !isGap(token))
      .map((island) => {
        const [start, end] = [island.findIndex(isCode), island.findLastIndex(isCode) + 1]
        const inner = island.slice(start, end)
        if (!areSure(inner)) return joinTokens(island)
        const read = readCodes(inner, !isSpaced)
        return joinTokens(island.slice(0, start)) + read + joinTokens(island.slice(end))
      })
      .join('')
  }

  /**
   * Returns whether neighbours among other words are codes: not ... - or the car Alfa Romeo, and
   * not the result 3-2 or the formation 4-4-2.
   */
  const areSure = (tokens: readonly Token[]): boolean => {
    const words = tokens.filter(isCode).map(({ text }) => normalize(text))
    const isMixed = (text: string): boolean => new Set(text).size > 1
    if (!isSpaced) {
      const rows = split(tokens, ({ kind, text }) => kind === 'gap' && text !== separator)
      return rows.map((row) => row.filter(isCode)).some((codes) => {
        return codes.length > 3 && codes.some(({ text }) => text.length > 1)
      })
    }
    // A telephone number.
    if (isOfDigits) return false
    if (words.some((word) => /^\p{L}/u.test(word))) {
      return words.length > mostWords && tokens.some(({ plain = '' }) => /\p{L}/u.test(plain))
    }
    if (words.length > 1 && words.some(isMixed)) return true
    return words.length > 2 && words.every((word) => word.length > 1) && isMixed(words.join(''))
  }

  const readLine = (tokens: readonly Token[], isPure: boolean, isAlone: boolean): string => {
    const line = joinTokens(tokens)
    const count = tokens.filter(isCode).length
    if (count === 0) return readCounts(line, isAlone) ?? line
    if (!isPure) return readIslands(tokens)
    if (count === 1 && !isAlone) return line
    if (isSpaced) return readOwn(line) ?? readCodes(tokens, false)
    const isOfOthers = tokens.every(({ kind, plain, text }) => {
      return kind === 'word' ? plain !== undefined : text !== separator
    })
    return readCodes(tokens, count < 3 || !isOfOthers)
  }

  const isForeign = (token: Token): boolean => {
    const isNumber = isOfDigits && /^\d{2,}$/.test(token.text)
    return token.kind === 'word' && !isCode(token) && (isNumber || [...token.text].some(isEncoded))
  }
  const readTokens = (line: string): readonly Token[] =>
    tokensOf(isSpaced ? line : withoutZeros(line))

  return {
    read: (text: string): string => {
      const lines = linesOf(text, readTokens, isForeign)
      const rows = lines.map(({ line }) => line.trim())
      const words = rows.filter((row) => row !== '')
      // One code a line: the line breaks are separators.
      if (words.length > 2 && words.every((word) => read(word) !== undefined)) {
        return readLine(readTokens(rows.join(' ').trim()), true, true)
      }
      const isAlone = lines.every(({ isPure }) => isPure)
      return lines.map((line) => readLine(line.tokens, line.isPure, isAlone) + line.end).join('')
    },
    isSure: (text: string): boolean => {
      const tokens = tokensOf(text)
      const isOfCodes = tokens.every((token) => token.kind !== 'word' || isCode(token))
      // Rules drawn of several signs, as in --- *** ___, are no code.
      const used = new Set(tokens.filter(isCode).flatMap((token) => [...token.text]))
      const areOwn = used.size === new Set([...used].map(normalize)).size
      return isSpaced && isOfCodes && areOwn && !/[\p{L}\p{N}]/u.test(text) && areSure(tokens)
    },
  }
}

/** Reads a code with accents on it, as written for a letter without a code of its own. */
function findMarked(word: string, find: ReadWord): string | undefined {
  const [, code = '', marks = ''] = /^(\P{M}+)([^\P{M}\ufe0f\u20e3]+)$/u.exec(word) ?? []
  const letter = find(code)
  return letter === undefined ? undefined : toNfc(letter + marks)
}

/**
 * Returns tokens whose codes are not read if there is another word between two separators, or
 * another number between two blanks, as in 15:30 and 12/2026.
 */
function withoutOddRows(tokens: readonly Token[], separator: string): readonly Token[] {
  const isOdd = (token: Token): boolean => token.kind === 'word' && !isCode(token)
  const isOddNumber = (token: Token): boolean => isOdd(token) && /\d/.test(token.text)
  const asText = ({ kind, text }: Token): Token => ({ kind, text })
  return split(tokens, ({ kind, text }) => kind === 'gap' && /\s/.test(text)).flatMap((group) => {
    if (group.some(isOddNumber)) return group.map(asText)
    const rows = split(group, ({ kind, text }) => kind !== 'word' && text !== separator)
    return rows.flatMap((row) => (row.some(isOdd) ? row.map(asText) : row))
  })
}

/** Returns 8 5 12 for 08 05 12. */
function withoutZeros(line: string): string {
  const numbers = /\p{L}/u.test(line) ? [] : (line.match(/\d+/g) ?? [])
  const arePadded = numbers.every((number) => /^(?:0[1-9]|[1-9]\d)$/.test(number))
  return arePadded && numbers.length > 2 ? line.replace(/(?<!\d)0/g, '') : line
}
