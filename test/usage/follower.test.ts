import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import {
  Follower,
  readBlock,
  removeBlocks,
  usualSteps,
  writeBlock,
} from '../../lib/usage/follower.ts'
import { Windows } from '../../lib/usage/windows.ts'
import { rangeOfBlocks } from '../support/journal.ts'
import { firstTime, newState, SharedLimiter, windowMs, windowsWith } from '../support/limiter.ts'
import { MemoryRecords } from '../support/records.ts'

describe('the follower', () => {
  test('makes no room for entries that have come and gone since it looked', () => {
    const records = new MemoryRecords()
    const state = newState()
    const [windows, others] = [new Windows(windowsWith()), new Windows(windowsWith())]
    const [own, other] = [windows, others].map((one) => new Follower(one, usualSteps))
    assert.ok(own !== undefined && other !== undefined)
    other.add(records, state, firstTime, Buffer.from('\x01a'))
    assert.ok(own.follow(records, state, firstTime))
    assert.equal(windows.entries, 1)
    state.first = state.next = state.block = 1_000_000
    other.add(records, state, firstTime + 1, Buffer.from('\x01b'))
    assert.ok(own.follow(records, state, firstTime + 1))
    assert.deepEqual([windows.next, windows.entries, windows.clients], [1_000_001, 1, 1])
  })

  test('begins anew where the journal has become shorter', () => {
    let records = new MemoryRecords()
    const [own, other] = [0, 1].map(() => new SharedLimiter((work) => work(records), { limit: 2 }))
    assert.ok(own !== undefined && other !== undefined)
    own.admit(['a'], firstTime)
    const before = records.clone()
    own.admit(['a', 'c', 'd'], firstTime)
    records = before
    other.admit(['b', 'b'], firstTime)
    assert.equal(own.admits('b', firstTime), false)
    assert.equal(own.admits('a', firstTime), true)
    assert.equal(own.admits('a', firstTime), false)
  })

  test('takes nothing of a block that the state does not know', () => {
    const records = new MemoryRecords()
    const state = newState()
    const windows = new Windows(windowsWith())
    const follower = new Follower(windows, usualSteps)
    new Follower(new Windows(windowsWith()), usualSteps)
      .add(records, state, firstTime, Buffer.from('\x01a'))
    const block = readBlock(records, 0)
    assert.ok(block !== undefined && block.read() !== 0)
    block.add(firstTime, Buffer.from('\x01b'), 0)
    writeBlock(records, block, false)
    assert.ok(follower.follow(records, state, firstTime))
    assert.deepEqual([windows.next, windows.clients], [1, 1])
    follower.add(records, state, firstTime, Buffer.from('\x01c'))
    assert.ok(new Follower(windows, usualSteps).follow(records, state, firstTime))
    assert.deepEqual([windows.next, windows.clients], [2, 2])
  })

  test('leaves a journal without the blocks whose last entry has gone', () => {
    const records = new MemoryRecords()
    const state = newState()
    const follower = new Follower(new Windows(windowsWith()), { ...usualSteps, block: 20 })
    for (let count = 0; count < 9; count++) {
      follower.add(records, state, firstTime, Buffer.from('\x06client'))
    }
    const places = rangeOfBlocks(records).map(({ key }) => key.readUIntBE(1, 6))
    assert.deepEqual(places, [0, 2, 4, 6, 8])
    for (const [first, left] of [[1, 5], [2, 4], [3, 4], [6, 2], [9, 1]] as const) {
      state.first = first
      removeBlocks(records, state, 100)
      assert.equal(rangeOfBlocks(records).length, left, `first: ${first}`)
    }
  })

  test('keeps nothing of expired requests, however few, once there is time', () => {
    const draw = createDraw('expired')
    for (const count of [1, 2, 80, 1023, 1025, ...Array.from({ length: 9 }, () => draw(3000))]) {
      const records = new MemoryRecords()
      const limiter = new SharedLimiter((work) => work(records))
      for (let sent = 0; sent < count; sent++) limiter.admit([`client ${sent}`], firstTime)
      limiter.admit(['last'], firstTime + windowMs)
      while (limiter.keepUp(firstTime + 2 * windowMs));
      // The last block stays: more entries are added to it.
      assert.ok(rangeOfBlocks(records).length <= 1, `${count} requests`)
    }
  })

  test('holds a client to a limit that is lower than the one before by its newest requests', () => {
    const records = new MemoryRecords()
    const [before, after] = [5, 2].map(
      (limit) => new SharedLimiter((work) => work(records), { limit }),
    )
    for (let more = 0; more < 5; more++) assert.ok(before?.admits('a', firstTime + more))
    const [refused] = after?.admit(['a'], firstTime + 10) ?? []
    assert.deepEqual(refused, { isAdmitted: false, remaining: 0, resetMs: windowMs - 7 })
    assert.equal(after?.admits('a', firstTime + 3 + windowMs), true)
  })

  test('counts for nobody what was admitted by a longer name than names are now', () => {
    const records = new MemoryRecords()
    const [before, after] = [4, 3].map((nameBytes) => {
      const seeds = windowsWith().seeds.subarray(0, 256 * (nameBytes + 1))
      return new SharedLimiter((work) => work(records), { limit: 2, nameBytes, seeds })
    })
    before?.admit(['abc', 'abc', 'abcd', 'ab'], firstTime)
    assert.equal(after?.admits('abc', firstTime), false)
    assert.equal(after?.admits('ab', firstTime), true)
    assert.equal(after?.admits('ab', firstTime), false)
  })
})
