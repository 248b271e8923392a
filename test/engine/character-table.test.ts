import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { characterTable } from '../../lib/engine/mapping-data.ts'

type Table = Readonly<Record<string, string | readonly string[]>>

describe('characterTable', () => {
  const rows: ReadonlyArray<readonly [title: string, table: Table, expected: Table]> = [
    ['a single code point', { a: 'x' }, { a: 'x' }],
    ['a single code point and a longer text', { a: 'xyz' }, { a: 'xyz' }],
    ['a single code point and an empty text', { a: '' }, { a: '' }],
    ['a single code point outside of the BMP', { '𝐚': '𝐛' }, { '𝐚': '𝐛' }],
    ['a run, code point by code point', { abc: 'x𝐲z' }, { a: 'x', b: '𝐲', c: 'z' }],
    ['a run, cluster by cluster', { ab: 'x\u0301y\ufe0e' }, { a: 'x\u0301', b: 'y\ufe0e' }],
    ['a run and a list', { abc: ['x', '', 'zz'] }, { a: 'x', b: '', c: 'zz' }],
    ['a run of marks, one by one', { ab: '\u0301\u0302' }, { a: '\u0301', b: '\u0302' }],
    ['a run that contains a hyphen', { 'a-': 'xy' }, { a: 'x', '-': 'y' }],
    ['a run of four with a hyphen', { 'a-bc': 'wxyz' }, { a: 'w', '-': 'x', b: 'y', c: 'z' }],
    ['a hyphen alone', { '-': 'x' }, { '-': 'x' }],
    ['a range', { 'a-c': 'xyz' }, { a: 'x', b: 'y', c: 'z' }],
    ['a range and a list', { 'a-b': ['x', 'yy'] }, { a: 'x', b: 'yy' }],
    ['a range outside of the BMP', { '😀-😂': 'xyz' }, { '😀': 'x', '😁': 'y', '😂': 'z' }],
    ['a range from a hyphen', { '--/': 'xyz' }, { '-': 'x', '.': 'y', '/': 'z' }],
    ['several rows', { a: 'x', bc: 'yz' }, { a: 'x', b: 'y', c: 'z' }],
    ['a table without rows', {}, {}],
  ]
  for (const [title, table, expected] of rows) {
    test(`accepts ${title}`, () => {
      assert.deepEqual(Object.fromEntries(characterTable(table, 'here')), expected)
    })
  }

  const faults: ReadonlyArray<readonly [title: string, table: Table, message: string]> = [
    ['an empty row', { '': 'x' }, '"" names no code point'],
    ['a lone surrogate', { 'a\ud800': 'xy' }, 'a key holds a lone surrogate'],
    ['a backwards range', { 'c-a': 'xyz' }, '"c-a" is no range: its end comes before its start'],
    ['a range of one', { 'a-a': 'x' }, '"a-a" is no range: its end comes before its start'],
    ['too few texts', { abc: 'xy' }, '"abc" is 3 code points and needs a text for each; it has 2'],
    ['too many texts', { 'a-b': 'xyz' }, '"a-b" is 2 code points and needs a text for each; it has 3'],
    ['too short a list', { ab: ['x'] }, '"ab" is 2 code points and needs a text for each; it has 1'],
    ['too long a list', { a: ['x', 'y'] }, '"a" is 1 code points and needs a text for each; it has 2'],
    ['a key twice in a row', { aa: 'xy' }, '"aa" maps U+0061 a second time'],
    ['a key twice in two rows', { 'a-c': 'xyz', '𝐚b': 'pq' }, '"𝐚b" maps U+0062 a second time'],
    ['a key that maps to itself', { abc: 'xbz' }, '"abc" maps U+0062 to itself; leave it out'],
    ['a key of five digits', { '𝐚': '𝐚' }, '"𝐚" maps U+1D41A to itself; leave it out'],
  ]
  for (const [title, table, message] of faults) {
    test(`refuses ${title}`, () => {
      assert.throws(() => characterTable(table, 'here'), { message: `here: ${message}` })
    })
  }
})
