import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { IncomingMessage } from 'node:http'
import { encodings } from '../../lib/engine/decoding/encodings.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { findClient } from '../../lib/http/client.ts'
import { bestLanguage, chooseCoding, matchesEtag, namesHtml } from '../../lib/http/negotiate.ts'
import { StartError } from '../../lib/log.ts'
import {
  countBlanks,
  isOfCase,
  roomOf,
} from '../../lib/pages/browser/styled-text.ts'
import { limitsOf, measureText } from '../../lib/pages/browser/measures.ts'
import { readConfig, settings } from '../../lib/settings/config.ts'
import { parseEnvironmentFile } from '../../lib/settings/environment-file.ts'
import { assertCost, assertLinear, cpuMs, linearTimes } from '../support/cost.ts'
import { readForm } from '../support/forms.ts'
import { catalogue, lookedAt, siblings } from '../support/laws.ts'
import { rounds, someOf } from '../support/rounds.ts'
import { simplestOf } from '../support/simplest.ts'
import { createRandom } from '../support/texts.ts'

/** Code points of texts; a sixteenth of them is a multiple of 24, for codes come in groups. */
const [long, longest] = [1_536, 9_984]

/** A kind of work on a text of a client. */
interface Subject {
  readonly title: string
  readonly work: (text: string) => unknown
  /** What its patterns may look for. */
  readonly signs: readonly string[]
  /** What it may read as a whole. */
  readonly notations: readonly string[]
}

/** At least one sign of every class that patterns treat in their own way. */
const signs = [
  ...['a', 'e', 'i', 'u', 'x', 'A', 'I', 'É', 'ı', 'ß', '0', '1', '4', '9', 'd', 'U', 'V'],
  ...['\\', '&', '#', '+', '=', '%', '/', '_', '@', '!', '.', ',', ':', ';', '?', '(', ')', '[', ']'],
  ...['«', '»', '"', "'", '’', '€', '-', '—', '·', '•', '*', '|', '~', '{', '}', '<', '`', '^', '$'],
  ...[' ', '\t', '\u00a0', '\u3000', '\n', '\r\n', '\u200b', '\u200d', '\ufe0f', '\ufe0e', '\u00ad'],
  ...['\u0301', '\u0323', '\u0332', '\u20e3', '\u{1d167}', 'א', 'क', '\u094d', '한', '世', 'ω', 'а'],
  ...['😀', '👩', '🏽', '🇹', '𝐚', '𝟏', 'Ⅷ', '²', 'ᵃ', '⠠', '⠼', '★', '♥', '─', '【', '】', 'Ａ', '１', '\ud83d'],
]

/** How letters are written in programs, addresses and messages. */
const notations = [
  ...['%41', '%C3%A9', '%20', '%u0041', '%e', '?a=', '&a=', '?a=&', '+', '\\x41', '\\u0041', '\\u{41}'],
  ...['\\ud83d\\ude00', '\\U00000041', '\\N{U+41}', '\\101', 'U+0041', 'u0041', '&#65;', '&#x41;', '&#65'],
  ...['&amp;', '&amp', '0x41', '0b01000001', '0o101', '01000001', '01000001b', '41h', '065', '41', '4 1'],
  ...['QUJD', 'QUI=', 'QUI%3D', '=?utf-8?b?', '=?utf-8?b?QQ==?=', 'data:', 'data:a;base64,', '=41'],
  ...['.-', '...', '⠠⠁', '(a)', '[a]', 'a.', 'a★', '★a', 'XIV', 'a1', '1-2', '22', '¯\\_', 'xX', '『a』'],
]

/** Where a pattern fails at the end of a text, it may try everything before again. */
const ends = ['', ' ', '!', ' x', 'a', '\n', '=', '%', '★', '𝐚', '\u0301']

const random = createRandom(0x3516)
const pick = (list: readonly string[]): string => list[random(list.length)] ?? ''

/** A text of any length. */
interface Pattern {
  readonly title: string
  readonly repeat: (length: number) => string
}

/** Returns a pattern of three signs, or of a notation with something after it. */
function drawPattern({ signs, notations }: Subject): Pattern {
  const end = pick(ends)
  const isNotation = notations.length > 0 && random(2) === 0
  const [one, two, three] = isNotation
    ? [pick(notations), random(2) === 0 ? '' : pick(signs), random(2) === 0 ? '' : pick(notations)]
    : [pick(signs), pick(signs), pick(signs)]
  const shapes: ReadonlyArray<(count: number) => string> = [
    (count) => (one + two + three).repeat(count / 3),
    (count) => one.repeat(count / 2) + two + three.repeat(count / 2),
    (count) => one.repeat(count / 3) + two.repeat(count / 3) + three.repeat(count / 3),
    (count) => one + (two + three).repeat(count / 2),
  ]
  const shape = random(shapes.length)
  const parts = [one, two, three, end].map((part) => JSON.stringify(part)).join(', ')
  return {
    title: `${parts} in shape ${shape}`,
    // Notations of several signs make a longer text.
    repeat: (length) => {
      const text = shapes[shape]?.(length) ?? ''
      return [...text].slice(0, length - 1).join('') + end
    },
  }
}

const codes = lookedAt.flatMap(({ decodes = '' }) => {
  const transform = catalogue.get(decodes)?.transform
  return transform === undefined ? [] : ['a', 'E', '1', 'é'].map((key) => transform(key, 'en'))
})

/** Styles, and what finds out whether a text can only be a code. */
const styles: readonly Subject[] = simplestOf(lookedAt).flatMap(({ slug, data, transform, decodes }) => {
  const isReading = decodes !== undefined || data.category === 'decoded'
  const own = isReading ? [...notations, ...codes] : notations.slice(0, 3)
  const sure = data.operations.flatMap(({ recognizerOf }) => recognizerOf?.(siblings) ?? [])
  const work = (text: string): unknown => [transform(text, 'tr'), ...sure.map((is) => is(text, 'tr'))]
  return [{ title: slug, work, signs, notations: own }]
})

const inHeaders = [...'a1:;,=."/*[]%- \t\\éWq(_']
const fields = ['a=', '%41', '&', 'text=', 'then[]=', '%', 'W/"a"', 'q=0', '::1', '1.1.1.1', '[::']
const trusted = { peerOf: () => '127.0.0.1', isTrusted: () => true }

/** Refuses what a client or an operator has written, or accepts it. */
function attempt(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof ApiError || error instanceof StartError, String(error))
  }
}

/** What else reads texts of clients, or of operators. */
const parsers: readonly Subject[] = Object.entries<(text: string) => unknown>({
  query: (text) => readForm(text, undefined).others(),
  body: (text) => readForm('', Buffer.from(text)).others(),
  parts: (text) =>
    attempt(() => readForm('', Buffer.from(text), 'multipart/form-data; boundary=aaa').others()),
  'a part': (text) => {
    const head = 'Content-Disposition: form-data; name='
    const body = Buffer.from(`--a\r\n${head}${text}\r\n\r\n${text}\r\n--a--`)
    attempt(() => readForm('', body, 'multipart/form-data; boundary=a'))
  },
  boundary: (text) => attempt(() => readForm('', Buffer.from(''), `multipart/form-data;${text}`)),
  'Accept headers': (text) => [bestLanguage(text, ['en', 'tr']), chooseCoding(text), namesHtml(text)],
  'If-None-Match': (text) => matchesEtag(text, '"a"'),
  'X-Forwarded-For': (text) =>
    findClient({ headers: { 'x-forwarded-for': text } } as unknown as IncomingMessage, trusted),
  'settings file': parseEnvironmentFile,
  settings: (text) => {
    for (const { variable } of Object.values(settings)) {
      attempt(() => readConfig({ [variable]: text }))
    }
    attempt(() => readConfig({ SITE_URL: `http://localhost/${text}`, TRUST_PROXY: '' }))
  },
  'a start fault': (text) => new StartError(text),
}).map(([title, work]) => ({ title, work, signs: inHeaders, notations: fields }))

/** What pages show of a text while it is typed. */
const inBrowsers: readonly Subject[] = Object.entries<(text: string) => unknown>({
  limits: limitsOf,
  lengths: measureText,
  looks: (text) => [countBlanks(text), roomOf('a', text), isOfCase(text, `${text}a`, 'tr')],
}).map(([title, work]) => ({ title, work, signs, notations: [] }))

const groups = { 'in a style': styles, 'in a parser': parsers, 'on a page': inBrowsers }

for (const [place, subjects] of Object.entries(groups)) {
  describe(`the time for a text of three signs or of escapes, ${place},`, () => {
    for (const subject of subjects) {
      test(`is linear: ${subject.title}`, () => {
        const patterns = Array.from({ length: rounds(24, 2_000) }, () => drawPattern(subject))
        assertSlowestLinear(subject, patterns)
      })
    }
  })
}

describe('the time for a run of any sign between two letters', () => {
  for (const [index, { title, work, notations: { length } }] of styles.entries()) {
    // What reads texts looks for more.
    const tried = length > 3 ? signs : someOf(signs, 8, index)
    test(`is linear: ${title}`, () => {
      for (const sign of tried) {
        const [part, whole] = [longest / linearTimes, longest].map((count) => {
          const text = `a${sign.repeat(count)}b`
          return () => work(text)
        })
        if (part === undefined || whole === undefined) continue
        const [partMs, wholeMs] = [cpuMs(part), cpuMs(whole)]
        if (wholeMs > 3 && wholeMs > 2 * linearTimes * partMs) assertLinear(title + sign, part, whole)
      }
    })
  }
})

describe('the time for a text of one notation, with or without a blank behind,', () => {
  for (const [name, { decode, recognizes }] of Object.entries(encodings)) {
    test(`is linear: ${name}`, () => {
      const work = (text: string): unknown => [decode(text, new Map()), recognizes?.(text)]
      const patterns = notations.flatMap((notation) =>
        ['', ' ', '!'].map((end): Pattern => ({
          title: JSON.stringify([notation, end]),
          // Decoders read whole groups, and some codes have groups of three or four.
          repeat: (length) => notation.repeat(12 * Math.ceil(length / notation.length / 12)) + end,
        })),
      )
      assertSlowestLinear({ title: name, work, signs, notations }, patterns, [...sizes, 2 * long, longest])
    })
  }
})

const sizes = [24, 48, 96, 192, 384, 768]

/** Checks that the cost of the slowest of the patterns is linear up to the longest text. */
function assertSlowestLinear(
  subject: Subject,
  patterns: readonly Pattern[],
  tried: readonly number[] = sizes,
): void {
  const times = new Map(patterns.map((pattern) => [pattern, climb(subject, pattern, tried)]))
  const [slowest] = patterns.toSorted((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0))
  for (const size of slowest === undefined ? [] : [long, longest]) {
    const [part, whole] = [size / linearTimes, size].map((length) => slowest?.repeat(length) ?? '')
    const name = `${subject.title}: ${slowest?.title}`
    assertLinear(name, () => subject.work(part ?? ''), () => subject.work(whole ?? ''))
  }
}

/** Returns the time for the longest of some texts: none may cost much more than a shorter one. */
function climb({ title, work, signs }: Subject, pattern: Pattern, tried: readonly number[]): number {
  const usual = signs.join('')
  let [before, last] = ['', 0]
  for (const size of tried) {
    const text = pattern.repeat(size)
    const startMs = performance.now()
    work(text)
    const ms = performance.now() - startMs
    const shorter = before
    const times = 1.5 * (text.length / Math.max(1, before.length))
    if (ms > times * last + 1) {
      const yardstick = (): void => {
        work(shorter)
        work(usual)
      }
      const name = `${title}: ${pattern.title}: a text of ${size}`
      assertCost(name, () => work(text), yardstick, 6 * times)
    }
    ;[before, last] = [text, ms]
  }
  return last
}
