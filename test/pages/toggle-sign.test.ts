import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toggleSign } from '../../lib/pages/browser/toggle-sign.ts'
import { createRandom, randomText } from '../support/texts.ts'

/** A text whose selection is between two bars, or whose cursor is at one. */
function press(marked: string, sign: string): string {
  const [before = '', selected, after] = marked.split('|')
  const value = marked.replaceAll('|', '')
  const end = after === undefined ? before.length : before.length + (selected ?? '').length
  const { from, to, text, start, end: last } = toggleSign(value, before.length, end, sign)
  const changed = value.slice(0, from) + text + value.slice(to)
  const bar = start === last ? '' : '|'
  return `${changed.slice(0, start)}|${changed.slice(start, last)}${bar}${changed.slice(last)}`
}

describe('a sign of Markdown', () => {
  const rows = [
    ['is put around a selection', 'a |b c| d', '**', 'a **|b c|** d'],
    ['is put within its blanks', 'a | b c | d', '*', 'a  *|b c|*  d'],
    ['goes where it is around a selection', 'a **|b|** c', '**', 'a |b| c'],
    ['goes where it is within a selection', 'a |~~b~~| c', '~~', 'a |b| c'],
    ['is put around other signs', 'a **|b|**', '*', 'a ***|b|***'],
    ['goes from among other signs', 'a ***|b|***', '**', 'a *|b|*'],
    ['goes from among other signs, the shorter one, too', '|***b***|', '*', '|**b**|'],
    ['is put around the cursor', 'a |b', '`', 'a `|`b'],
    ['goes from around the cursor', 'a **|** b', '**', 'a | b'],
    ['is put in each line, after what it begins with', '|- a b\n\n# c\nd |e', '**', '|- **a b**\n\n# **c**\n**d**| e'],
    ['goes from each line', '|- **a**\n**b**|', '**', '|- a\nb|'],
    ['is put in a line after its bullet', '|- a|', '*', '- *|a|*'],
  ] as const
  for (const [title, marked, sign, expected] of rows) {
    test(title, () => assert.equal(press(marked, sign), expected))
  }

  test('goes again by a second press, from any selection', () => {
    const random = createRandom(0x70991e)
    for (let round = 0; round < 2_000; round++) {
      const parts = [0, 1, 2].map(() => randomText(random, 4, ['a', 'b ', ' ', '\n', '- ', 'é']))
      const value = parts.join('')
      const start = parts[0]?.length ?? 0
      const end = start + (parts[1]?.length ?? 0)
      for (const sign of ['**', '*', '~~', '`']) {
        const one = toggleSign(value, start, end, sign)
        const changed = value.slice(0, one.from) + one.text + value.slice(one.to)
        const other = toggleSign(changed, one.start, one.end, sign)
        const again = changed.slice(0, other.from) + other.text + changed.slice(other.to)
        assert.equal(again, value, JSON.stringify([value, start, end, sign, changed]))
      }
    }
  })
})
