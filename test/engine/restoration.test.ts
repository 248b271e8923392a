import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createRestorer } from '../../lib/engine/decoding/plain/plain-words.ts'
import { createRestoreTable, restoreText } from '../../lib/engine/restoration.ts'
import type { RestoreTable } from '../../lib/engine/restoration.ts'
import { readOperations } from '../support/operations.ts'
import type { OperationFields } from '../support/operations.ts'
import { show } from '../support/texts.ts'

type Table = Readonly<Record<string, string | readonly string[]>>

function map(characters: Table, more: Readonly<Record<string, unknown>> = {}) {
  return { type: 'map', characters, ...more }
}

function collect(...lists: ReadonlyArray<readonly OperationFields[]>): RestoreTable {
  const operations = lists.flatMap((list) => readOperations(...list))
  return createRestoreTable(operations.flatMap((operation) => [...operation.restoreEntries()]))
}

const restoration = collect(
  [map({ 'A-Z': '🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿' }, { caseFallback: true })],
  [map({ ABM: '🅰\ufe0e🅱\ufe0eⓂ\ufe0e', 'a-c': '𝐚𝐛𝐜', 1: '𝟏' })],
  [map({ k: 'κ\u0331\u030a', ß: 'ꜱꜱ', X: 'x', 'é': 'ê', ' ': '\u3000' })],
  [{ type: 'marks', marks: '\u0336\u0332' }],
  [{ type: 'scatter', pools: [{ marks: '\u0316\u030d', least: 0, most: 1 }] }],
)

const restore = createRestorer(restoration, new Map())

describe('restore', () => {
  const rows: ReadonlyArray<readonly [title: string, decorated: string, plain: string]> = [
    ['styled characters', '𝐚𝐛𝐜𝟏 x', 'abc1 x'],
    ['styled characters with accents', '𝐚\u0301𝐜\u0327', 'áç'],
    ['styled spaces', '𝐚\u3000𝐛', 'a b'],
    ['marks, and keeps accents', 'e\u0301\u0336o\u0308\u0332\u0316', 'éö'],
    ['marks on spaces', 'a\u0336 \u0336b', 'a b'],
    ['a cluster of several code points', 'κ\u0331\u030aκ', 'kκ'],
    ['U+FE0E after a styled letter', '🅰\ufe0e🅱Ⓜ\ufe0e', 'ABM'],
    ['U+200C after a regional indicator', '🇭\u200c🇮', 'HI'],
    ['U+200C after an accented one', '🇪\u0301\u200c🇦\u0308', 'ÉÄ'],
    ['marks on a letter that carries U+200C', 'ی\u200c\u0336', 'ی\u200c'],
    ['marks before the U+200C of a struck letter', 'ی\u0336\u200c', 'ی\u200c'],
    ['three or more foreign marks on a letter', 'e\u0301\u0358\u0321\u035fЖ\u0358\u0321\u0358', 'eЖ'],
    ['three foreign marks on a digit and on a styled letter', '1\u0358\u0321\u0358𝐚\u0358\u0321\u0358', '1a'],
    ['no foreign marks if there are only two', 'a\u0358\u0321', 'a\u0358\u0321'],
    ['no marks that compose with a letter', 'ᾧ'.normalize('NFD'), 'ᾧ'.normalize('NFD')],
    ['no marks of other scripts', 'ก\u0e34\u0e48\u0e38', 'ก\u0e34\u0e48\u0e38'],
    ['marks on a conjunct that contains U+200D', 'ශ\u0dca\u200dර\u0336', 'ශ\u0dca\u200dර'],
    ['marks on a sign that carries U+FE0E', '♥\ufe0e\u0336', '♥\ufe0e'],
  ]
  for (const [title, decorated, plain] of rows) {
    test(`undoes ${title}`, () => {
      const plainText = restore(decorated, 'en')
      assert.equal(plainText, plain, show(plainText))
    })
  }

  test('keeps i and ı apart in Turkish', () => {
    const dotless = collect([map({ iı: 'ɪɪ' }, { caseFallback: true })], [
      { type: 'marks', marks: '\u0305' },
    ])
    const rows = { ɪ: 'ı', 'ɪ\u0307': 'i', 'i\u0307\u0305': 'i', 'ı\u0305': 'ı', i: 'i' }
    for (const [decorated, plain] of Object.entries(rows)) {
      assert.equal(restoreText(decorated, dotless, 'tr'), plain, show(decorated))
    }
    assert.equal(restoreText('ɪ', dotless, 'en'), 'i')
  })

  test('removes 10,000 marks from a letter', () => {
    for (const marks of ['\u0358\u0321', '\u{1d16d}\u{1d167}', '\u0301\u0323']) {
      assert.equal(restore(`é${marks.repeat(5_000)}`, 'en'), 'e', show(marks))
    }
  })
})

describe('createRestoreTable', () => {
  test('prefers the first of two keys with the same text', () => {
    assert.equal(restoreText('𝐚', collect([map({ ba: '𝐚𝐚' })]), 'en'), 'b')
    assert.equal(restoreText('𝐚', collect([map({ b: '𝐚' })], [map({ a: '𝐚' })]), 'en'), 'b')
  })

  test('ignores entries with an empty text', () => {
    const { characters, clusters } = collect([map({ a: '' })])
    assert.equal(characters.size + clusters.size, 0)
  })
})
