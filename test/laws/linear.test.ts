import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { emoji, pangrams, sentences } from '../support/texts.ts'
import { isLookedAt, loadShipped } from '../support/shared-catalogue.ts'

/** In code points; .ci/run tries the longest text that the service takes. */
const longest = Number(process.env['LONGEST_TEXT'] ?? 5_000)
const generators = [...loadShipped().catalogue.values()].filter(isLookedAt)

const languages = `${pangrams.tr}${Object.values(sentences).join(' ')}${emoji.join('')}🇹🇷🇪🇸`
const digits = `${'1234567890 \t\u3000\r\n'.repeat(30)}a${'\u0301'.repeat(300)}`

/** Texts of as many code points at which generators have the most to do. */
const texts: Readonly<Record<string, (length: number) => string>> = {
  languages: (length) => cut(languages, length),
  digits: (length) => cut(digits, length),
  'marks in any order': markRuns,
}

/** Long runs of marks: in canonical order, against it, and mixed; supplementary ones, too. */
function markRuns(length: number): string {
  const [high, low, later, first] = ['\u0301', '\u0323', '\u{1d16d}', '\u{1d167}']
  const runs = [[high, low], [low, high], [later, first], [first, later]].flatMap(
    ([one = '', other = '']) => {
      const half = length / 12
      return [`a${one.repeat(half)}${other.repeat(half - 1)}`]
    },
  )
  const mixed = [`${high}${first}${later}${low}`, `${later}${first}`].map((unit) => {
    return `1${cut(unit, length / 6 - 1)}`
  })
  return cut([...runs, ...mixed].join(''), length)
}

/** Linear time gives 2, quadratic time 4 and above. */
const mostRatio = 2.5
const mostMs = 200

describe('the time for a text', () => {
  test('grows as the text does, for every generator', (t) => {
    const slowest: Array<{ wholeMs: number; title: string; again: () => { wholeMs: number } }> = []
    for (const [name, textOf] of Object.entries(texts)) {
      const half = textOf(longest / 2)
      const whole = textOf(longest)
      for (const generator of generators) {
        const title = `${generator.slug}, ${name}`
        // What one look finds suspicious is looked at again, longer and longer.
        let { ratio, wholeMs } = measure(generator, half, whole, 1)
        for (let rounds = 5; isSuspicious(ratio, wholeMs) && rounds <= 135; rounds *= 3) {
          ;({ ratio, wholeMs } = measure(generator, half, whole, rounds))
        }
        assert.ok(!isSuspicious(ratio, wholeMs), `${title}: ${wholeMs} ms, ratio ${ratio}`)
        slowest.push({ wholeMs, title, again: () => measure(generator, half, whole, 15) })
      }
    }
    slowest.sort((one, other) => other.wholeMs - one.wholeMs)
    for (const { title, again } of slowest.slice(0, 5)) {
      t.diagnostic(`${title}: ${again().wholeMs.toFixed(1)} ms for ${longest} code points`)
    }
  })
})

function isSuspicious(ratio: number, wholeMs: number): boolean {
  // Below a few milliseconds the clock tells of the machine, not of the generator.
  return wholeMs > mostMs || (wholeMs > longest / 2500 && ratio > mostRatio)
}

/**
 * The cheapest of rounds in which both texts take their turns: noise only adds. It is processor
 * time, for on a busy machine the longer text alone would be interrupted each time.
 */
function measure(
  { transform }: TextGenerator,
  half: string,
  whole: string,
  rounds: number,
): { ratio: number; wholeMs: number } {
  const halfTimes: number[] = []
  const wholeTimes: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startMs = usedMs()
    transform(half, 'tr')
    const halfMs = usedMs()
    transform(whole, 'tr')
    halfTimes.push(halfMs - startMs)
    wholeTimes.push(usedMs() - halfMs)
  }
  const wholeMs = Math.min(...wholeTimes)
  return { ratio: wholeMs / Math.min(...halfTimes), wholeMs }
}

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function cut(unit: string, length: number): string {
  return [...unit.repeat(Math.ceil(length / [...unit].length))].slice(0, length).join('')
}
