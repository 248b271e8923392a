import { toNfc } from '../normal-form.ts'
import { createTokenizer, joinGaps, linesOf } from './code-lines.ts'
import type { Token } from './code-lines.ts'
import { createCountReader } from './counted-codes.ts'

/** Codes with separators between them. */
export interface SeparatedCodes {
  readonly characters: ReadonlyMap<string, string>
  /** What the encoder puts between two codes. */
  readonly separator: string
  /** The code for a blank between words. */
  readonly blank: string | undefined
  /** Other ways to write the signs of a code. */
  readonly signs: ReadonlyMap<string, string>
  /** Returns whether the encoder has a code for a character. */
  readonly isEncoded: (character: string) => boolean
}

/** A token, and what it represents if it is a code. */
interface Part extends Token {
  readonly plain?: string | undefined
}

/**
 * Returns a function that reads codes in either case. What the encoder writes comes back, with
 * everything that has no code. Other lines of codes may have any separators. A line with words of
 * its own is left alone, except for neighbours that can hardly be anything but codes.
 */
export function createSeparatedReader(table: SeparatedCodes): (text: string) => string {
  const { characters, separator, blank, signs, isEncoded } = table
  const isSpaced = separator === ' '
  const normalize = (word: string): string =>
    Array.from(word, (sign) => signs.get(sign) ?? sign).join('')
  const single = [...characters].filter(([code]) => code !== blank && !code.includes(separator))
  const codes = new Map(single.map(([code, plain]) => [code.toUpperCase(), plain]))
  const find = (word: string): string | undefined =>
    codes.get(word.toUpperCase()) ?? codes.get(normalize(word).toUpperCase())
  const read = (word: string): string | undefined =>
    find(word) ?? (isSpaced ? findMarked(word, find) : undefined) ?? readCompound(word, find)
  const readExactly = (word: string): string | undefined => {
    const exact = (code: string): string | undefined => codes.get(code.toUpperCase())
    return exact(word) ?? findMarked(word, exact)
  }
  const compounds = [...codes.keys()].filter((code) => /^\p{L}.*-/u.test(code))
  const written = [...single.map(([code]) => code), ...signs.keys()]
  const ownSigns = written
    .filter((code) => signs.get(code) !== blank && !/^\p{L}.*-/u.test(code))
    .flatMap((code) => [...code])
  const known = new Set(ownSigns)
  const tokensOf = createTokenizer(
    known,
    compounds.map((code) => code.replace('-', '[ -]')),
  )
  const readCounts = createCountReader(codes, normalize)

  const partsOf = (line: string): readonly Part[] =>
    tokensOf(line).map((token) =>
      token.kind === 'word' ? { ...token, plain: read(token.text) } : token,
    )

  /** Reads a line as the encoder writes it; `undefined` if it is not of this form. */
  const readOwn = (line: string): string | undefined => {
    let output = ''
    let isOwn = false
    for (const word of line.split(separator)) {
      const seen = word.replace(invisible, '')
      const plain = normalize(word) === blank ? ' ' : readExactly(seen)
      isOwn ||= plain !== undefined
      const isText = isSingle(word) || !/^[\s,;.:/|_-]*$/.test(word)
      const isAlike = !/^[ -~]$/.test(word) && [...word].some((point) => known.has(point))
      if (plain === undefined && (!isText || isAlike || [...word].some(isEncoded))) return undefined
      output += plain === undefined ? word : word.replace(seen, plain)
    }
    return isOwn ? output : undefined
  }

  /** Reads what has the separator between codes, unless one of a row is unknown. */
  const readRuns = (parts: readonly Part[]): string =>
    split(parts, ({ kind, text }) => kind !== 'word' && text !== separator)
      .flatMap((run) => {
        const isRead = run.every(({ kind, plain }) => kind !== 'word' || plain !== undefined)
        return run.map(({ text, plain }, index) => {
          if (!isRead) return text
          return plain ?? (text === separator && index > 0 && index < run.length - 1 ? '' : text)
        })
      })
      .join('')

  /** Reads codes with any separators. */
  const readAny = (parts: readonly Part[]): string => {
    const [first, last] = [parts.findIndex(isCode), parts.findLastIndex(isCode)]
    const isBetween = (index: number): boolean =>
      [parts[index - 1], parts[index + 1]].every((part) => part !== undefined && isCode(part))
    const gaps = parts.filter(({ kind }, index) => kind === 'gap' && isBetween(index))
    const joints = joinGaps(
      gaps.map(({ text }) => normalize(text)),
      isSpaced ? blank : undefined,
    )
    const used = new Set(gaps.flatMap(({ text }) => [...text.trim()]))
    let index = 0
    return parts
      .map(({ kind, plain, text }, place) => {
        if (kind !== 'gap') return plain ?? text
        if (isBetween(place)) {
          const joint = joints[index++] ?? ''
          return text.replace(/[^\t\u00a0]/g, '') || joint
        }
        const isOutside = place < first || place > last
        const isDropped = isSpaced && /^ +$/.test(text) && (place === 0 || place === parts.length - 1)
        const isUsed = [...text.trim()].some((sign) => used.has(sign))
        return isOutside && (isUsed || isDropped) ? '' : text
      })
      .join('')
  }

  const readLine = (written: string, isAlone: boolean): string => {
    const line = isSpaced ? written : withoutZeros(written)
    const parts = partsOf(line)
    const count = parts.filter(isCode).length
    if (count === 0) return readCounts(line, isAlone) ?? line
    if (isForeign(parts, isEncoded)) return readIslands(parts)
    if (count === 1 && !isAlone) return line
    if (isSpaced) return readOwn(line) ?? readAny(parts)
    const isOfOthers = count > 2 && parts.every(({ kind, plain, text }) => {
      return kind === 'word' ? plain !== undefined : text !== separator
    })
    return isOfOthers ? readAny(parts) : readRuns(parts)
  }

  /** Reads neighbours among other words. */
  const readIslands = (parts: readonly Part[]): string => {
    const isGap = ({ kind, text }: Part): boolean =>
      kind === 'gap' && (isSpaced ? ['', blank] : ['', separator]).includes(normalize(text.trim()))
    return split(parts, (part) => !isCode(part) && !isGap(part))
      .map((island) => {
        const [start, end] = [island.findIndex(isCode), island.findLastIndex(isCode) + 1]
        const inner = island.slice(start, end)
        const known = inner.filter(isCode)
        const plain = known.map((part) => part.plain ?? '').join('')
        const words = known.map(({ text }) => normalize(text))
        const texts = island.map(({ text }) => text)
        if (!(isSpaced ? isSure(words, plain) : isSureRun(inner, separator))) return texts.join('')
        const read = isSpaced ? readAny(inner) : readRuns(inner)
        return [...texts.slice(0, start), read, ...texts.slice(end)].join('')
      })
      .join('')
  }

  return (text) => {
    const lines = linesOf(text)
    const filled = lines.map(([line]) => line.trim()).filter((line) => line !== '')
    // One code a line: the line breaks are separators.
    if (filled.length > 2 && filled.every((line) => read(line) !== undefined)) {
      return readLine(lines.map(([line]) => line.trim()).join(' ').trim(), true)
    }
    const isAlone = !lines.some(([line]) => isForeign(partsOf(line), isEncoded))
    return lines.map(([line, end]) => readLine(line, isAlone) + end).join('')
  }
}

/** Returns 8 5 12 for 08 05 12. */
function withoutZeros(line: string): string {
  const numbers = /\p{L}/u.test(line) ? [] : (line.match(/\d+/g) ?? [])
  const isPadded = numbers.length > 2 && numbers.every((number) => /^(?:0[1-9]|[1-9]\d)$/.test(number))
  return isPadded ? line.replace(/(?<!\d)0/g, '') : line
}

const invisible = /[\p{Cc}\p{Cf}]+/gu

function isSingle(text: string): boolean {
  return [...text].length === 1
}

function isCode({ plain }: Part): boolean {
  return plain !== undefined
}

/** Returns whether a line has words that the encoder would not have left as they are. */
function isForeign(parts: readonly Part[], isEncoded: (point: string) => boolean): boolean {
  return parts.some(
    ({ kind, plain, text }) =>
      kind === 'word' && plain === undefined && [...text].some((point) => isEncoded(point)),
  )
}

/** Splits before and after each of the parts that separate. */
function split(parts: readonly Part[], separates: (part: Part) => boolean): Part[][] {
  const groups: Part[][] = []
  let group: Part[] = []
  for (const part of parts) {
    if (separates(part)) {
      groups.push(group, [part])
      group = []
    } else {
      group.push(part)
    }
  }
  return [...groups, group]
}

/** Returns whether neighbours among other words are codes: not ... - or the car Alfa Romeo. */
function isSure(codes: readonly string[], plain: string): boolean {
  if (/^\p{L}/u.test(codes[0] ?? '')) return codes.length > 2 && /\p{L}/u.test(plain)
  const isMixed = (text: string): boolean => new Set(text).size > 1
  if (codes.length > 1 && codes.some(isMixed)) return true
  return codes.length > 2 && codes.every((code) => code.length > 1) && isMixed(codes.join(''))
}

/** Returns whether numbers among words are codes: not the result 3-2 or the formation 4-4-2. */
function isSureRun(parts: readonly Part[], separator: string): boolean {
  return split(parts, ({ kind, text }) => kind === 'gap' && text !== separator).some((run) => {
    const codes = run.filter(isCode)
    return codes.length > 3 && codes.some(({ text }) => text.length > 1)
  })
}

/** Reads a code with accents on it, as written for a letter without a code of its own. */
function findMarked(
  word: string,
  find: (word: string) => string | undefined,
): string | undefined {
  const [, code = '', marks = ''] = /^(\P{M}+)([^\P{M}\ufe0f\u20e3]+)$/u.exec(word) ?? []
  const letter = find(code)
  return letter === undefined ? undefined : toNfc(letter + marks)
}

/** Reads X Ray as X-ray. */
function readCompound(
  word: string,
  find: (word: string) => string | undefined,
): string | undefined {
  return word.includes(' ') ? find(word.replace(' ', '-')) : undefined
}
