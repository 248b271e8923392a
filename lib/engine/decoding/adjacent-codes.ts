import type { RunSigns } from '../inverse.ts'
import { toNfc } from '../text.ts'
import { escapePoints } from './code-lines.ts'
import { isOpening } from './code-table.ts'
import type { CodeTable } from './code-table.ts'

/** Digits after the sign of most countries, where the code itself has other digits. */
const lettersAsDigits = '⠚⠁⠃⠉⠙⠑⠋⠛⠓⠊'

/**
 * Returns a function that reads codes with nothing between them, as in braille: always the longest
 * code, and capitals and digits after their signs. Anything else is copied.
 */
export function createAdjacentReader(
  table: CodeTable,
  signs: readonly RunSigns[],
): (text: string) => string {
  const { characters, capitals, digits, openings } = table
  const codes = [...characters.keys()]
  const characterOf = (code: string): string => characters.get(code) ?? ''
  const withPlain = (isMeant: (plain: string) => boolean): string =>
    anyOf(codes.filter((code) => isMeant(characterOf(code))))
  const letter = withPlain((plain) => /^\p{L}/u.test(plain))

  /** Matches a run of members after its sign, and the sign that ends it before a follower. */
  const runOf = (name: string, member: string, { many, joiners, stop }: RunSigns): string => {
    const joiner = withPlain((plain) => joiners.includes(plain))
    const follower = withPlain((plain) => stop.followers.includes(plain))
    const end = `(?:(?<${name}End>${joiner}*)${escapePoints(stop.text)}(?=${follower}))?`
    return `${escapePoints(many)}(?<${name}>${member}(?:${joiner}?${member})*)${end}`
  }
  const patterns = signs.flatMap((one) => {
    const [before, many, stop] = [one.before, one.many, one.stop.text].map(escapePoints)
    if (one.members === 'digits') {
      // Others have the sign that ends digits before any letter that could be a contraction.
      const plain = one.stop.text === '' ? '(?!)' : `(?<!\\S)(?<plain>(?:${stop}){1,3})(?=\\S)`
      return [
        runOf('digits', anyOf(digits.keys()), one),
        `⠼(?<letters>[${lettersAsDigits}]+)`,
        characters.has(one.stop.text) ? '(?!)' : plain,
      ]
    }
    const single = `${before}(?<capital>${letter})`
    if (many === before) return [single]
    // Three signs, several words, and the sign that ends such a passage, without another start.
    const passage = `${before}${many}(?<passage>(?:(?!${before}${many}|${stop}).)*)${stop}`
    return [...(stop === '' ? [] : [passage]), runOf('capitals', letter, one), single]
  })
  const sign = anyOf(codes)
  const pattern = new RegExp([...patterns, `(?<sign>${sign})`, '.'].join('|'), 'gsu')
  const [first, capital] = [new RegExp(`^${sign}`, 'u'), new RegExp(letter, 'gu')]
  const digit = new RegExp(`${anyOf(digits.keys())}|${sign}`, 'gu')
  const longest = Math.max(0, ...codes.map(({ length }) => length))
  const readInner = signs.length > 0 ? createAdjacentReader(table, []) : undefined

  const readRun = (found: Found): string | undefined => {
    const inCapitals = found['capitals'] ?? found['capital']
    if (found['digits'] !== undefined) {
      const run = found['digits'] + (found['digitsEnd'] ?? '')
      return run.replace(digit, (code) => digits.get(code) ?? characterOf(code))
    }
    if (inCapitals !== undefined) {
      return inCapitals.replace(capital, (code) => {
        return capitals.get(code) ?? characterOf(code).toUpperCase()
      })
    }
    if (found['plain'] !== undefined) return ''
    if (found['passage'] !== undefined) return readInner?.(found['passage']).toUpperCase()
    return found['letters']?.replace(/./g, (one) => String(lettersAsDigits.indexOf(one)))
  }
  /** Reads a sign, which may mean another character at the start of a word. */
  const readSign = (code: string, last: string, rest: string): string => {
    const opening = openings.get(code)
    const isStart = last === '' || /[\p{White_Space}\p{Pd}]/u.test(last) || isOpening(last)
    if (opening === undefined || !isStart || /^\p{White_Space}|^$/u.test(rest)) {
      return characterOf(code)
    }
    const [following = ''] = first.exec(rest) ?? []
    const isMark = /^\p{P}/u.test(characterOf(following)) && !openings.has(following)
    return isMark ? characterOf(code) : opening
  }
  return (text) => {
    let output = ''
    // The end of the output would copy all of it for each sign.
    let last = ''
    for (const { 0: written, index, groups = {} } of text.matchAll(pattern)) {
      const end = index + written.length
      const isSign = groups['sign'] !== undefined
      const rest = isSign ? text.slice(end, end + Math.max(1, longest)) : ''
      const plain = readRun(groups) ?? (isSign ? readSign(written, last, rest) : written)
      output += plain
      last = Array.from(plain).at(-1) ?? last
    }
    return output === text ? text : toNfc(output)
  }
}

type Found = Readonly<Record<string, string | undefined>>

/** Returns a pattern for any of the codes, the longest first. */
function anyOf(codes: Iterable<string>): string {
  const longestFirst = [...codes].sort((one, other) => other.length - one.length)
  return `(?:${longestFirst.map(escapePoints).join('|') || '(?!)'})`
}
