import { toNfc } from '../normal-form.ts'

/**
 * Returns a function that reads codes with a separator between them, in either case. If that is a
 * blank, as in Morse, each word that is a code is read, and others keep the blanks around them; the
 * code `blank` and a wider gap both become a blank. If it is another sign, as in 8-5-12, a run of
 * codes is read if all of them are known.
 */
export function createSeparatedReader(
  characters: ReadonlyMap<string, string>,
  separator: string,
  blank: string | undefined,
  signs: ReadonlyMap<string, string>,
): (text: string) => string {
  const single = [...characters].filter(([code]) => !code.includes(separator))
  const codes = new Map(single.map(([code, plain]) => [code.toUpperCase(), plain]))
  const find = (word: string): string | undefined => {
    const known = codes.get(word.toUpperCase())
    if (known !== undefined || signs.size === 0) return known
    return codes.get(Array.from(word, (sign) => signs.get(sign) ?? sign).join(''))
  }
  if (separator.trim() !== '') return createRunReader(codes, separator)
  return (text) => readWords(text, (word) => readWord(word, find, blank))
}

/** A word, and what it represents if it is a code. */
interface Word {
  readonly written: string
  readonly gapBefore: string
  plain: string | undefined
}

function readWord(
  word: string,
  find: (word: string) => string | undefined,
  blank: string | undefined,
): string | undefined {
  const known = find(word) ?? findMarked(word, find)
  if (known !== undefined || blank === undefined) return known
  // People leave out the blanks around the sign that separates words.
  const parts = word.split(blank).map((part) => (part === '' ? '' : find(part)))
  return parts.includes(undefined) ? undefined : parts.join(' ')
}

/** Reads a code with accents on it, as written for a letter without a code of its own. */
function findMarked(
  word: string,
  find: (word: string) => string | undefined,
): string | undefined {
  const [, code = '', marks = ''] = /^(\P{M}+)(\p{M}+)$/u.exec(word) ?? []
  const letter = find(code)
  return letter === undefined ? undefined : toNfc(letter + marks)
}

/** Matches words, without invisible characters, which may be in words as well as between them. */
const words = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu

function readWords(text: string, read: (word: string) => string | undefined): string {
  const found: Word[] = []
  let end = 0
  for (const { 0: written, index } of text.matchAll(words)) {
    found.push({ written, gapBefore: text.slice(end, index), plain: read(written) })
    end = index + written.length
  }
  dropLoneBlanks(found)
  let output = ''
  found.forEach((word, index) => {
    output += gapBetween(found[index - 1], word) + (word.plain ?? word.written)
  })
  return output + text.slice(end)
}

/** Copies a sign for a blank unless it is next to a code: the / in plain text stays. */
function dropLoneBlanks(found: readonly Word[]): void {
  const isBlank = ({ plain }: Word): boolean => plain !== undefined && plain.trim() === ''
  for (let start = 0; start < found.length; start++) {
    let end = start
    for (let word = found[end]; word !== undefined && isBlank(word); word = found[end]) end++
    const isBeside = [found[start - 1], found[end]].some((word) => word?.plain !== undefined)
    if (!isBeside) for (const word of found.slice(start, end)) word.plain = undefined
    start = end
  }
}

function gapBetween(before: Word | undefined, word: Word): string {
  const gap = word.gapBefore
  if (before === undefined) return gap
  const [one, other] = [before.plain, word.plain]
  const isBesideBlank = one?.endsWith(' ') === true || other?.startsWith(' ') === true
  if (one === undefined || other === undefined) {
    // Punctuation without a code follows a code as a letter does.
    const { written } = one === undefined ? before : word
    const isMark = one !== other && /^[\p{P}\p{Sm}\p{Sc}\p{Sk}]$/u.test(written)
    return gap === ' ' && (isBesideBlank || isMark) ? '' : gap
  }
  const others = gap.replaceAll(' ', '')
  if (others !== '') return others
  return gap.length > 1 && !isBesideBlank ? ' ' : ''
}

const ofWord = /^[\p{L}\p{M}\p{N}]/u

function createRunReader(
  codes: ReadonlyMap<string, string>,
  separator: string,
): (text: string) => string {
  const signs = new Set([...codes.keys()].flatMap((code) => [...code, ...code.toLowerCase()]))
  const code = `[${escape([...signs].join(''))}]+`
  const runs = new RegExp(`${code}(?:${escape(separator)}${code})*`, 'gu')
  return (text) =>
    text.replace(runs, (written, offset: number) => {
      const end = offset + written.length
      // Not with `$`: before it, the V8 of Node 26 does not match a class with surrogate pairs.
      const before = Array.from(text.slice(Math.max(0, offset - 2), offset)).at(-1) ?? ''
      // A number within a word is not a code.
      if (ofWord.test(before) || ofWord.test(text.slice(end, end + 2))) return written
      const plain = written.split(separator).map((one) => codes.get(one.toUpperCase()))
      return plain.includes(undefined) ? written : plain.join('')
    })
}

function escape(text: string): string {
  return Array.from(text, (point) => `\\u{${(point.codePointAt(0) ?? 0).toString(16)}}`).join('')
}
