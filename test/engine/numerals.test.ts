import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import {
  compileDecoder,
  compileOperations,
  describeOperations,
  describeTexts,
} from '../support/operations.ts'

describeFields({ type: 'numerals' }, [])

describeFields({ type: 'numbers', first: 1, texts: ['①'] }, [
  ['first', [undefined, -1, 4000, 1.5], 'takes a whole number from 0 to 3999'],
  ['texts', [undefined, '①', []], 'takes a list of at least 1'],
  ['texts', [['①', ''], ['①', 1]], `[1] ${takesText}`],
])

const writeRomanNumerals = compileOperations([{ type: 'numerals' }])

describe('numerals', () => {
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
    const text = '0 4000 99999999999999999999 a 1\ufe0f\u20e3 12\ufe0f\u20e3 5\u20e3 3.14 1,234 007 10:30'
    assert.equal(writeRomanNumerals(text), text)
    assert.equal(writeRomanNumerals('13, 112.'), 'ⅩⅢ, ⅭⅩⅡ.')
    assert.equal(writeRomanNumerals('12 of 2026'), 'Ⅻ of ⅯⅯⅩⅩⅥ')
  })
})

describeTexts('Roman numerals read back', compileDecoder([{ type: 'numerals' }]), [
  ['are those of their own characters', 'Ⅰ ⅳ ⅯⅯⅩⅩⅥ a Ⅻb', '1 4 2026 a 12b'],
  ['are words of two or more capitals', 'XIV XIV. MCMXCIX I V', '14 14. 1999 I V'],
  ['are no parts of words', 'XIVe AXIV XIV2 XIVé', 'XIVe AXIV XIV2 XIVé'],
  ['are written in the one way', 'IIII VX IC XM MMMM', 'IIII VX IC XM MMMM'],
  ['are never below one', `DDDM ${'D'.repeat(100)}M`, `DDDM ${'D'.repeat(100)}M`],
])

describeOperations('numbers', [{ type: 'numbers', first: 9, texts: ['⑨', '⑩', '⑪'] }], [
  ['are written as their texts, others stay', '8 9 10 11 12', '8 ⑨ ⑩ ⑪ 12'],
  ['are whole', '10, 10. a10b 10.5 1,010 010', '⑩, ⑩. a⑩b 10.5 1,010 010'],
  ['are no emoji', '9\ufe0f\u20e3', '9\ufe0f\u20e3'],
])
