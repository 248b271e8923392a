import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { CompressionJob } from '../../lib/http/compressor.ts'
import { createBodyCache, codings, prepareText } from '../../lib/http/prepared-answer.ts'
import type { Coding, PreparedAnswer, Representation } from '../../lib/http/prepared-answer.ts'
import { atOnce } from '../../lib/http/turn.ts'
import { emptyCache } from '../support/bodies.ts'
import { until } from '../support/until.ts'

const value = { text: 'ñ𝐀 "x" '.repeat(200), list: Array.from({ length: 100 }, (_, i) => i) }
const decoders = { identity: (body: Buffer) => body, gzip: gunzipSync, br: brotliDecompressSync }
const decode = ({ coding, body }: Representation): string => decoders[coding](body).toString()

/** Every order in which a client can ask for the codings. */
const orders: ReadonlyArray<readonly Coding[]> = codings.flatMap((first) => {
  const others = codings.filter((coding) => coding !== first)
  return [[first, ...others], [first, ...others.toReversed()]]
})

const represent = (answer: PreparedAnswer, coding: Coding): Promise<Representation> =>
  answer.make(coding, atOnce)

/** Prepares the JSON text of a value. */
const prepareValue = (make: () => unknown, cache = emptyCache()): PreparedAnswer =>
  prepareText(() => JSON.stringify(make()), cache, Infinity)

/** Counts how often the text of an answer is made. */
function counted(cache = emptyCache()): { readonly answer: PreparedAnswer; readonly made: () => number } {
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
      assert.deepEqual([made(), answer.isKept], [0, false], 'nothing is made before it is asked for')
      for (const coding of [...order, ...order]) {
        const representation = await represent(answer, coding)
        assert.deepEqual(representation, known.get(coding))
        assert.equal(representation.coding, coding)
        assert.equal(decode(representation), JSON.stringify(value))
        assert.equal(await represent(answer, coding), representation)
      }
      assert.deepEqual([made(), answer.isKept], [1, true])
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
      const answer = prepareValue(() => item, emptyCache())
      for (const coding of codings) {
        const { body } = await represent(answer, coding)
        assert.ok(body.buffer.byteLength <= body.length + 64)
      }
    }
  })

  test('is sent uncompressed, with one tag, if compression would make it longer', async () => {
    const answer = prepareValue(() => ({ a: 1 }), emptyCache())
    const plain = await represent(answer, 'identity')
    for (const coding of codings) assert.deepEqual(await represent(answer, coding), plain)
    assert.equal(plain.coding, 'identity')
  })
})

test('a text gets a smaller form later if it has 32 KiB or more', async () => {
  const asked: string[] = []
  for (const bytes of [1_000, 2 ** 15 - 1, 2 ** 15, 2 ** 20]) {
    const cache = createBodyCache(() => void asked.push(String(bytes)))
    await represent(prepareText(() => 'a'.repeat(bytes), cache), 'br')
  }
  assert.deepEqual(asked, [2 ** 15, 2 ** 20].map(String))
})

describe('a cache for bodies', () => {
  test('never makes a text again while all compressed forms fit', async () => {
    const cache = emptyCache(2 ** 16)
    const answers = Array.from({ length: 20 }, () => counted(cache))
    for (const order of orders) {
      for (const coding of order) for (const { answer } of answers) await represent(answer, coding)
    }
    for (const { made } of answers) assert.equal(made(), 1)
  })

  test('keeps a form that is requested again and again', async () => {
    const cache = emptyCache(3_000)
    const { answer, made } = counted(cache)
    for (let other = 0; other < 20; other++) {
      await represent(answer, 'br')
      await represent(counted(cache).answer, 'br')
    }
    assert.equal(made(), 1)
  })

  test('makes the same again after it had no room', async () => {
    const cache = emptyCache(3_000)
    const { answer, made } = counted(cache)
    const first = await represent(answer, 'gzip')
    for (let other = 0; other < 20; other++) await represent(counted(cache).answer, 'identity')
    assert.equal(answer.isKept, false)
    assert.deepEqual(await represent(answer, 'gzip'), first)
    assert.equal(made(), 2)
  })

})

describe('a long text', () => {
  const text = Array.from({ length: 3_000 }, (_, index) => `${index * index} of ${index}, `).join('')
  assert.ok(text.length > 2 ** 15)

  test('is answered at once in every coding, and later with a smaller brotli form', async () => {
    for (const coding of codings) {
      const answer = prepareText(() => text, emptyCache())
      await represent(answer, coding)
      const quick = await represent(answer, 'br')
      const others = [await represent(answer, 'gzip'), await represent(answer, 'identity')]
      await until(() => answer.find('br') !== quick)
      const small = await represent(answer, 'br')
      assert.ok(small.body.length < quick.body.length)
      assert.equal(small.etag, quick.etag, 'a client that has one need not load the other')
      assert.equal(decode(small), text)
      assert.deepEqual([answer.find('gzip'), answer.find('identity')], others)
    }
  })

  /** A cache whose compressions are done by hand. */
  const open = (limitBytes = 2 ** 24) => {
    const jobs: CompressionJob[] = []
    return { jobs, cache: createBodyCache((job) => void jobs.push(job), limitBytes) }
  }

  test('is compressed again only while its quick form is kept', async () => {
    const { jobs, cache } = open(40_000)
    const answer = prepareText(() => text, cache)
    const quick = await represent(answer, 'br')
    const [job] = jobs
    assert.equal(String(job?.source()), text)
    await represent(prepareText(() => randomBytes(39_000), cache), 'br')
    assert.equal(answer.isKept, false)
    assert.equal(job?.source(), undefined)
    assert.deepEqual(await represent(answer, 'br'), quick)
  })

  test('stays uncompressed if even the best compression would make it longer', async () => {
    const { jobs, cache } = open()
    const noise = prepareText(() => randomBytes(40_000), cache)
    const plain = await represent(noise, 'br')
    assert.deepEqual([plain.coding, plain.body.length], ['identity', 40_000])
    for (const { source, done } of jobs) done(brotliCompressSync(source() ?? assert.fail()))
    assert.equal(await represent(noise, 'br'), plain)
  })

  test('uses the room of one form in the cache, before and after', async () => {
    const small = Buffer.alloc(100)
    const { jobs, cache } = open(20_000)
    const quickBytes = (await represent(prepareText(() => text, open().cache), 'br')).body.length
    const room = Math.floor(20_000 / (quickBytes + 600))
    const answers = Array.from({ length: room }, () => prepareText(() => text, cache))
    for (const round of [1, 2]) {
      for (const answer of answers) await represent(answer, 'br')
      assert.ok(answers.every(({ isKept }) => isKept), `round ${round}`)
      for (const { done } of jobs.splice(0)) done(small)
      assert.ok(answers.every((answer) => answer.find('br')?.body.length === 100))
    }
    const more = Array.from({ length: 20 }, () => prepareValue(() => 'a'.repeat(100), cache))
    for (const answer of more) await represent(answer, 'br')
    assert.ok([...answers, ...more].every(({ isKept }) => isKept), 'the freed room is used')
  })
})
