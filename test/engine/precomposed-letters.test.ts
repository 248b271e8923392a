import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { precomposedLetters } from '../../lib/engine/normal-form.ts'
import { assignedBmp } from '../support/texts.ts'

describe('precomposedLetters', () => {
  test('are all those of Latin, Greek and Cyrillic, and no others', () => {
    const expected = assignedBmp.filter(
      (letter) =>
        /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(letter) &&
        /^\p{L}\p{M}+$/u.test(letter.normalize('NFD')) &&
        letter.normalize('NFC') === letter,
    )
    assert.deepEqual([...precomposedLetters().keys()], expected)
  })
})
