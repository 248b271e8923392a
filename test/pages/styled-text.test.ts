import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { roomOf } from '../../lib/pages/browser/styled-text.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

describe('roomOf', () => {
  test('is for marks if a style puts four of them on a letter', () => {
    const plain = 'Hello wörld, ı 1️⃣ 👩‍👩‍👧'
    const kinds = new Set<boolean>()
    for (const { slug, transform } of loadShipped().catalogue.values()) {
      const styled = transform(plain, 'en').replaceAll('\n', ' ')
      const isTall = /\p{M}{4}/u.test(styled)
      kinds.add(isTall)
      assert.equal(roomOf(plain, styled), isTall ? ' marks' : '', slug)
    }
    assert.equal(kinds.size, 2)
  })

  test('is for lines if there are more of them than were typed', () => {
    assert.deepEqual(['a\nb', 'a b'].map((plain) => roomOf(plain, 'x\ny')), ['', ' lines'])
  })
})
