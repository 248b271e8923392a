import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { limitsOf } from '../../lib/pages/browser/measures.ts'
import { roomOf } from '../../lib/pages/browser/styled-text.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

describe('roomOf', () => {
  test('is for marks if a style puts three of them on a letter', () => {
    const plain = 'Hello wörld, ı 1️⃣ 👩‍👩‍👧'
    const kinds = new Set<boolean>()
    for (const { slug, transform } of loadShipped().catalogue.values()) {
      const styled = transform(plain, 'en').replaceAll('\n', ' ')
      const isTall = /\p{M}{3}/u.test(styled)
      kinds.add(isTall)
      assert.equal(roomOf(plain, styled), isTall ? ' marks' : '', slug)
    }
    assert.equal(kinds.size, 2)
    const frame = '꧁༺ Hello World ༻꧂ ♥ ♥'
    assert.deepEqual(['', 'specimen'].map((base) => roomOf('a', frame, base)), ['', ' long'])
  })

  test('is for lines if there are more of them than were typed', () => {
    assert.deepEqual(['a\nb', 'a b'].map((plain) => roomOf(plain, 'x\ny')), ['', ' lines'])
  })
})

describe('limitsOf', () => {
  test('weighs a post as X does', () => {
    // The numbers are those of the package twitter-text 3.1.0.
    const rows: ReadonlyArray<readonly [text: string, weight: number]> = [
      ['', 0],
      ['Hello Wörld, ı’…', 17],
      ['e\u0301', 1],
      ['日本語', 6],
      ['𝐇𝐞𝐥𝐥𝐨 𝐖𝐨𝐫𝐥𝐝', 21],
      ['👍🏽👨‍👩‍👧‍👦🏴󠁧󠁢󠁥󠁮󠁧󠁿', 6],
      ['1️⃣ 🇫🇷 ❤️ ☎ © ™', 16],
      ['🇭‌🇪‌🇱', 8],
      ['♏︎', 4],
      ['H̷e̷l̷l̷o̷', 10],
    ]
    for (const [text, weight] of rows) assert.equal(limitsOf(text)[1]?.count, weight, text)
  })

  test('says where a text is too long, on Bluesky also if it has too many bytes', () => {
    const passed = (text: string): readonly string[] =>
      limitsOf(text).filter(({ isPassed }) => isPassed).map(({ key }) => key)
    assert.deepEqual(passed('a'.repeat(32)), [])
    assert.deepEqual(passed('a'.repeat(150)), ['limit-discord'])
    assert.deepEqual(passed('a'.repeat(151)), ['limit-discord', 'limit-instagram'])
    assert.deepEqual(passed('a'.repeat(281)), ['limit-discord', 'limit-x', 'limit-instagram'])
    assert.equal(passed('a'.repeat(301)).join(),
      'limit-discord,limit-x,limit-instagram,limit-bluesky')
    assert.equal(passed(`a${'\u0301'.repeat(1499)}`).join(), 'limit-discord,limit-x,limit-instagram')
    assert.deepEqual(passed(`a${'\u0300'.repeat(1500)}`).at(-1), 'limit-bluesky')
  })
})
