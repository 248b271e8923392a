import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createByteCache } from '../../lib/http/byte-cache.ts'
import type { ByteCache, CacheEntry } from '../../lib/http/byte-cache.ts'

describe('a cache that is bounded in bytes', () => {
  test('forgets what was kept longest, once there is too much', () => {
    const { add, kept } = open(100)
    for (const name of ['a', 'b', 'c', 'd']) add(name, 25)
    assert.deepEqual(kept(), ['a', 'b', 'c', 'd'])
    add('e', 25)
    assert.deepEqual(kept(), ['b', 'c', 'd', 'e'])
    add('f', 60)
    assert.deepEqual(kept(), ['e', 'f'])
  })

  test('forgets what has been used after what has not', () => {
    const { add, kept } = open(100)
    const items = ['a', 'b', 'c', 'd'].map((name) => add(name, 25))
    for (const item of items.slice(0, 2)) item.isUsed = true
    add('e', 25)
    assert.deepEqual(kept(), ['a', 'b', 'd', 'e'])
    // It was used before that one came, and has not been since.
    add('f', 50)
    assert.deepEqual(kept(), ['a', 'b', 'f'])
    for (const item of items) item.isUsed = true
    add('g', 1)
    assert.deepEqual(kept(), ['a', 'b', 'g'])
  })

  test('keeps nothing that is larger than itself, and goes on', () => {
    const { add, kept } = open(100)
    add('a', 101)
    assert.deepEqual(kept(), [])
    add('b', 100)
    assert.deepEqual(kept(), ['b'])
  })
})

function open(limitBytes: number) {
  const cache: ByteCache = createByteCache(limitBytes)
  const present = new Set<string>()
  const add = (name: string, bytes: number): CacheEntry => {
    const entry = { bytes, isUsed: false, forget: () => void present.delete(name) }
    present.add(name)
    cache.keep(entry)
    return entry
  }
  return { add, kept: () => [...present].sort() }
}
