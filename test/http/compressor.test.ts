import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { compressQuickly, createCompressor } from '../../lib/http/compressor.ts'

const textOf = (length: number): Buffer => Buffer.from('It compresses well. '.repeat(length))

describe('the compressor', () => {
  test('does one job at a time, in order, and skips those that are not wanted any more', async () => {
    const compressor = createCompressor((work) => void setImmediate().then(work))
    const events: string[] = []
    let wanted = 3
    await new Promise<void>((resolve) => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        compressor({
          source() {
            if (wanted-- <= 0) return undefined
            events.push(`${name} starts`)
            return textOf(1_000)
          },
          done(compressed) {
            events.push(`${name} ends`)
            assert.deepEqual(brotliDecompressSync(compressed), textOf(1_000))
            assert.ok(compressed.length <= compressQuickly(textOf(1_000)).length)
            if (name === 'c') resolve()
          },
        })
      }
    })
    assert.deepEqual(events, ['a', 'b', 'c'].flatMap((name) => [`${name} starts`, `${name} ends`]))
  })

  test('starts nothing while its work is not allowed to start', async () => {
    const held: Array<() => void> = []
    const compressor = createCompressor((work) => void held.push(work))
    let starts = 0
    const job = { source: () => void starts++, done: () => assert.fail() }
    for (let count = 0; count < 3; count++) compressor(job)
    for (let allowed = 0; allowed <= 3; allowed++) {
      await setImmediate()
      assert.deepEqual([held.length, starts], [Math.min(allowed + 1, 3), allowed])
      held[allowed]?.()
    }
  })
})
