import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { onCells, onText, onVisible, textOf } from '../../lib/engine/draft.ts'
import type { Draft, Step } from '../../lib/engine/draft.ts'
import { emoji } from '../support/texts.ts'

function draftOf(text: string): Draft {
  return { text, cells: undefined, accents: 'styled' as const, language: 'en', draw: () => 0 }
}

function run(text: string, ...steps: readonly Step[]): string {
  const draft = draftOf(text)
  for (const step of steps) step(draft)
  return textOf(draft)
}

const double = onVisible((cell) => cell.text + cell.text)

describe('a step', () => {
  test('on cells meets each grapheme cluster, and what has become of it', () => {
    const text = `ae\u0301 ${emoji.join('')}\r\n`
    const met: string[] = []
    const meet = onCells((cells) => {
      for (const { source, text } of cells) met.push(`${source}=${text}`)
    })
    assert.equal(run(text, meet), text)
    assert.deepEqual(met, ['a', 'e\u0301', ' ', ...emoji, '\r\n'].map((cell) => `${cell}=${cell}`))
    met.length = 0
    run('ab', double, meet)
    assert.deepEqual(met, ['a=aa', 'b=bb'])
  })

  test('on the text meets all of it, and cells are made anew behind it', () => {
    const swap = onText((text) => text.replaceAll('aa', 'x'))
    assert.equal(run('ab', double, swap, double), 'xxbbbb')
  })

  test('on what is visible leaves spaces, breaks and stray marks', () => {
    assert.equal(run('\u0301', double), '\u0301')
    assert.equal(run('a b\r\n\tc\u0085\u2028', double), 'aa bb\r\n\tcc\u0085\u2028')
  })

  test('has the language and the chance of the request', () => {
    const told: unknown[] = []
    run('a', onText((text, { language, draw }) => {
      told.push(language, draw(5))
      return text
    }))
    assert.deepEqual(told, ['en', 0])
  })
})
