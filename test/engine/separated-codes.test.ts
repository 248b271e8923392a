import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileDecoder, describeTexts } from '../support/operations.ts'
import type { OperationFields } from '../support/operations.ts'

const characters = { A: '.-', E: '.', T: '-', ' ': '/' }
const letters: OperationFields = { type: 'map', characters, caseFallback: true }
const [blank, hyphen] = [{ where: 'all', texts: [' '] }, { where: 'mapped', texts: ['-'] }].map(
  (fields): OperationFields => ({ type: 'between', units: 'clusters', ...fields }),
)
const style = { signs: { '•': '.', '—': '-' }, codes: { xy: 'X' } }

describeTexts('codes with blanks between them', compileDecoder([letters, blank ?? {}], style), [
  ['are read word by word', '. .- -', 'EAT'],
  ['are read in either case, and in other signs', 'XY Xy •—', 'XXA'],
  ['are parted by their sign, or a wider gap', '. / . ./.  .', 'E EE E E'],
  ['are none of several codes', '. - .-', 'ETA'],
  ['keep line breaks and tabs, not the blanks beside them', '. \n .\t-\u00a0-', 'E\nE\tT\u00a0T'],
  ['keep words that are none, with their blanks', '. is  . or', 'E is  E or'],
  ['lose the blanks beside a mark that has no code', '. , .- ? hm , hm', 'E,A? hm , hm'],
  ['keep the sign of a blank elsewhere', 'a / b, . / .', 'a / b, E E'],
  ['keep a path', '/ // x/y /', '/ // x/y /'],
  ['keep the accents of letters', '.\u0301 .-\u0308', 'ÉÄ'],
  ['are read beside what is not seen', '\ufeff. .\u200b', '\ufeffEE\u200b'],
])

test('any number of blanks between words becomes one, with and without their sign', () => {
  const decode = compileDecoder([letters, blank ?? {}], style)
  const gaps = Array.from({ length: 5 }, (_, width) => ' '.repeat(width))
  for (const before of gaps) {
    for (const after of gaps) {
      assert.equal(decode(`.${before}/${after}-`), 'E T', `"${before}/${after}"`)
    }
  }
  for (const gap of gaps.slice(2)) assert.equal(decode(`.${gap}-`), 'E T', `"${gap}"`)
})

const numbers = { type: 'map', characters: { a: '1', h: '8', A: 'x1', œ: '8-8' } }

describeTexts('codes with a sign between them', compileDecoder([numbers, hyphen ?? {}]), [
  ['are read where all are known', '8-1-1 8-11 X1-x1', 'haa 8-11 AA'],
  ['are no part of a word or a number', 'b8-1 8-1b é8 8é 𝟖8 18', 'b8-1 8-1b é8 8é 𝟖8 18'],
  ['stand beside other signs', '(8-1), 8-1-!', '(ha), ha-!'],
])
