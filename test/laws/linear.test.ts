import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import type { Operation } from '../../lib/engine/operation.ts'
import { graphemeClusters, shareText } from '../../lib/engine/text.ts'
import type { SharedText } from '../../lib/engine/text.ts'
import { assertLinear } from '../support/cost.ts'
import { catalogue, lookedAt } from '../support/laws.ts'

/** Code points of the texts that are compared first, and whether every pair is tried or a third. */
const [length, triesAll] = [Number(process.env['LONGEST_TEXT'] ?? 120), 'LONGEST_TEXT' in process.env]

/** At least one character of every class that an operation, or Unicode, treats in its own way. */
const characters = [
  // Letters, capitals, vowels, Roman numerals, digits of several radices, and what escapes begin with.
  ...['a', 'e', 'y', 'u', 'x', 'A', 'I', 'É', '0', '1', '9', '\\', '&', '#', '+', '=', '%', '/', '_'],
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
  test('grows as the text does, for any two characters in a row and in turn', () => {
    const subjects = [clusters, ...subjectsOf(lookedAt)].map((subject) => new Slowest(subject))
    for (const [index, pair] of pairs.entries()) {
      if (index % 3 !== 0 && !triesAll) continue
      const text = shareText(pair.repeat(length))
      text.clusters()
      for (const subject of subjects) subject.tryOut(pair, text)
    }
    for (const { work, title, found } of subjects) {
      for (const { pair } of found) {
        const [half, whole] = [8, 16].map((times) => shareText(pair.repeat(times * length)))
        ;[half, whole].forEach((text) => text?.clusters())
        const works = [half, whole].map((text) => () => work(text ?? shareText('')))
        assertLinear(`${title}: ${pair.title}`, works[0] ?? assert.fail(), works[1] ?? assert.fail())
      }
    }
  })
})

/** What is done to a text. */
interface Subject {
  readonly title: string
  readonly work: (text: SharedText) => unknown
}

const clusters: Subject = { title: 'clusters', work: ({ text }) => graphemeClusters(text) }

/** The simplest generators that together have every kind of operation. */
function subjectsOf(generators: readonly TextGenerator[]): Subject[] {
  const known = new Set<string>()
  return generators
    .toSorted((one, other) => one.data.operations.length - other.data.operations.length)
    .filter(({ data }) => {
      const kinds = data.operations.map(kindOf).filter((kind) => !known.has(kind))
      kinds.forEach((kind) => known.add(kind))
      return kinds.length > 0
    })
    .map(({ slug, transform }) => ({ title: slug, work: (text) => transform(text, 'tr') }))
}

/** The type of an operation, the fields that it has, and the choices in these. */
function kindOf(operation: Operation): string {
  const choices = ['units', 'where', 'lines', 'to', 'as', 'members', 'spaces', 'complete']
  const fields: Readonly<Record<string, unknown>> = { ...operation.published('en', 'styled') }
  const chosen = choices.map((name) => fields[name])
  return [operation.type, operation.decodes, ...Object.keys(fields), ...chosen].join()
}

/** Two characters, in a text of any length. */
interface Pair {
  readonly title: string
  readonly repeat: (length: number) => string
}

/** What decoders read: the signs of their codes. */
const codeSigns = lookedAt.flatMap(({ decodes = '' }) => [
  ...(catalogue.get(decodes)?.transform('Ab 1,?!¿(«"', 'en') ?? ''),
])

const pairs: readonly Pair[] = characters.flatMap((one) =>
  [...characters, ...('a '.includes(one) ? new Set(codeSigns) : [])].flatMap((other) => {
    const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
    const run: Pair = {
      title: `${first} in a run of ${second}`,
      repeat: (count) => other.repeat(count / 2) + one + other.repeat(count / 2),
    }
    const turns: Pair = {
      title: `${first} and ${second} in turn`,
      repeat: (count) => (one + other).repeat(count / 2),
    }
    return one < other ? [run, turns] : [run]
  }),
)

/** The pairs that take the longest: a time that grows faster than the text does is among them. */
class Slowest implements Subject {
  readonly title: string
  readonly work: (text: SharedText) => unknown
  readonly found: Array<{ readonly pair: Pair; readonly ms: number }> = []

  constructor({ title, work }: Subject) {
    this.title = title
    this.work = work
  }

  tryOut(pair: Pair, text: SharedText): void {
    let ms = Infinity
    // A time that may be that of an interruption is taken again.
    for (let count = 0; count < 4; count++) {
      const startMs = performance.now()
      this.work(text)
      ms = Math.min(ms, performance.now() - startMs)
      if (this.found.length === mostFound && ms <= (this.found.at(-1)?.ms ?? 0)) return
    }
    this.found.push({ pair, ms })
    this.found.sort((one, other) => other.ms - one.ms)
    this.found.splice(mostFound)
  }
}

const mostFound = 4
