import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations, describeOperations, family } from '../support/operations.ts'
import { pangrams, show } from '../support/texts.ts'

describeFields({ type: 'shuffle', units: 'words' }, [
  ['units', [undefined, 'clusters', 1], 'must be one of words, letters'],
])

describeOperations('shuffle letters', [{ type: 'shuffle', units: 'letters' }], [
  ['leaves short words, numbers and emoji', `the 12345 ${family}1️⃣ don't`, `the 12345 ${family}1️⃣ don't`],
  ['swaps two letters', 'abcd', 'acbd'],
  ['leaves equal letters', 'moon ahhhha', 'moon ahhhha'],
  ['moves an accent with its letter', 'ae\u0301bc', 'abe\u0301c'],
])
describeOperations('shuffle words', [{ type: 'shuffle', units: 'words' }], [
  ['swaps two words, and keeps the gap', ' a  b ', ' b  a '],
  ['leaves one word', 'a', 'a'],
  ['leaves each word in its line', 'a\nb', 'a\nb'],
])

describe('shuffle', () => {
  const sorted = (text: string): string => [...text].sort().join('')

  test('keeps all letters, the ends of words, and all words, and changes the order', () => {
    const [letters, words] = ['letters', 'words'].map((units) => compileOperations([{ type: 'shuffle', units }]))
    for (const text of Object.values(pangrams)) {
      const mixed = letters?.(text) ?? ''
      assert.notEqual(mixed, text)
      assert.equal(mixed, letters?.(text))
      const wordsOf = (whole: string): string[] => whole.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
      wordsOf(text).forEach((word, at) => {
        const other = wordsOf(mixed)[at] ?? ''
        assert.equal(sorted(other), sorted(word))
        assert.equal(other.at(0), word.at(0))
        assert.equal(other.at(-1), word.at(-1), show(word))
      })
      const moved = words?.(text) ?? ''
      assert.notEqual(moved, text)
      assert.deepEqual(moved.split(/\s+/).sort(), text.split(/\s+/).sort())
    }
  })
})
