import { toNfc } from '../normal-form.ts'
import { createTokenizer, joinGaps, linesOf } from './code-lines.ts'
import { isCode, isForeign, isSure, isSureRun, split, withoutZeros } from './code-parts.ts'
import type { Part } from './code-parts.ts'
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

/**
 * Returns a function that reads codes in either case. What the encoder writes comes back, with
 * everything that has no code. Other lines of codes may have any separators. A line with words of
 * its own is left alone, except for neighbours that can hardly be anything but codes.
 */
export function createSeparatedReader(table: SeparatedCodes): SeparatedReader {
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
        const isEnd = place === 0 || place === parts.length - 1
        const isBlank = isSpaced && isEnd && /^ +$/.test(text)
        const isUsed = isOutside && [...text.trim()].some((sign) => used.has(sign))
        return isUsed || isBlank ? '' : text
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

  const readText = (text: string): string => {
    const lines = linesOf(text)
    const filled = lines.map(([line]) => line.trim()).filter((line) => line !== '')
    // One code a line: the line breaks are separators.
    if (filled.length > 2 && filled.every((line) => read(line) !== undefined)) {
      return readLine(lines.map(([line]) => line.trim()).join(' ').trim(), true)
    }
    const isAlone = !lines.some(([line]) => isForeign(partsOf(line), isEncoded))
    return lines.map(([line, end]) => readLine(line, isAlone) + end).join('')
  }
  return {
    read: readText,
    isSure: (text) => {
      const words = partsOf(text).filter(({ kind }) => kind === 'word')
      const isOfSigns = isSpaced && !/[\p{L}\p{N}]/u.test(text) && words.every(isCode)
      return isOfSigns && isSure(words.map((word) => normalize(word.text)), '')
    },
  }
}

/** Reads a text, and finds out whether it can hardly be anything but codes. */
interface SeparatedReader {
  readonly read: (text: string) => string
  readonly isSure: (text: string) => boolean
}

const invisible = /[\p{Cc}\p{Cf}]+/gu

function isSingle(text: string): boolean {
  return [...text].length === 1
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
