import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { countCodePoints } from '../../lib/engine/text.ts'
import { noTexts, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations } from '../support/operations.ts'

describeFields({ type: 'box', corners: '┌┐└┘', horizontal: '─', vertical: '│' }, [
  ['corners', noTexts, takesText],
  ['corners', ['┌┐└', '┌┐└┘┘'], 'takes four code points'],
  ['horizontal', noTexts, takesText],
  ['vertical', noTexts, takesText],
])

const drawBox = compileOperations([
  { type: 'box', corners: '┌┐└┘', horizontal: '─', vertical: '│' },
])

describe('box', () => {
  const boxes: ReadonlyArray<readonly [title: string, text: string, box: readonly string[]]> = [
    ['a line', 'Hi', ['┌────┐', '│ Hi │', '└────┘']],
    ['lines of several widths', 'a\nbcd', ['┌─────┐', '│ a   │', '│ bcd │', '└─────┘']],
    ['CRLF as one line break', 'a\r\nb', ['┌───┐', '│ a │', '│ b │', '└───┘']],
    ['an empty line', 'a\n\nb', ['┌───┐', '│ a │', '│   │', '│ b │', '└───┘']],
    ['wide letters as two columns', '漢\nab', ['┌────┐', '│ 漢 │', '│ ab │', '└────┘']],
    ['an emoji as two columns', '👩‍👩‍👧\nab', ['┌────┐', '│ 👩‍👩‍👧 │', '│ ab │', '└────┘']],
    ['a mark as no column', 'e\u0301\nx', ['┌───┐', '│ e\u0301 │', '│ x │', '└───┘']],
    ['a tab as one column', 'a\tb\nxyz', ['┌─────┐', '│ a\tb │', '│ xyz │', '└─────┘']],
    ['what is not seen as no column', 'a\u00ad\u3164\nx', ['┌───┐', '│ a\u00ad\u3164 │', '│ x │', '└───┘']],
  ]
  for (const [title, text, box] of boxes) {
    test(`draws ${title}`, () => assert.equal(drawBox(text), box.join('\n')))
  }

  test('has corners of any plane', () => {
    const box = { type: 'box', corners: '𝄀𝄁𝄂𝄃', horizontal: '─', vertical: '│' }
    assert.equal(compileOperations([box])('a'), '𝄀───𝄁\n│ a │\n𝄂───𝄃')
  })

  test('breaks long lines between words, and long words anywhere', () => {
    const words = 'four '.repeat(20).trim()
    const [top = '', ...rows] = drawBox(words).split('\n')
    assert.ok(countCodePoints(top) <= 44)
    assert.deepEqual(rows.slice(0, -1).map((row) => row.slice(2, -2).trim().split(' ').length), [
      8, 8, 4,
    ])
    const [, first, second] = drawBox(`${'x'.repeat(39)} a b`).split('\n')
    assert.deepEqual([first, second], [`│ ${'x'.repeat(39)}  │`, `│ a b${' '.repeat(37)} │`])
    const [, whole, rest] = drawBox(`${'x'.repeat(40)} a`).split('\n')
    assert.deepEqual([whole, rest], [`│ ${'x'.repeat(40)} │`, `│ a${' '.repeat(39)} │`])
    const long = drawBox('x'.repeat(100)).split('\n')
    assert.deepEqual(long.slice(1, -1).map((row) => row.replace(/[^x]/g, '').length), [40, 40, 20])
  })

  test('grows with the length of the text, whatever its shape', () => {
    const shapes = ['x'.repeat(10_000), '\n'.repeat(10_000), `${'x'.repeat(5_000)}${'\n'.repeat(5_000)}`]
    for (const text of shapes) assert.ok(countCodePoints(drawBox(text)) < 500_000)
  })
})
