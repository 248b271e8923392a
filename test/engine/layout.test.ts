import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drawBox, raiseFlags, stackClusters, writeRomanNumerals } from '../../lib/engine/layout.ts'
import { countCodePoints } from '../../lib/engine/text.ts'

const style = { corners: '┌┐└┘', horizontal: '─', vertical: '│' }

describe('drawBox', () => {
  const boxes: ReadonlyArray<readonly [title: string, text: string, box: readonly string[]]> = [
    ['a line', 'Hi', ['┌────┐', '│ Hi │', '└────┘']],
    ['lines of several widths', 'a\nbcd', ['┌─────┐', '│ a   │', '│ bcd │', '└─────┘']],
    ['CRLF as one line break', 'a\r\nb', ['┌───┐', '│ a │', '│ b │', '└───┘']],
    ['an empty line', 'a\n\nb', ['┌───┐', '│ a │', '│   │', '│ b │', '└───┘']],
    ['wide letters as two columns', '漢\nab', ['┌────┐', '│ 漢 │', '│ ab │', '└────┘']],
    ['an emoji as two columns', '👩‍👩‍👧\nab', ['┌────┐', '│ 👩‍👩‍👧 │', '│ ab │', '└────┘']],
    ['a mark as no column', 'e\u0301\nx', ['┌───┐', '│ e\u0301 │', '│ x │', '└───┘']],
  ]
  for (const [title, text, box] of boxes) {
    test(`draws ${title}`, () => assert.equal(drawBox(text, style), box.join('\n')))
  }

  test('breaks long lines between words, and long words anywhere', () => {
    const words = 'four '.repeat(20).trim()
    const [top = '', ...rows] = drawBox(words, style).split('\n')
    assert.ok(countCodePoints(top) <= 44)
    assert.deepEqual(rows.slice(0, -1).map((row) => row.slice(2, -2).trim().split(' ').length), [
      8, 8, 4,
    ])
    const long = drawBox('x'.repeat(100), style).split('\n')
    assert.deepEqual(long.slice(1, -1).map((row) => row.replace(/[^x]/g, '').length), [40, 40, 20])
  })

  test('grows with the length of the text, whatever its shape', () => {
    const shapes = ['x'.repeat(10_000), '\n'.repeat(10_000), `${'x'.repeat(5_000)}${'\n'.repeat(5_000)}`]
    for (const text of shapes) assert.ok(countCodePoints(drawBox(text, style)) < 500_000)
  })
})

describe('stackClusters', () => {
  test('puts each cluster on a line, and nothing between words', () => {
    assert.equal(stackClusters('Hi  👨‍👩‍👧e\u0301 \n'), 'H\ni\n\n👨‍👩‍👧\ne\u0301')
  })
})

describe('writeRomanNumerals', () => {
  const values: Readonly<Record<string, number>> = {
    I: 1,
    V: 5,
    X: 10,
    L: 50,
    C: 100,
    D: 500,
    M: 1000,
  }

  test('is a canonical Roman numeral of the same value for every number', () => {
    const canonical = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/
    for (let number = 1; number <= 3999; number++) {
      const roman = writeRomanNumerals(String(number)).normalize('NFKC')
      assert.match(roman, canonical, String(number))
      const letters = [...roman].map((letter) => values[letter] ?? NaN)
      const value = letters.reduce(
        (sum, letter, index) => sum + (letter < (letters[index + 1] ?? 0) ? -letter : letter),
        0,
      )
      assert.equal(value, number)
    }
  })

  test('leaves other numbers, words and keycaps', () => {
    const text = '0 4000 99999999999999999999 a 1\ufe0f\u20e3 12\ufe0f\u20e3'
    assert.equal(writeRomanNumerals(text), text)
    assert.equal(writeRomanNumerals('12 of 2026'), 'Ⅻ of ⅯⅯⅩⅩⅤⅠ')
  })
})

describe('raiseFlags', () => {
  const codes = new Set(['ES', 'TR'])

  test('turns words that are codes into flags, and no others', () => {
    assert.equal(raiseFlags('ES, tr-es XX EST 🇫🇷 éS 2ES', codes), '🇪🇸, 🇹🇷-🇪🇸 XX EST 🇫🇷 éS 2ES')
  })
})
