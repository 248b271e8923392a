import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { createByteCache } from '../../lib/http/byte-cache.ts'
import { prepareText } from '../../lib/http/prepared-answer.ts'
import type { PreparedAnswer, Representation } from '../../lib/http/prepared-answer.ts'
import { root } from '../support/folders.ts'
import { until } from '../support/until.ts'

/** What the main thread of this process has worked; Linux tells it. */
const account = `/proc/self/task/${process.pid}/schedstat`
const workMs = (): number => Number(readFileSync(account, 'utf8').split(' ')[0]) / 1e6

/** A fifth of the longest file of the pages. */
const text = readFileSync(join(root, 'locales', 'en.json'), 'utf8').slice(0, 20_000)

/** The representation that the others get, once a thread has made it. */
async function improved(answer: PreparedAnswer): Promise<Representation> {
  const first = answer.represent('br')
  await until(() => answer.represent('br') !== first)
  return answer.represent('br')
}

/** The most that the main thread works within one turn, from the first answer to the better one. */
async function worstTurnMs(): Promise<number> {
  const answer = prepareText(() => text, createByteCache(1e6), 5, 11)
  let before = workMs()
  const first = answer.represent('br')
  let worstMs = workMs() - before
  while (answer.represent('br') === first) {
    before = workMs()
    await setImmediate()
    worstMs = Math.max(worstMs, workMs() - before)
  }
  return worstMs
}

describe('what takes long to compress', () => {
  test('is answered at once, and better later, with another tag', async () => {
    const answer = prepareText(() => text, createByteCache(1e6), 5, 11)
    const first = answer.represent('br')
    assert.equal(answer.represent('br'), first)
    const later = await improved(answer)
    assert.ok(later.body.length < first.body.length)
    assert.notEqual(later.etag, first.etag)
    for (const { body, coding } of [first, later]) {
      assert.equal(coding, 'br')
      assert.equal(brotliDecompressSync(body).toString(), text)
    }
    assert.equal(answer.represent('br'), later)
  })

  test('keeps but the better one', async () => {
    const kept: number[] = []
    const cache = { keep: ({ bytes }: { bytes: number }) => void kept.push(bytes) }
    const { body } = await improved(prepareText(() => text, cache, 5, 11))
    assert.equal(kept.length, 1)
    assert.ok((kept[0] ?? 0) < body.length + 1_000)
  })

  test('is made of a text that is taken once', async () => {
    let calls = 0
    const take = (): string => {
      calls++
      return text
    }
    for (const isPrepared of [false, true]) {
      calls = 0
      const answer = prepareText(take, createByteCache(1e6), 5, 11)
      if (isPrepared) for (let count = 0; count < 2; count++) answer.prepare()
      else await improved(answer)
      assert.equal(calls, 1)
    }
  })

  test('can be begun with before somebody asks', async () => {
    const answer = prepareText(() => text, createByteCache(1e6), 0, 11)
    answer.prepare()
    const later = await improved(answer)
    const asked = prepareText(() => text, createByteCache(1e6), 11)
    assert.deepEqual(asked.represent('br'), later)
  })

  const skip = !existsSync(account) && 'LEFT OUT: the system tells nothing of threads'
  test('holds no turn of the event loop for long', { skip }, async (t) => {
    const atOnce = prepareText(() => text, createByteCache(1e6), 11)
    const start = workMs()
    atOnce.represent('br')
    const atOnceMs = workMs() - start
    // What else this process does, such as collecting garbage, does not fall into each round.
    let inTimeMs = Infinity
    for (let round = 0; round < 3; round++) inTimeMs = Math.min(inTimeMs, await worstTurnMs())
    t.diagnostic(`${inTimeMs.toFixed(1)} ms, against ${atOnceMs.toFixed(1)} ms at once`)
    assert.ok(inTimeMs < atOnceMs / 2, `${inTimeMs} of ${atOnceMs} ms`)
  })
})
