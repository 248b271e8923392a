import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { startCheckpointLoop } from '../../lib/usage/checkpoint-loop.ts'
import { until } from '../support/until.ts'

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** A loop of checkpoints that take some time, and what came of it. */
function start(periodMs: number, write: () => Promise<void>) {
  const lines: string[] = []
  const begins: number[] = []
  let running = 0
  let most = 0
  const loop = startCheckpointLoop({
    periodMs,
    log: createLog('info', (line) => lines.push(JSON.parse(line).message)),
    statistics: {
      async checkpoint() {
        begins.push(performance.now())
        most = Math.max(most, ++running)
        await write().finally(() => running--)
      },
    },
  })
  return { loop, lines, begins, most: () => most }
}

describe('the checkpoint loop', () => {
  test('writes once a period, from one period after its start', async () => {
    const startedAt = performance.now()
    const { loop, begins, lines } = start(50, () => wait(20))
    await until(() => begins.length >= 4)
    await loop.stop()
    const times = [startedAt, ...begins.slice(0, 4)]
    for (const [index, time] of times.slice(1).entries()) {
      assert.ok(time - (times[index] ?? 0) > 48, times.join())
    }
    assert.deepEqual(lines, [])
  })

  test('writes one after the other where they take longer than the period', async () => {
    const { loop, begins, most } = start(1, () => wait(20))
    await until(() => begins.length >= 4)
    await loop.stop()
    assert.equal(most(), 1)
  })

  test('writes the last one at the stop, at once, behind the one under way, and no more', async () => {
    let release = (): void => {}
    const { loop, begins } = start(10_000, () => new Promise((resolve) => (release = resolve)))
    const stopped = loop.stop()
    await until(() => begins.length >= 1)
    release()
    await stopped
    await loop.stop()
    assert.equal(begins.length, 1)

    const busy = start(1, () => new Promise((resolve) => (release = resolve)))
    await until(() => busy.begins.length >= 1)
    const ended = busy.loop.stop()
    await wait(10)
    assert.equal(busy.begins.length, 1)
    release()
    await until(() => busy.begins.length >= 2)
    release()
    await ended
    await wait(10)
    assert.equal(busy.begins.length, 2)
  })

  test('logs the first failure of a row and its end, and goes on', async () => {
    const failing = [false, true, true, true, false, false, true, false]
    let asked = 0
    const { loop, lines, begins } = start(1, async () => {
      if (failing[asked++] === true) throw new Error('no space')
    })
    await until(() => begins.length >= failing.length)
    await loop.stop()
    const [failure, recovery] = [
      'The checkpoint cannot be written',
      'The checkpoint can be written again',
    ]
    assert.deepEqual(lines, [failure, recovery, failure, recovery])
  })
})
