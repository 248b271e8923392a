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

type ReadAt = (at: number) => Reading | undefined

/**
 * Reads codes with nothing between them, as in braille: always the longest code, and capitals and
 * digits after their signs. Anything else is copied.
 */
export function readAdjacent(text: string, table: CodeTable, signs: readonly RunSigns[]): string {
  const output = new AdjacentCodes(text, table, signs).read()
  return output === text ? text : toNfc(output)
}

/** Digits after the sign of most countries, where the code itself has other digits. */
const lettersAsDigits = '⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊'

/** Goes through a text from its start. */
class AdjacentCodes {
  readonly #text: string
  readonly #table: CodeTable
  readonly #capitals: RunSigns | undefined
  readonly #digits: RunSigns | undefined
  readonly #longest: number
  /** The last character that was read. The end of the output would copy all of it for each sign. */
  #last = ''
  /** Whether no sign ends a passage in capitals, so that none is looked for again. */
  #isPassageOpen = false

  constructor(text: string, table: CodeTable, signs: readonly RunSigns[]) {
    this.#text = text
    this.#table = table
    this.#capitals = signs.find(({ members }) => members === 'capitals')
    this.#digits = signs.find(({ members }) => members === 'digits')
    const codes = [...table.characters.keys(), ...table.digits.keys()]
    this.#longest = Math.max(0, ...codes.map(({ length }) => length))
  }

  read(): string {
    let output = ''
    for (let at = 0; at < this.#text.length; ) {
      const reading = this.#readAt(at)
      const plain = reading?.plain ?? String.fromCodePoint(this.#text.codePointAt(at) ?? 0)
      output += plain
      this.#last = Array.from(plain).at(-1) ?? this.#last
      at = reading?.end ?? at + plain.length
    }
    return output
  }

  #readAt(at: number): Reading | undefined {
    const digits = this.#digits && this.#readDigits(at, this.#digits)
    if (digits !== undefined) return digits
    return (this.#capitals && this.#readCapitals(at, this.#capitals)) ?? this.#readSign(at)
  }

  #readDigits(at: number, signs: RunSigns): Reading | undefined {
    const run = this.#text.startsWith(signs.before, at)
      ? this.#readRun(at + signs.before.length, (start) => this.#findDigit(start), signs)
      : undefined
    if (run !== undefined) return run
    const [sign] = /^⠼[⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊]+/.exec(this.#text.slice(at)) ?? []
    const plain = sign?.slice(1).replace(/./g, (one) => String(lettersAsDigits.indexOf(one)))
    return sign && plain ? { plain, end: at + sign.length } : undefined
  }

  #readCapitals(at: number, signs: RunSigns): Reading | undefined {
    const { before, many } = signs
    if (many === before || !this.#text.startsWith(many, at)) {
      return this.#text.startsWith(before, at) ? this.#findCapital(at + before.length) : undefined
    }
    const findCapital: ReadAt = (start) => this.#findCapital(start)
    return this.#readPassage(at, signs) ?? this.#readRun(at + many.length, findCapital, signs)
  }

  /** Reads a passage in capitals: three signs, several words, and the sign that ends it. */
  #readPassage(at: number, { before, many, stop }: RunSigns): Reading | undefined {
    const start = at + before.length + many.length
    if (stop.text === '' || this.#isPassageOpen) return undefined
    if (!this.#text.startsWith(before + many, at)) return undefined
    const end = this.#text.indexOf(stop.text, start)
    this.#isPassageOpen = end < 0
    const inner = this.#text.slice(start, Math.max(end, start))
    const plain = readAdjacent(inner, this.#table, []).toUpperCase()
    return this.#isPassageOpen ? undefined : { plain, end: end + stop.text.length }
  }

  /** Reads a run of members after their sign, and skips the sign that ends it. */
  #readRun(start: number, findMember: ReadAt, { joiners, stop }: RunSigns): Reading | undefined {
    const findJoiner: ReadAt = (at) => {
      const sign = this.#findCharacter(at)
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
    const isStopped = this.#text.startsWith(stop.text, past.end)
    const follower = isStopped ? this.#findCharacter(end) : undefined
    return follower && stop.followers.includes(follower.plain) ? { plain: past.plain, end } : run
  }

  /** Reads a character, which may be another one at the start of a word. */
  #readSign(at: number): Reading | undefined {
    const { openings } = this.#table
    const sign = this.#findCharacter(at)
    const opening = sign && openings.get(sign.code)
    if (sign === undefined || opening === undefined) return sign
    const last = this.#last
    const isStart = last === '' || /[\p{White_Space}\p{Pd}]/u.test(last) || isOpening(last)
    const following = this.#findCharacter(sign.end)
    const isMark = /^\p{P}/u.test(following?.plain ?? '') && !openings.has(following?.code ?? '')
    const isInner = /\P{White_Space}/u.test(this.#text[sign.end] ?? ' ')
    return isStart && !isMark && isInner ? { ...sign, plain: opening } : sign
  }

  #findDigit(at: number): Code | undefined {
    return this.#find(this.#table.digits, at)
  }

  #findCapital(at: number): Code | undefined {
    const letter = this.#findCharacter(at)
    if (letter === undefined || !/^\p{L}/u.test(letter.plain)) return undefined
    const plain = this.#table.capitals.get(letter.code) ?? letter.plain.toUpperCase()
    return { ...letter, plain }
  }

  #findCharacter(at: number): Code | undefined {
    return this.#find(this.#table.characters, at)
  }

  /** Finds the longest code that begins at an index. */
  #find(known: ReadonlyMap<string, string>, at: number): Code | undefined {
    for (let end = Math.min(at + this.#longest, this.#text.length); end > at; end--) {
      const code = this.#text.slice(at, end)
      const plain = known.get(code)
      if (plain !== undefined) return { code, plain, end }
    }
    return undefined
  }
}

/** Returns a reading with what follows it; `undefined` if nothing is read there. */
function append(one: Reading, readNext: ReadAt): Reading | undefined {
  const next = readNext(one.end)
  return next && { plain: one.plain + next.plain, end: next.end }
}
