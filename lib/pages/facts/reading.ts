import type { TextGenerator } from '../../catalogue/catalogue.ts'
import { defaultLanguage } from '../../catalogue/locale.ts'
import { graphemeClusters } from '../../engine/text.ts'

/** How screen readers read the output of a style. */
export type Reading = (typeof readings)[number][0]

/** Returns how screen readers read a style: judged by its sample and by a sentence. */
export function readingOf({ data, transform }: Pick<TextGenerator, 'data' | 'transform'>): Reading {
  const outputs = [data.sample, 'The quick brown fox jumps over the lazy dog'].map(
    (input) => [input, transform(input, defaultLanguage)] as const,
  )
  const found = readings.find(([, holds]) => outputs.every((pair) => holds(...pair)))
  return found?.[0] ?? 'signs'
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

/** Every way to be read, with its test; the first one that holds counts. */
const readings = [
  // Blank patterns of Braille.
  ['invisible', (_input, output) => /^[ \u2800]*$/.test(output)],
  // Only ASCII, or what was typed.
  ['ordinary', adds(/(?!)/)],
  // Mathematical letters, which NFKC turns into ordinary ones.
  ['mathematical', (...texts) => addsMathematical(...texts) && readsByNfkc(...texts)],
  // Other characters that NFKC turns into letters.
  ['compatible', readsByNfkc],
  ['enclosed', readsByNvda],
  // The letters that were typed, under combining marks.
  ['marked', (input, output) => withoutMarks(output) === withoutMarks(input)],
  // The words that were typed, with signs around or between them.
  ['framed', keepsWords],
  // The letters that were typed, with signs between them.
  ['spelled', keepsLetters],
  // Rare Latin letters, such as those of phonetics.
  ['latin', adds(/[\p{Script=Latin}\p{M}]/u)],
  // Letters of other scripts.
  ['alphabets', adds(/[\p{L}\p{M}\p{N}]/u)],
  ['signs', () => true],
] as const satisfies ReadonlyArray<readonly [reading: string, holds: Test]>
