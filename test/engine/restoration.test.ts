import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { collectRestoration, restore } from '../../lib/engine/restoration.ts'
import type { Restoration } from '../../lib/engine/restoration.ts'
import { readOperations } from '../support/operations.ts'
import type { OperationFields } from '../support/operations.ts'
import { emoji, naughtyStrings, pangrams, sentences, show } from '../support/texts.ts'

type Table = Readonly<Record<string, string | readonly string[]>>

function map(characters: Table, more: Readonly<Record<string, unknown>> = {}) {
  return { type: 'map', characters, ...more }
}

function collect(...lists: ReadonlyArray<readonly OperationFields[]>): Restoration {
  const operations = lists.flatMap((list) => readOperations(...list))
  return collectRestoration(operations.flatMap((operation) => [...operation.undo()]))
}

const restoration = collect(
  [map({ 'A-Z': '🇦🇧🇨🇩🇪🇫🇬🇭🇮🇯🇰🇱🇲🇳🇴🇵🇶🇷🇸🇹🇺🇻🇼🇽🇾🇿' }, { caseFallback: true })],
  [map({ ABM: '🅰\ufe0e🅱\ufe0eⓂ\ufe0e', 'a-c': '𝐚𝐛𝐜', 1: '𝟏' })],
  [map({ k: 'κ\u0331\u030a', ß: 'ꜱꜱ', X: 'x', 'é': 'ê', ' ': '\u3000' })],
  [{ type: 'marks', marks: '\u0336\u0332' }],
  [{ type: 'scatter', pools: [{ marks: '\u0316\u030d', least: 0, most: 1 }] }],
)

describe('restore', () => {
  const rows: ReadonlyArray<readonly [title: string, decorated: string, plain: string]> = [
    ['styled characters', '𝐚𝐛𝐜𝟏 x', 'abc1 x'],
    ['styled characters with accents', '𝐚\u0301𝐜\u0327', 'áç'],
    ['styled spaces', '𝐚\u3000𝐛', 'a b'],
    ['marks, and keeps accents', 'e\u0301\u0336o\u0308\u0332\u0316', 'éö'],
    ['marks on spaces', 'a\u0336 \u0336b', 'a b'],
    ['a cluster of several code points', 'κ\u0331\u030aκ', 'kκ'],
    ['U+FE0E behind a styled letter', '🅰\ufe0e🅱Ⓜ\ufe0e', 'ABM'],
    ['U+200C behind a regional indicator', '🇭\u200c🇮', 'HI'],
    ['U+200C behind an accented one', '🇪\u0301\u200c🇦\u0308', 'ÉÄ'],
    ['marks on a letter that carries U+200C', 'ی\u200c\u0336', 'ی\u200c'],
    ['marks on a conjunct that holds U+200D', 'ශ\u0dca\u200dර\u0336', 'ශ\u0dca\u200dර'],
    ['marks on a sign that carries U+FE0E', '♥\ufe0e\u0336', '♥\ufe0e'],
  ]
  for (const [title, decorated, plain] of rows) {
    test(`takes back ${title}`, () => {
      assert.equal(restore(decorated, restoration), plain, show(restore(decorated, restoration)))
    })
  }

  test('keeps an ordinary letter that a style leaves as it is', () => {
    assert.equal(restore('x', restoration), 'x')
  })

  test('keeps emoji and flags, whatever their parts mean', () => {
    for (const cluster of emoji) assert.equal(restore(cluster, restoration), cluster, show(cluster))
  })

  test('keeps a text that holds nothing decorated exactly as it is', () => {
    const texts = [...Object.values(pangrams), ...Object.values(sentences)]
    for (const text of [...texts, ...texts.map((plain) => plain.normalize('NFD'))]) {
      assert.equal(restore(text, collect()), text)
      assert.equal(restore(text, restoration).normalize(), text.replaceAll('ê', 'é').normalize())
    }
    for (const text of naughtyStrings) assert.equal(restore(text, collect()), text, show(text))
  })
})

describe('collectRestoration', () => {
  test('prefers the first of two keys with the same text', () => {
    assert.equal(restore('𝐚', collect([map({ ba: '𝐚𝐚' })])), 'b')
    assert.equal(restore('𝐚', collect([map({ b: '𝐚' })], [map({ a: '𝐚' })])), 'b')
  })

  test('does not take ordinary ASCII for decoration', () => {
    assert.equal(restore('6x~', collect([map({ 9: '6', X: 'x', a: '~!' })])), '6x~')
  })

  test('takes an empty text for nothing', () => {
    const { characters, clusters } = collect([map({ a: '' })])
    assert.equal(characters.size + clusters.size, 0)
  })
})
