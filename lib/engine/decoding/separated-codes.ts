import { isCode, joinGaps, joinTokens, linesOf, split } from './code-lines.ts'
import type { Token } from './code-lines.ts'
import type { CodeWords } from './code-words.ts'

/**
 * Reads codes with separators between them. What the encoder writes comes back, with everything
 * that has no code. Other lines of codes may have any separators. A line with words of its own is
 * left alone, except for neighbours that can hardly be anything but codes.
 */
export class SeparatedCodes {
  readonly #words: CodeWords
  readonly #separator: string

  constructor(words: CodeWords, separator: string) {
    this.#words = words
    this.#separator = separator
  }

  read(given: string): string {
    const words = this.#words
    const text = words.withoutNames(given)
    const lines = linesOf(text, (line) => this.#tokensOf(line), (token) => words.isForeign(token))
    const rows = lines.map(({ line }) => line.trim())
    const codes = rows.filter((row) => row !== '')
    // One code a line: the line breaks are separators.
    if (codes.length > 2 && codes.every((code) => words.read(code) !== undefined)) {
      return this.#readLine(this.#tokensOf(rows.join(' ').trim()), true, true)
    }
    const isAlone = lines.every(({ isPure }) => isPure)
    return lines
      .map(({ tokens, isPure, end }) => this.#readLine(tokens, isPure, isAlone) + end)
      .join('')
  }

  /** Returns whether a text can hardly be anything but codes. */
  isSure(text: string): boolean {
    const { isSpaced, tokensOf } = this.#words
    if (!isSpaced || /[\p{L}\p{N}]/u.test(text)) return false
    const tokens = tokensOf(text)
    const isOfCodes = tokens.every((token) => token.kind !== 'word' || isCode(token))
    // Rules drawn of several signs, as in --- *** ___, are no code.
    const used = new Set(tokens.filter(isCode).flatMap((token) => [...token.text]))
    const meant = new Set(Array.from(used, (sign) => this.#words.normalize(sign)))
    return isOfCodes && used.size === meant.size && this.#areSure(tokens)
  }

  #tokensOf(line: string): readonly Token[] {
    return this.#words.tokensOf(this.#words.isSpaced ? line : withoutZeros(line))
  }

  #readLine(tokens: readonly Token[], isPure: boolean, isAlone: boolean): string {
    const { isSpaced, readCounts } = this.#words
    const line = joinTokens(tokens)
    const codes = tokens.filter(isCode)
    if (codes.length === 0) return readCounts(line, isAlone) ?? line
    if (!isPure) return this.#readIslands(tokens)
    if (codes.length === 1 && !isAlone) return line
    // Digits stay digits beside words, and mean nothing alone.
    if (codes.every(({ text, plain }) => text === plain)) return line
    if (isSpaced) return this.#readOwn(line) ?? this.#readCodes(tokens, false)
    const isOfOthers = tokens.every(({ kind, plain, text }) => {
      return kind === 'word' ? plain !== undefined : text !== this.#separator
    })
    return this.#readCodes(tokens, codes.length < 3 || !isOfOthers)
  }

  /** Reads a line as the encoder writes it; `undefined` if it is not of this form. */
  #readOwn(line: string): string | undefined {
    const words = this.#words
    let isOwn = false
    const parts = line.split(this.#separator)
    const isOfCode = (at: number): boolean => words.readOwn(parts[at] ?? '') !== undefined
    const read = parts.map((part, at) => {
      // A slash between words of several codes is a gap: 44 33 / 9 666.
      const isSlash = part === '/' && [at - 2, at - 1, at + 1, at + 2].every(isOfCode)
      if (isSlash || words.normalize(part) === words.blank) {
        isOwn = true
        return ' '
      }
      const seen = part.replace(/[\p{Cc}\p{Cf}]+/gu, '')
      const plain = words.readOwn(seen)
      isOwn ||= plain !== undefined
      if (plain === undefined) return words.isText(part) ? part : undefined
      return part.replace(seen, plain)
    })
    return isOwn && !read.includes(undefined) ? read.join('') : undefined
  }

  /**
   * Reads codes with any separators; or those with the separator alone, unless one of a row is
   * unknown.
   */
  #readCodes(given: readonly Token[], isExact: boolean): string {
    const { isSpaced, blank } = this.#words
    const tokens = isExact ? withoutOddRows(given, this.#separator) : given
    const [first, last] = [tokens.findIndex(isCode), tokens.findLastIndex(isCode)]
    const isBetween = ({ kind }: Token, index: number): boolean =>
      kind === 'gap' && isCode(tokens[index - 1]) && isCode(tokens[index + 1])
    const gaps = tokens.filter(isBetween).map(({ text }) => text)
    const normal = gaps.map((gap) => this.#words.normalize(gap))
    const joints = joinGaps(normal, isSpaced ? blank : undefined).values()
    const used = new Set(gaps.flatMap((gap) => [...gap.trim()]))
    const read = tokens.map((token, index) => {
      const { kind, plain, text } = token
      if (kind !== 'gap') return plain ?? text
      if (isBetween(token, index)) {
        const joint = joints.next().value ?? ''
        // A slash with blanks is between words, also of a single code.
        if (!isSpaced && /^ +\/ +$/.test(text)) return ' '
        if (isExact) return text === this.#separator ? '' : text
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
  #readIslands(tokens: readonly Token[]): string {
    const { isSpaced, blank } = this.#words
    const isGap = ({ kind, text }: Token): boolean => {
      const sign = this.#words.normalize(text.trim())
      return kind === 'gap' && ['', isSpaced ? blank : this.#separator].includes(sign)
    }
    return split(tokens, (token) => !isCode(token) && !isGap(token))
      .map((island) => {
        const [start, end] = [island.findIndex(isCode), island.findLastIndex(isCode) + 1]
        const inner = island.slice(start, end)
        if (!this.#areSure(inner)) return joinTokens(island)
        const read = this.#readCodes(inner, !isSpaced)
        return joinTokens(island.slice(0, start)) + read + joinTokens(island.slice(end))
      })
      .join('')
  }

  /**
   * Returns whether neighbours among other words are codes: not ... - or the car Alfa Romeo, and
   * not the result 3-2 or the formation 4-4-2.
   */
  #areSure(tokens: readonly Token[]): boolean {
    const { isSpaced, isOfDigits, mostNames } = this.#words
    const words = tokens.filter(isCode).map(({ text }) => this.#words.normalize(text))
    const isMixed = (text: string): boolean => new Set(text).size > 1
    if (!isSpaced) {
      const rows = split(tokens, ({ kind, text }) => kind === 'gap' && text !== this.#separator)
      return rows.map((row) => row.filter(isCode)).some((codes) => {
        return codes.length > 3 && codes.some(({ text }) => text.length > 1)
      })
    }
    // A telephone number.
    if (isOfDigits) return false
    if (words.some((word) => /^\p{L}/u.test(word))) {
      return words.length > mostNames && tokens.some(({ plain = '' }) => /\p{L}/u.test(plain))
    }
    if (words.length > 1 && words.some(isMixed)) return true
    return words.length > 2 && words.every((word) => word.length > 1) && isMixed(words.join(''))
  }
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
