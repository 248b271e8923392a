import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { loadShipped } from '../support/shared-catalogue.ts'

describe('a Roman numeral', () => {
  const decode = (text: string): string =>
    loadShipped().catalogue.get('roman-numerals-decoder')?.transform(text, 'en') ?? ''
  /** How the digits 0 to 9 are written with the signs for one, five and ten. */
  const digitsOf = (one: string, five: string, ten: string): readonly string[] =>
    ['', 'a', 'aa', 'aaa', 'ab', 'b', 'ba', 'baa', 'baaa', 'ac'].map((digit) =>
      digit.replaceAll('a', one).replaceAll('b', five).replaceAll('c', ten))
  const places = [digitsOf('M', '', ''), digitsOf('C', 'D', 'M'), digitsOf('X', 'L', 'C'), digitsOf('I', 'V', 'X')]
  const write = (number: number): string =>
    Array.from(String(number).padStart(4, '0'), (digit, at) => places[at]?.[Number(digit)]).join('')
  const numbers = Array.from({ length: 3_999 }, (_, index) => index + 1)
  const known = new Map(numbers.map((number) => [write(number), String(number)]))

  test('is read from 1 to 3999 in lines of its own, in either case', () => {
    const [numerals, expected] = [[...known.keys()].join('\n'), numbers.join('\n')]
    assert.ok(decode(numerals) === expected)
    assert.ok(decode(numerals.toLowerCase()) === expected)
  })

  test('is read after a colon exactly if it is well-formed and can hardly be a word, and not in a sentence', () => {
    const words = ['']
    for (const word of words) {
      if (word.length < 4) words.push(...Array.from('IVXLCDM', (sign) => word + sign))
    }
    for (const word of [...words.slice(1), ...known.keys()]) {
      const isSure = /^(?:[IVX]{2,}|.{4,})$/.test(word)
      const expected = (isSure ? known.get(word) : undefined) ?? word
      assert.equal(decode(`the year: ${word}`), `the year: ${expected}`)
      assert.equal(decode(`the ${word} ok`), `the ${word} ok`)
    }
  })
})
