import type { RunSigns } from '../operation.ts'
import { toNfc } from '../text.ts'
import { isOpening } from './code-table.ts'
import type { CodeTable } from './code-table.ts'

/** The text that was read, and where its code ends. */
interface Reading {
  readonly plain: string
  readonly end: number
}

/** A code, and what it represents. */
interface Code extends Reading {
  readonly code: string
}

type Found = Reading | undefined
type ReadAt = (at: number) => Found

/**
 * Reads codes with nothing between them, as in braille: always the longest code, and capitals and
 * digits after their signs. Anything else is copied.
 */
export function readAdjacent(text: string, table: CodeTable, signs: readonly RunSigns[]): string {
  const { characters, openings } = table
  const codes = [...characters.keys(), ...table.digits.keys()]
  const longest = Math.max(0, ...codes.map(({ length }) => length))
  const [capitals, digits] = (['capitals', 'digits'] as const).map((members) =>
    signs.find((one) => one.members === members),
  )
  // Where no sign ends a passage in capitals, none is looked for again.
  let isPassageOpen = false
  // Looking at the end of the output instead would copy all of it for each sign.
  let last = ''

  /** Finds the longest code that begins at an index. */
  const find = (known: ReadonlyMap<string, string>, at: number): Code | undefined => {
    for (let end = Math.min(at + longest, text.length); end > at; end--) {
      const code = text.slice(at, end)
      const plain = known.get(code)
      if (plain !== undefined) return { code, plain, end }
    }
    return undefined
  }
  const findDigit: ReadAt = (at) => find(table.digits, at)
  const findCapital: ReadAt = (at) => {
    const letter = find(characters, at)
    if (letter === undefined || !/^\p{L}/u.test(letter.plain)) return undefined
    return { ...letter, plain: table.capitals.get(letter.code) ?? letter.plain.toUpperCase() }
  }

  const readSign: ReadAt = (at) => {
    const sign = find(characters, at)
    const opening = sign && openings.get(sign.code)
    if (sign === undefined || opening === undefined) return sign
    const isStart = last === '' || /[\p{White_Space}\p{Pd}]/u.test(last) || isOpening(last)
    const following = find(characters, sign.end)
    const isMark = /^\p{P}/u.test(following?.plain ?? '') && !openings.has(following?.code ?? '')
    const isInner = /\P{White_Space}/u.test(text[sign.end] ?? ' ')
    return isStart && !isMark && isInner ? { ...sign, plain: opening } : sign
  }

  /** Reads a run of members after their sign, and skips the sign that ends it. */
  const readRun = (start: number, findMember: ReadAt, signs: RunSigns): Found => {
    const { joiners, stop } = signs
    const findJoiner: ReadAt = (at) => {
      const sign = find(characters, at)
      return sign && joiners.includes(sign.plain) ? sign : undefined
    }
    let run = findMember(start)
    let next = run
    while (next !== undefined) {
      run = next
      const joined = append(run, findJoiner)
      next = append(run, findMember) ?? (joined && append(joined, findMember))
    }
    if (run === undefined || stop.text === '') return run
    let past = run
    for (next = run; next !== undefined; next = append(past, findJoiner)) past = next
    const end = past.end + stop.text.length
    const follower = text.startsWith(stop.text, past.end) ? find(characters, end) : undefined
    return follower && stop.followers.includes(follower.plain) ? { plain: past.plain, end } : run
  }

  /** Reads digits after the sign of most countries, where the code itself has other digits. */
  const readLettersAsDigits: ReadAt = (at) => {
    const letters = '⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊'
    const [sign] = /^⠼[⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊]+/.exec(text.slice(at)) ?? []
    const plain = sign?.slice(1).replace(/./g, (letter) => String(letters.indexOf(letter)))
    return sign && plain ? { plain, end: at + sign.length } : undefined
  }

  /** Reads a passage in capitals: three signs, several words, and the sign that ends it. */
  const readPassage = (at: number, { before, many, stop }: RunSigns): Found => {
    const start = at + before.length + many.length
    if (stop.text === '' || isPassageOpen || !text.startsWith(before + many, at)) return undefined
    const end = text.indexOf(stop.text, start)
    isPassageOpen = end < 0
    const plain = readAdjacent(text.slice(start, Math.max(end, start)), table, []).toUpperCase()
    return isPassageOpen ? undefined : { plain, end: end + stop.text.length }
  }

  const readDigits = (at: number, signs: RunSigns): Found =>
    text.startsWith(signs.before, at)
      ? readRun(at + signs.before.length, findDigit, signs)
      : undefined

  const readCapitals = (at: number, signs: RunSigns): Found => {
    const { before, many } = signs
    const isMany = many !== before && text.startsWith(many, at)
    if (!isMany) return text.startsWith(before, at) ? findCapital(at + before.length) : undefined
    return readPassage(at, signs) ?? readRun(at + many.length, findCapital, signs)
  }

  let output = ''
  for (let at = 0; at < text.length; ) {
    const reading =
      (digits && readDigits(at, digits)) ??
      (digits && readLettersAsDigits(at)) ??
      (capitals && readCapitals(at, capitals)) ??
      readSign(at)
    const plain = reading?.plain ?? String.fromCodePoint(text.codePointAt(at) ?? 0)
    output += plain
    last = Array.from(plain).at(-1) ?? last
    at = reading?.end ?? at + plain.length
  }
  return output === text ? text : toNfc(output)
}

/** Returns a reading with what follows it; `undefined` if nothing is read there. */
function append(one: Reading, readNext: ReadAt): Found {
  const next = readNext(one.end)
  return next && { plain: one.plain + next.plain, end: next.end }
}
