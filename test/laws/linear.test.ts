import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { graphemeClusters } from '../../lib/engine/graphemes.ts'
import { clustersOf } from '../../lib/engine/text.ts'
import { assertLinear } from '../support/cost.ts'
import { catalogue, isAlone, lookedAt } from '../support/laws.ts'
import { rounds, triesAll } from '../support/rounds.ts'
import { simplestOf } from '../support/simplest.ts'

/** Code points of the texts for each pair; .ci/soak tries all pairs instead of every 13th. */
const length = rounds(120, 500)
/** How many of the slowest pairs are measured with each style. */
const slowestCount = rounds(2, 4)

/** At least one character of every class that an operation, or Unicode, treats in its own way. */
const characters = [
  // Letters, capitals, vowels, Roman numerals, digits of several radices, and what escapes begin with.
  ...['a', 'e', 'y', 'u', 'x', 'A', 'I', 'É', '0', '1', '9'],
  ...['\\', '&', '#', '+', '=', '%', '/', '_', '@', '!'],
  // Letters that change with the case or the language, or that do not decompose.
  ...['ı', 'İ', 'ß', 'ǆ', 'ΐ', 'e\u0301'],
  // Punctuation: ends of sentences, brackets, quotation marks, currency, hyphens.
  ...['.', ',', ':', ';', '?', '(', ')', '¿', '«', '»', '"', "'", '’', '€', '-', '—', '·'],
  // Blanks, line breaks, and characters that are not seen.
  ...[' ', '\t', '\u00a0', '\u3000', '\n', '\r\n', '\u2028', '\0', '\u00ad', '\u200b', '\u200d', '\ufe0f'],
  // Marks of several combining classes, other scripts, emoji and their parts, lone surrogates.
  ...['\u0301', '\u0323', '\u20e3', '\u{1d167}', '\u0600', 'א', '\u202e', 'क', '\u094d', '한', '世'],
  ...['😀', '👩', '🏽', '🇹', '🏴', '\u{e0067}', '𝐚', '𝟏', 'Ⅷ', 'ⅷ', '²', '⠠', '⠼', '\ud83d', '\ude00'],
]

describe('the time for a text', () => {
  test('is linear for any two characters, in runs and alternating', () => {
    const subjects = [...(isAlone ? [] : [clusters]), ...subjectsOf(lookedAt)]
    for (const [index, pair] of pairs.entries()) {
      if (index % 13 !== 0 && !triesAll && pair.isAlways !== true) continue
      const text = prepare(pair.repeat(length))
      for (const subject of subjects) keepSlowest(subject, pair, text)
    }
    for (const { title, work, slowest } of subjects) {
      for (const { pair } of [...slowest, { pair: marks }]) {
        // First short texts: a cubic cost would take minutes for long ones.
        for (const count of [240, 1_200]) {
          const [part, whole] = [prepare(pair.repeat(count)), prepare(pair.repeat(8 * count))]
          assertLinear(`${title}: ${pair.title}`, () => work(part), () => work(whole))
        }
      }
    }
  })
})

/** Splits a text into clusters, which is not part of the cost of a style. */
function prepare(text: string): string {
  clustersOf(text)
  return text
}

/** A kind of work, and the pairs for which it takes longest. */
interface Subject {
  readonly title: string
  readonly work: (text: string) => unknown
  readonly slowest: Array<{ readonly pair: Pair; readonly ms: number }>
}

const clusters: Subject = { title: 'clusters', work: graphemeClusters, slowest: [] }

/** The simplest generators that together have every kind of operation. */
function subjectsOf(generators: readonly TextGenerator[]): Subject[] {
  return simplestOf(generators).map(({ slug, transform }) => {
    return { title: slug, work: (text) => transform(text, 'tr'), slowest: [] }
  })
}

/** Two characters, in a text of any length, which may end in another one. */
interface Pair {
  readonly title: string
  readonly repeat: (length: number) => string
  /** Whether it is tried outside of `.ci/soak`, too, wherever it is in the list. */
  readonly isAlways?: boolean
}

/** What decoders read: the signs of their codes. */
const codeSigns = lookedAt.flatMap(({ decodes = '' }) => [
  ...(catalogue.get(decodes)?.transform('Ab 1,?!¿(«"', 'en') ?? ''),
])

/** Where a pattern fails at its end, it may try everything before again. */
const ends = ['', 'A', '!']

const pairs: readonly Pair[] = characters.flatMap((one) =>
  [...characters, ...('aA '.includes(one) ? new Set(codeSigns) : [])].flatMap((other, index) => {
    const isCode = one === 'A' && index >= characters.length
    const end = one === 'A' ? 'a' : (ends[index % ends.length] ?? '')
    const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
    const run: Pair = {
      title: `${first} in a run of ${second}`,
      repeat: (count) => other.repeat(count / 2) + one + other.repeat(count / 2),
    }
    const turns: Pair = {
      title: `${first} and ${second} in turn before "${end}"`,
      repeat: (count) => (one + other).repeat(count / 2) + end,
      isAlways: isCode,
    }
    return one < other || isCode ? [run, turns] : [run]
  }),
)

/** Marks in an order that normalization changes, for which short texts are as quick as others. */
const marks: Pair = {
  title: 'a letter before two marks in turn',
  repeat: (count) => `a${'\u0323\u0301'.repeat(count / 2)}`,
}

/** Keeps a pair if it is among the slowest, as a pair with a cost beyond linear is. */
function keepSlowest({ work, slowest }: Subject, pair: Pair, text: string): void {
  let ms = Infinity
  // A high measurement may be due to an interruption and is repeated.
  for (let count = 0; count < 4; count++) {
    const startMs = performance.now()
    work(text)
    ms = Math.min(ms, performance.now() - startMs)
    if (slowest.length === slowestCount && ms <= (slowest.at(-1)?.ms ?? 0)) return
  }
  slowest.push({ pair, ms })
  slowest.sort((one, other) => other.ms - one.ms)
  slowest.splice(slowestCount)
}
