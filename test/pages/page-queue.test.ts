import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createPageQueue } from '../../lib/pages/page-router.ts'

/** Runs the event loop until nothing is left to do for the queue. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 200; turn++) await setImmediate()
}

describe('the queue of pages', () => {
  test('uses its budget in each turn of the event loop, or makes one page', async () => {
    for (const [pageMs, pagesPerTurn] of [[1, 5], [3, 2], [5, 1], [20, 1]] as const) {
      let clockMs = 0
      const queue = createPageQueue(5, () => clockMs)
      let made = 0
      for (let count = 0; count < 12; count++) {
        void queue.run({ destroyed: false }, () => {
          made++
          clockMs += pageMs
        })
      }
      assert.equal(made, 0, 'nothing is made in the turn of the request')
      const turns: number[] = []
      while (made < 12) {
        const before = made
        await setImmediate()
        if (made > before) turns.push(made - before)
      }
      assert.ok(turns.slice(0, -1).every((count) => count === pagesPerTurn), turns.join())
    }
  })

  test('lets connections take turns', async () => {
    const queue = createPageQueue()
    const made: string[] = []
    const ask = (name: string, count: number, connection = { destroyed: false }): void => {
      for (let index = 0; index < count; index++) {
        void queue.run(connection, () => void made.push(`${name}${index}`))
      }
    }
    ask('a', 4)
    ask('b', 1)
    ask('c', 2)
    await settle()
    assert.deepEqual(made, ['a0', 'b0', 'c0', 'a1', 'c1', 'a2', 'a3'])
  })

  test('makes no page for a connection that is closed', async () => {
    const queue = createPageQueue()
    const closing = { destroyed: false }
    const works = [closing, { destroyed: false }, closing].map((connection, index) => {
      return queue.run(connection, () => index)
    })
    closing.destroyed = true
    assert.equal(await works[1], 1)
    await settle()
    const unsettled = Symbol('unsettled')
    for (const work of [works[0], works[2]]) {
      assert.equal(await Promise.race([work, unsettled]), unsettled)
    }
  })

  test('limits the waiting pages of a connection, and continues after a fault', async () => {
    const queue = createPageQueue()
    const connection = { destroyed: false }
    const fail = (): never => {
      throw new Error('a fault')
    }
    const works = Array.from({ length: 1_000 }, () => queue.run(connection, fail))
    const waiting = works.filter((work) => work !== undefined)
    assert.ok(waiting.length > 1 && waiting.length < 100)
    for (const work of waiting) await assert.rejects(work, /a fault/)
    assert.equal(await queue.run(connection, () => 1), 1)
  })
})
