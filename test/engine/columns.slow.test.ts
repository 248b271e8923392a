import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { columnsOf } from '../../lib/engine/operations/lines.ts'
import { isInvisible } from '../../lib/engine/text.ts'
import { compileOperations } from '../support/operations.ts'
import { assignedCharacters, createRandom, emoji, randomText, readRanges, show } from '../support/texts.ts'

const isWide = readRanges('east-asian-width.txt')
const ages = readRanges('derived-age.txt')
// An older version of Unicode in Node does not know the newest ones.
const known = assignedCharacters().filter((point) => ages.has(point))

describe('columns', () => {
  test('are two for what Unicode calls wide, and one for everything else that is seen', () => {
    for (const point of known) {
      const isUnseen = isInvisible(point) || (/[\p{C}\p{M}]/u.test(point) && !/\s|\x85/.test(point))
      // A lone half of a flag is drawn as an emoji, and so are pictures without U+FE0F.
      const isDrawn = /\p{Regional_Indicator}|(?=[\u{1f321}-\u{1faff}])\p{Emoji}/u.test(point)
      const isTwo = isWide.has(point) || isDrawn
      assert.equal(columnsOf(point), isUnseen ? 0 : isTwo ? 2 : 1, show(point))
    }
  })

  test('are those of the base of a cluster, and two for an emoji', () => {
    for (const cluster of ['e\u0301', 'က\u102c', 'H\ufe0f', 'ｶ']) assert.equal(columnsOf(cluster), 1, show(cluster))
    for (const cluster of ['か\u3099', '한', '\u1112\u1161\u11ab', '⌚\ufe0e', 'ｶﾞ', 'นำ', ...emoji]) {
      assert.equal(columnsOf(cluster), 2, show(cluster))
    }
  })
})

describe('the lines of a box', () => {
  const draw = compileOperations([{ type: 'box', corners: '++++', horizontal: '-', vertical: '|' }])
  const signs = ['\t', '\t', ' ', ...'abcdef', 'ー', '・', '㈱', 'ㄅ', 'ｶ', 'ﾞ', 'Ａ', '漢', '😀', 'é', 'e\u0301', 'က\u102c', '\u00ad']

  test('all have the same number of columns, and no tabs', () => {
    const random = createRandom(0xb0c5)
    for (let round = 0; round < 300; round++) {
      const output = draw(randomText(random, 60, [...signs, '\n']))
      const widths = output.split('\n').map((line) =>
        Array.from(line).reduce((sum, point) => sum + (columnsOf(point)), 0))
      assert.equal(new Set(widths).size, 1, show(output))
      assert.ok(!output.includes('\t'))
    }
  })

  test('have tab stops at every eighth column of the text', () => {
    const random = createRandom(0x7ab)
    for (let round = 0; round < 100; round++) {
      const line = `x${randomText(random, 12, ['\t', ...'abc漢'])}x`
      const expected = expand(line)
      if (expected.length > 30) continue
      assert.ok(draw(line).includes(`| ${expected} |`), show(line))
    }
  })
})

function expand(line: string): string {
  let output = ''
  let columns = 0
  for (const point of line) {
    const own = point === '\t' ? 8 - (columns % 8) : point === '漢' ? 2 : 1
    output += point === '\t' ? ' '.repeat(own) : point
    columns += own
  }
  return output
}
