import { describe } from 'node:test'
import { claim, law } from '../support/laws.ts'
import { show } from '../support/texts.ts'

/** Widths of blanks in ems, as most fonts have them: https://www.unicode.org/charts/PDF/U2000.pdf */
const widths = new Map([
  ['\n', 1],
  [' ', 0.25],
  ['\u00a0', 0.25],
  ['\u2002', 0.5],
  ['\u2003', 1],
  ['\u2004', 0.33],
  ['\u2005', 0.25],
  ['\u2006', 0.17],
  ['\u2009', 0.2],
  ['\u200a', 0.1],
  ['\u202f', 0.2],
  ['\u3000', 1],
])

function widthOf(text: string): number {
  return [...text].reduce((sum, point) => sum + (widths.get(point) ?? 0), 0)
}

/** Returns the blanks between two pieces of an output; none if there is anything else. */
function blankOf(output: string): string {
  return /^\P{White_Space}+(\p{White_Space}*)\P{White_Space}+$/u.exec(output)?.[1] ?? ''
}

describe('the gap between words', () => {
  law(
    'is twice as wide as between letters, and an em between full-width letters',
    (generator) => {
      const isWide = /[\uff21-\uff5a]/.test(generator.transform('n', 'en'))
      const letters = blankOf(generator.transform('nn', 'en'))
      const words = blankOf(generator.transform('n n', 'en'))
      const least = Math.max(2 * widthOf(letters), isWide ? 1 : 0)
      claim(widthOf(words) >= least, () => {
        return `${show(words)}, and ${show(letters)} between letters; use a wider one for words`
      })
    },
    (generator) => blankOf(generator.transform('n n', 'en')) !== '',
  )
})
