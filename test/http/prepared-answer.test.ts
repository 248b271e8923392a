import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createByteCache } from '../../lib/http/byte-cache.ts'
import type { ByteCache } from '../../lib/http/byte-cache.ts'
import { prepareAnswer } from '../../lib/http/prepared-answer.ts'
import type { Coding } from '../../lib/http/prepared-answer.ts'

describe('a prepared answer', () => {
  const codings: readonly Coding[] = ['identity', 'gzip', 'br']
  const decoders = { identity: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync }
  const value = { text: 'ñ𝐀 "x" '.repeat(200), list: Array.from({ length: 100 }, (_, i) => i) }

  test('takes its value once where the plain text is there', () => {
    let calls = 0
    const answer = prepareAnswer(() => {
      calls++
      return value
    }, createByteCache(1e6))
    for (const coding of ['identity', 'br', 'gzip'] as const) answer.represent(coding)
    assert.equal(calls, 1)
  })

  test('keeps nothing that nobody has asked for', () => {
    const kept: number[] = []
    const cache: ByteCache = { keep: ({ bytes }) => void kept.push(bytes) }
    const { body } = prepareAnswer(() => value, cache).represent('br')
    assert.equal(kept.length, 1)
    assert.ok((kept[0] ?? 0) < body.length + 1_000)
  })

  for (const coding of codings) {
    test(`in ${coding} decodes to the JSON of the value`, () => {
      const representation = prepareAnswer(() => value, createByteCache(1e6)).represent(coding)
      assert.equal(representation.coding, coding)
      assert.equal(decoders[coding](representation.body).toString(), JSON.stringify(value))
      if (coding === 'identity') return
      assert.ok(representation.body.length < Buffer.byteLength(JSON.stringify(value)))
    })

    test(`in ${coding} is made once, and the same whatever was made before`, () => {
      let calls = 0
      const answer = prepareAnswer(() => {
        calls++
        return value
      }, createByteCache(1e6))
      assert.equal(answer.represent(coding), answer.represent(coding))
      assert.equal(calls, 1)
      const later = prepareAnswer(() => value, createByteCache(1e6))
      for (const other of codings) later.represent(other)
      assert.deepEqual(later.represent(coding), answer.represent(coding))
    })
  }

  test('is not made before it is asked for', () => {
    assert.doesNotThrow(() => prepareAnswer(() => assert.fail(), createByteCache(1e6)))
  })

  test('has a strong tag that differs for each coding and each value', () => {
    const answers = [value, { ...value, list: [] }, { ...value, text: '' }]
    const etags = answers.flatMap((item) => {
      const answer = prepareAnswer(() => item, createByteCache(1e6))
      return codings.map((coding) => answer.represent(coding).etag)
    })
    for (const etag of etags) assert.match(etag, /^"[\w-]+"$/)
    assert.equal(new Set(etags).size, etags.length)
  })

  test('keeps nothing but its own bytes in memory', () => {
    for (const item of [value, { a: 'a'.repeat(100) }, { a: 1 }]) {
      const answer = prepareAnswer(() => item, createByteCache(1e6))
      for (const coding of codings) {
        const { body } = answer.represent(coding)
        assert.equal(body.buffer.byteLength, body.length)
      }
    }
  })

  test('is made again, and the same, when the cache has had no room for it', () => {
    let calls = 0
    const cache = createByteCache(3_000)
    const answer = prepareAnswer(() => {
      calls++
      return value
    }, cache)
    const first = answer.represent('gzip')
    for (let other = 0; other < 10; other++) {
      prepareAnswer(() => `${other}`.repeat(500), cache).represent('identity')
    }
    assert.deepEqual(answer.represent('gzip'), first)
    assert.notEqual(answer.represent('gzip'), first)
    assert.ok(calls > 1)
  })

  test('that compression would make longer stays as it is, with its tag', () => {
    const answer = prepareAnswer(() => ({ a: 1 }), createByteCache(1e6))
    const plain = answer.represent('identity')
    for (const coding of codings) assert.deepEqual(answer.represent(coding), plain)
    assert.equal(plain.coding, 'identity')
  })
})
