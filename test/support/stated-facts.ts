import type { Catalogue, TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { readings } from '../../lib/engine/kind.ts'
import type { Style } from '../../lib/engine/style.ts'
import { graphemeClusters } from '../../lib/engine/graphemes.ts'
import { kindOf, scriptsOf } from './kinds-of-styles.ts'
import { neededUnicode } from './needed-unicode.ts'

/** Returns what the file of a style states, and what can be found out. */
export function statedFacts(style: TextGenerator, catalogue: Catalogue) {
  const kind = style.file.kind ?? kindOf(style)
  return {
    kind,
    example: style.example,
    unicode: neededUnicode(style, catalogue),
    reading: readingOf({ sample: style.file.sample, transform: style.transform }),
    // In a decoder it depends on the neighbours whether a letter stays.
    ...(kind !== 'decoder' && { keeps: keptBy(style) }),
    ...(kind === 'alphabet' && { scripts: scriptsOf(style) }),
  }
}

/** The letters of the four languages, and the digits. */
const groups: ReadonlyMap<string, string> = new Map([
  ['a–z', 'abcdefghijklmnopqrstuvwxyz'],
  ['A–Z', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  ['0–9', '0123456789'],
  ...Array.from(
    'áéíóúüñÁÉÍÓÚÜÑàâçèêëîïôùûÿœæÀÂÇÈÊËÎÏÔÙÛŸŒÆğşöıĞİŞÖ',
    (letter) => [letter, letter] as const,
  ),
])

/** Returns the letters and digits that a style leaves alone, with the names of whole groups. */
function keptBy(style: Pick<Style, 'transform'>): string {
  const names = [...groups].flatMap(([name, letters]) => {
    const kept = Array.from(letters).filter((letter) => keeps(style, letter))
    return kept.length === Array.from(letters).length ? [name] : kept
  })
  return names.join(' ')
}

/** Whether a letter stays in each place, often enough for styles that choose at random. */
function keeps({ transform }: Pick<Style, 'transform'>, letter: string): boolean {
  return ['en', 'tr'].some((language) => {
    const output = transform(`${letter}ƻ${letter} ${letter}ƻ${letter.repeat(39)}`, language)
    const clusters: readonly string[] = output.match(/\P{M}\p{M}*/gu) ?? []
    // Without this sign, which no style changes that keeps letters, a letter is a part of codes.
    const isText = clusters.includes('ƻ')
    return isText && clusters.filter((cluster) => cluster === letter).length >= 42
  })
}

type Reading = (typeof readings)[number]

/** Returns how screen readers read a style: judged by its sample and by sentences. */
export function readingOf({ sample, transform }: Pick<Style, 'sample' | 'transform'>): Reading {
  const outputs = [sample, 'The quick brown fox jumps over the lazy dog'].map(
    (input) => [input, transform(input, 'en')] as const,
  )
  return readings.find((one) => outputs.every((pair) => tests[one](...pair))) ?? 'signs'
}

/** Whether screen readers read an output that way, or in a clearer one. */
export function isReadAs(reading: Reading | undefined, input: string, output: string): boolean {
  return reading !== undefined && tests[reading](input, output)
}

type Test = (input: string, output: string) => boolean

/** Creates a test that holds if every visible sign that a style adds beyond ASCII matches. */
function adds(pattern: RegExp): Test {
  return (input, output) =>
    Array.from(output).every((point) => {
      const isKnown = point <= '\x7f' || input.includes(point)
      return isKnown || /[\p{Cf}\p{Zs}\ufe0e\ufe0f]/u.test(point) || pattern.test(point)
    })
}

/** The block of mathematical letters, and the one with the letters that are missing there. */
const addsMathematical = adds(/[\u{1d400}-\u{1d7ff}\u2100-\u214f\p{M}]/u)

/** https://www.unicode.org/reports/tr15/#Norm_Forms */
const readsByNfkc: Test = (input, output) => normal(output) === normal(input)

/** NVDA 2026.2 also knows enclosed letters: https://github.com/nvaccess/nvda/pull/19608 */
const readsByNvda: Test = (input, output) => {
  // Two adjacent regional indicators are a flag.
  if (/\p{RI}{2}/u.test(output)) return false
  const letters = Array.from(output.replaceAll('\u200c', ''), (point) => {
    const code = point.codePointAt(0) ?? 0
    const first = enclosedBlocks.find((start) => code >= start && code < start + 26)
    return first === undefined ? point : String.fromCharCode(0x61 + code - first)
  })
  return normal(letters.join('')) === normal(input)
}

/** The first of the letters that are white on black, in circles or squares, and of flags. */
const enclosedBlocks = [0x1f150, 0x1f170, 0x1f1e6] as const

function normal(text: string): string {
  return text.replace(/[\ufe0e\ufe0f]/g, '').normalize('NFKC').toLowerCase()
}

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

const keepsWords: Test = (input, output) => {
  let end = 0
  return input.split(' ').every((word) => {
    end = output.indexOf(word, end) + word.length
    return end >= word.length
  })
}

const keepsLetters: Test = (input, output) => {
  const clusters = graphemeClusters(output)
  let end = 0
  return graphemeClusters(input.replaceAll(' ', '')).every((letter) => {
    end = clusters.indexOf(letter, end) + 1
    return end > 0
  })
}

/** What holds for each way to be read; the first one counts. */
const tests: Readonly<Record<Reading, Test>> = {
  invisible: (_input, output) => /^[ \u2800\u3164]*$/.test(output),
  ordinary: adds(/(?!)/),
  // What markup says is in the letters.
  mathematical: (input, output) =>
    addsMathematical(input, output) && readsByNfkc(input.replace(/[*_]/g, ''), output),
  compatible: readsByNfkc,
  enclosed: readsByNvda,
  marked: (input, output) => withoutMarks(output) === withoutMarks(input),
  framed: keepsWords,
  spelled: keepsLetters,
  latin: adds(/[\p{Script=Latin}\p{M}]/u),
  alphabets: adds(/[\p{L}\p{M}\p{N}]/u),
  signs: () => true,
}
