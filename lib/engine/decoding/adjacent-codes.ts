import type { RunSigns } from '../operation.ts'
import { toNfc } from '../normal-form.ts'
import { isOpening } from './code-table.ts'
import type { CodeTable } from './code-table.ts'

/**
 * Reads codes with nothing between them, as in braille: always the longest code, and capitals and
 * digits after their signs. Anything else is copied.
 */
export function readAdjacent(text: string, table: CodeTable, signs: readonly RunSigns[]): string {
  const reader = { text, table, longest: longestCode(table), passages: { isOpen: false } }
  const [capitals, digits] = (['capitals', 'digits'] as const).map((members) =>
    signs.find((one) => one.members === members),
  )
  let output = ''
  // Looking at the end of the output instead would copy all of it for each sign.
  let last = ''
  let at = 0
  while (at < text.length) {
    const reading =
      (digits && readDigits(reader, at, digits)) ??
      (digits && readLettersAsDigits(text, at)) ??
      (capitals && readCapitals(reader, at, capitals)) ??
      readSign(reader, at, last) ??
      String.fromCodePoint(text.codePointAt(at) ?? 0)
    const plain = typeof reading === 'string' ? reading : reading.plain
    output += plain
    last = Array.from(plain).at(-1) ?? last
    at = typeof reading === 'string' ? at + reading.length : reading.end
  }
  return output === text ? text : toNfc(output)
}

interface Reader {
  readonly text: string
  readonly table: CodeTable
  readonly longest: number
  /** Whether a passage in capitals has no end. */
  readonly passages: { isOpen: boolean }
}

/** The text that was read, and where its code ends. */
interface Reading {
  readonly plain: string
  readonly end: number
}

function longestCode({ characters, digits }: CodeTable): number {
  return Math.max(0, ...[...characters.keys(), ...digits.keys()].map((code) => code.length))
}

/** Finds the longest code that begins at an index. */
function findCode(
  { text, longest }: Reader,
  table: ReadonlyMap<string, string>,
  at: number,
): (Reading & { readonly code: string }) | undefined {
  for (let end = Math.min(at + longest, text.length); end > at; end--) {
    const code = text.slice(at, end)
    const plain = table.get(code)
    if (plain !== undefined) return { code, plain, end }
  }
  return undefined
}

function readSign(reader: Reader, at: number, last: string): Reading | undefined {
  const { characters, openings } = reader.table
  const sign = findCode(reader, characters, at)
  const opening = sign && openings.get(sign.code)
  if (sign === undefined || opening === undefined) return sign
  const next = reader.text[sign.end] ?? ' '
  const isStart = last === '' || /[\p{White_Space}\p{Pd}]/u.test(last) || isOpening(last)
  const following = findCode(reader, characters, sign.end)
  const isMark = /^\p{P}/u.test(following?.plain ?? '') && !openings.has(following?.code ?? '')
  return isStart && !isMark && /\P{White_Space}/u.test(next) ? { ...sign, plain: opening } : sign
}

function readDigits(reader: Reader, at: number, signs: RunSigns): Reading | undefined {
  const { text, table } = reader
  if (!text.startsWith(signs.before, at)) return undefined
  let reading = findCode(reader, table.digits, at + signs.before.length)
  if (reading === undefined) return undefined
  let plain = ''
  let end = at
  let joiner: Reading | undefined
  while (reading !== undefined) {
    plain += (joiner?.plain ?? '') + reading.plain
    end = reading.end
    reading = findCode(reader, table.digits, end)
    joiner = reading === undefined ? readJoiner(reader, end, signs) : undefined
    if (joiner !== undefined) reading = findCode(reader, table.digits, joiner.end)
  }
  return skipStop(reader, { plain, end }, signs)
}

/** Reads digits after the sign of most countries, where the code itself has other digits. */
function readLettersAsDigits(text: string, at: number): Reading | undefined {
  if (text[at] !== '⠼') return undefined
  let plain = ''
  for (let digit = at + 1; '⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊'.includes(text[digit] ?? ' '); digit++) {
    plain += String('⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊'.indexOf(text[digit] ?? ' '))
  }
  return plain === '' ? undefined : { plain, end: at + 1 + plain.length }
}

function readJoiner(reader: Reader, at: number, { joiners }: RunSigns): Reading | undefined {
  const joiner = findCode(reader, reader.table.characters, at)
  return joiner !== undefined && joiners.includes(joiner.plain) ? joiner : undefined
}

function readCapitals(reader: Reader, at: number, signs: RunSigns): Reading | undefined {
  const { text } = reader
  const passage = readPassage(reader, at, signs)
  if (passage !== undefined) return passage
  const isMany = signs.many !== signs.before && text.startsWith(signs.many, at)
  if (!isMany && !text.startsWith(signs.before, at)) return undefined
  const start = at + (isMany ? signs.many : signs.before).length
  const first = readCapital(reader, start)
  if (first === undefined || !isMany) return first
  let { plain, end } = first
  for (let next = readCapital(reader, end); next !== undefined; next = readCapital(reader, end)) {
    plain += next.plain
    end = next.end
  }
  return skipStop(reader, { plain, end }, signs)
}

/** Reads a passage in capitals: three signs, several words, and the sign that ends it. */
function readPassage(reader: Reader, at: number, signs: RunSigns): Reading | undefined {
  const { text, table, passages } = reader
  const [opening, closing] = [signs.before + signs.many, signs.stop.text]
  if (signs.many === signs.before || closing === '') return undefined
  if (!text.startsWith(opening, at)) return undefined
  const start = at + opening.length
  // Where no sign ends a passage, none is looked for again.
  const end = passages.isOpen ? -1 : text.indexOf(closing, start)
  passages.isOpen ||= end < 0
  if (end < 0) return undefined
  const plain = readAdjacent(text.slice(start, end), table, []).toUpperCase()
  return { plain, end: end + closing.length }
}

function readCapital(reader: Reader, at: number): Reading | undefined {
  const { characters, capitals } = reader.table
  const letter = findCode(reader, characters, at)
  if (letter === undefined || !/^\p{L}/u.test(letter.plain)) return undefined
  return { ...letter, plain: capitals.get(letter.code) ?? letter.plain.toUpperCase() }
}

/** Skips the sign after a run, which separates it from what would seem to be part of it. */
function skipStop(reader: Reader, run: Reading, signs: RunSigns): Reading {
  const { followers, text } = signs.stop
  if (text === '') return run
  let { plain, end } = run
  let joiner = readJoiner(reader, end, signs)
  while (joiner !== undefined) {
    plain += joiner.plain
    end = joiner.end
    joiner = readJoiner(reader, end, signs)
  }
  if (!reader.text.startsWith(text, end)) return run
  const follower = findCode(reader, reader.table.characters, end + text.length)
  const isFollowed = follower !== undefined && followers.includes(follower.plain)
  return isFollowed ? { plain, end: end + text.length } : run
}
