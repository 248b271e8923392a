import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations, describeOperations, family, reverse } from '../support/operations.ts'
import { pangrams, sentences } from '../support/texts.ts'

describeFields({ type: 'reverse', units: 'letters' }, [
  ['units', [undefined, 'lines', 1], 'takes one of clusters, words, letters'],
  ['lines', [null, 'first', 2], 'takes one of all, second'],
])

describeOperations('reverse clusters', [reverse], [
  ['goes by line', 'abc\ndef\r\nghi', 'cba\nfed\r\nihg'],
  ['keeps every kind of break in its place', 'ab\u2028cd\u0085ef\vgh', 'ba\u2028dc\u0085fe\vhg'],
  ['keeps clusters', `ae\u0301${family}🇹🇷1️⃣`, `1️⃣🇹🇷${family}e\u0301a`],
  ['keeps spaces', ' a b  c', 'c  b a '],
  ['handles a break at either end', '\nab\n', '\nba\n'],
])

describeOperations('reverse letters', [{ type: 'reverse', units: 'letters' }], [
  ['keeps words in their places', 'abc de\tf\nghi', 'cba ed\tf\nihg'],
  ['keeps clusters', `ae\u0301${family} x🇹🇷`, `${family}e\u0301a 🇹🇷x`],
])

describeOperations('reverse words', [{ type: 'reverse', units: 'words' }], [
  ['keeps the letters of a word', 'abc de f', 'f de abc'],
  ['keeps each blank between its words', 'a  b\tc', 'c\tb  a'],
  ['keeps the order within a blank', 'a \tb', 'b \ta'],
  ['goes by line', 'a b\nc d\r\ne f\u0085g h', 'b a\nd c\r\nf e\u0085h g'],
  ['moves blanks at the ends', ' a b', 'b a '],
  ['keeps a blank that carries a mark together', 'a \u0301b c', 'c a \u0301b'],
  ['keeps clusters', `${family}e\u0301 🇹🇷`, `🇹🇷 ${family}e\u0301`],
])

describe('reverse', () => {
  test('of 300,000 clusters in one line ends', () => {
    const text = 'ab '.repeat(100_000)
    for (const units of ['clusters', 'words', 'letters']) {
      assert.equal(compileOperations([{ type: 'reverse', units }])(text).length, text.length, units)
    }
  })

  test('of any sentence is undone by another', () => {
    for (const units of ['clusters', 'words', 'letters']) {
      const transform = compileOperations([{ type: 'reverse', units }])
      for (const text of [...Object.values(pangrams), ...Object.values(sentences)]) {
        assert.equal(transform(transform(text)), text, units)
      }
    }
  })
})

const second = { type: 'reverse', units: 'clusters', lines: 'second' }

describeOperations('every second line reversed', [second], [
  ['turns every second line', 'ab\ncd\nef\r\ngh', 'ab\ndc\nef\r\nhg'],
  ['counts no empty one', 'ab\n\r\n \ncd', 'ab\n\r\n \ndc'],
  ['counts no blank one', 'ab\n\t\ncd\nef', 'ab\n\t\ndc\nef'],
  ['leaves a single line', 'ab', 'ab'],
  ['keeps clusters', `a\n${family}e\u0301`, `a\ne\u0301${family}`],
])
