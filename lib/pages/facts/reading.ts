import type { TextGenerator } from '../../catalogue/catalogue.ts'
import { defaultLanguage } from '../../catalogue/locale.ts'
import { graphemeClusters } from '../../engine/text.ts'

/** How screen readers take what a style puts out; `readings` tells what each means. */
export type Reading = (typeof readings)[number]

/**
 * Every way to be read, the first that fits:
 * - `ordinary`: nothing but ASCII, or what was typed
 * - `mathematical`: mathematical letters, which NFKC makes ordinary ones
 * - `compatible`: other characters of which NFKC makes letters
 * - `enclosed`: those of which NVDA 2026.2 makes letters besides
 * - `marked`: the letters that were typed, under combining marks
 * - `framed`: the words that were typed, with signs around or between them
 * - `spelled`: the letters that were typed, with signs between them
 * - `latin`: Latin letters that are rare, such as those of phonetics
 * - `alphabets`: letters of other scripts
 * - `signs`: anything else
 */
export const readings = [
  'ordinary',
  'mathematical',
  'compatible',
  'enclosed',
  'marked',
  'framed',
  'spelled',
  'latin',
  'alphabets',
  'signs',
] as const

/** Finds how screen readers take a style, from what it makes of its sample and of a sentence. */
export function readingOf({ data, transform }: Pick<TextGenerator, 'data' | 'transform'>): Reading {
  const inputs = [data.sample, sentence]
  const pairs = inputs.map((input) => ({ input, output: transform(input, defaultLanguage) }))
  const always = (test: Test): boolean => pairs.every(({ input, output }) => test(input, output))
  const added = pairs.flatMap(({ input, output }) => addedPoints(input, output))
  const tests: ReadonlyArray<readonly [reading: Reading, holds: () => boolean]> = [
    ['ordinary', () => added.length === 0],
    ['mathematical', () => added.every(isMathematical) && always(readsByNfkc)],
    ['compatible', () => always(readsByNfkc)],
    ['enclosed', () => always(readsByNvda)],
    ['marked', () => always(isMarked)],
    ['framed', () => always(keepsWords)],
    ['spelled', () => always(keepsLetters)],
    ['latin', () => added.every((point) => /[\p{Script=Latin}\p{M}]/u.test(point))],
    ['alphabets', () => added.every((point) => /[\p{L}\p{M}\p{N}]/u.test(point))],
  ]
  return tests.find(([, holds]) => holds())?.[0] ?? 'signs'
}

type Test = (input: string, output: string) => boolean

const sentence = 'The quick brown fox jumps over the lazy dog'

/** What is in an output and neither in its input nor in ASCII, and can be seen. */
function addedPoints(input: string, output: string): string[] {
  const known = new Set(input)
  return [...new Set(output)].filter((point) => {
    return point > '\x7f' && !known.has(point) && !/[\p{Cf}\p{Zs}\ufe0e\ufe0f]/u.test(point)
  })
}

/** Of the block for mathematics, or of that which has the letters that are missing in it. */
function isMathematical(point: string): boolean {
  return /[\u{1d400}-\u{1d7ff}\u2100-\u214f\p{M}]/u.test(point)
}

/** https://www.unicode.org/reports/tr15/#Norm_Forms */
const readsByNfkc: Test = (input, output) => normal(output) === normal(input)

/** What NVDA 2026.2 does besides: https://github.com/nvaccess/nvda/pull/19608 */
const readsByNvda: Test = (input, output) => {
  // Two of them side by side are a flag.
  if (/\p{RI}{2}/u.test(output)) return false
  const letters = Array.from(output.replaceAll('\u200c', ''), (point) => {
    const code = point.codePointAt(0) ?? 0
    const first = enclosedBlocks.find((start) => code >= start && code < start + 26)
    return first === undefined ? point : String.fromCharCode(0x61 + code - first)
  })
  return normal(letters.join('')) === normal(input)
}

/** The first letters of those that are circled or squared in white on black, and of flags. */
const enclosedBlocks = [0x1f150, 0x1f170, 0x1f1e6] as const

function normal(text: string): string {
  return text.replace(/[\ufe0e\ufe0f]/g, '').normalize('NFKC').toLowerCase()
}

const isMarked: Test = (input, output) => withoutMarks(output) === withoutMarks(input)

function withoutMarks(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '')
}

const keepsWords: Test = (input, output) => {
  let place = 0
  return input.split(' ').every((word) => {
    place = output.indexOf(word, place) + word.length
    return place >= word.length
  })
}

const keepsLetters: Test = (input, output) => {
  const clusters = graphemeClusters(output)
  let place = 0
  return graphemeClusters(input.replaceAll(' ', '')).every((letter) => {
    place = clusters.indexOf(letter, place) + 1
    return place > 0
  })
}
