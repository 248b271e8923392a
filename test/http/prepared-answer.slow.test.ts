import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createBodyCache, prepareText } from '../../lib/http/prepared-answer.ts'
import type { Coding, PreparedAnswer, Representation } from '../../lib/http/prepared-answer.ts'
import { atOnce } from '../../lib/http/turn.ts'

const value = { text: 'ñ𝐀 "x" '.repeat(200), list: Array.from({ length: 100 }, (_, i) => i) }
const decoders = { identity: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync }
const decode = ({ coding, body }: Representation): string => decoders[coding](body).toString()

const codings: readonly Coding[] = ['br', 'gzip', 'identity']
const cacheBytes = 2 ** 20

/** Every order in which a client can ask for the codings. */
const orders: ReadonlyArray<readonly Coding[]> = codings.flatMap((first) => {
  const others = codings.filter((coding) => coding !== first)
  return [[first, ...others], [first, ...others.toReversed()]]
})

const represent = (answer: PreparedAnswer, coding: Coding): Promise<Representation> =>
  answer.make(coding, atOnce)

/** Prepares the JSON text of a value. */
const prepareValue = (make: () => unknown, cache = createBodyCache(cacheBytes)): PreparedAnswer =>
  prepareText(() => JSON.stringify(make()), cache)

/** Counts how often the text of an answer is made. */
function counted(cache = createBodyCache(cacheBytes)): { readonly answer: PreparedAnswer; readonly made: () => number } {
  let calls = 0
  const answer = prepareValue(() => {
    calls++
    return value
  }, cache)
  return { answer, made: () => calls }
}

describe('a prepared answer', () => {
  test('is the same in each coding, whatever was asked for before, and made once', async () => {
    const known = new Map<Coding, Representation>()
    for (const coding of codings) known.set(coding, await represent(counted().answer, coding))
    for (const order of orders) {
      const { answer, made } = counted()
      assert.deepEqual([made(), answer.find('br') !== undefined], [0, false], 'nothing is made before it is asked for')
      for (const coding of [...order, ...order]) {
        const representation = await represent(answer, coding)
        assert.deepEqual(representation, known.get(coding))
        assert.equal(representation.coding, coding)
        assert.equal(decode(representation), JSON.stringify(value))
        assert.equal(await represent(answer, coding), representation)
      }
      assert.deepEqual([made(), answer.find('br') !== undefined], [1, true])
    }
  })

  test('has a strong tag that differs for each coding and each value', async () => {
    const etags: string[] = []
    for (const item of [value, { ...value, list: [] }, { ...value, text: '' }]) {
      const answer = prepareValue(() => item)
      for (const coding of codings) etags.push((await represent(answer, coding)).etag)
    }
    for (const etag of etags) assert.match(etag, /^"[\w-]+"$/)
    assert.equal(new Set(etags).size, etags.length)
  })

  test('keeps its own bytes in memory, not those of a larger buffer', async () => {
    for (const item of [value, { a: 'a'.repeat(100) }, { a: 1 }]) {
      const answer = prepareValue(() => item)
      for (const coding of codings) {
        const { body } = await represent(answer, coding)
        assert.ok(body.buffer.byteLength <= body.length + 64)
      }
    }
  })

  test('is sent uncompressed, with one tag, if compression would make it longer', async () => {
    const answer = prepareValue(() => ({ a: 1 }))
    const plain = await represent(answer, 'identity')
    for (const coding of codings) assert.deepEqual(await represent(answer, coding), plain)
    assert.equal(plain.coding, 'identity')
  })
})

describe('a cache for bodies', () => {
  test('never makes a text again while all compressed forms fit', async () => {
    const cache = createBodyCache(2 ** 16)
    const answers = Array.from({ length: 20 }, () => counted(cache))
    for (const order of orders) {
      for (const coding of order) for (const { answer } of answers) await represent(answer, coding)
    }
    for (const { made } of answers) assert.equal(made(), 1)
  })

  test('keeps a form that is requested again and again', async () => {
    const cache = createBodyCache(3_000)
    const { answer, made } = counted(cache)
    for (let other = 0; other < 20; other++) {
      await represent(answer, 'br')
      await represent(counted(cache).answer, 'br')
    }
    assert.equal(made(), 1)
  })

  test('makes the same again after it had no room', async () => {
    const cache = createBodyCache(3_000)
    const { answer, made } = counted(cache)
    const first = await represent(answer, 'gzip')
    for (let other = 0; other < 20; other++) await represent(counted(cache).answer, 'identity')
    assert.equal(answer.find('br') !== undefined, false)
    assert.deepEqual(await represent(answer, 'gzip'), first)
    assert.equal(made(), 2)
  })
})
