import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '../../lib/http/api-error.ts'
import { Gone, shareWork } from '../../lib/http/turn.ts'
import type { Turn } from '../../lib/http/turn.ts'
import { Turns } from '../../lib/http/turns.ts'
import { createRandom } from '../support/texts.ts'

/** Runs the event loop for some turns. */
const pass = async (turns = 600): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await setImmediate()
}

/**
 * Creates a queue. `done` has the names of works in the order of their pieces; of a work that was
 * refused, with `-`, and of one whose connection is closed, with `~`.
 */
function createQueue() {
  const queue = new Turns()
  const done: string[] = []
  const run = <Result>(name: string, work: (turn: Turn) => Promise<Result>) => {
    const socket = { destroyed: false }
    const running = queue.run(name[0] ?? '', { socket } as never, work)
    running.catch((fault: unknown) => {
      if (fault instanceof Gone) done.push(`~${name}`)
      else if (fault instanceof ApiError && fault.status === 503) done.push(`-${name}`)
    })
    return { socket, running }
  }
  /** Adds work, whose client is the first letter of its name. */
  const add = (name: string, pieces = 1) => run(name, async (turn) => {
    done.push(name)
    for (let piece = 1; piece < pieces; piece++) {
      await turn.next()
      done.push(name)
    }
  })
  return { add, run, done, queue }
}

describe('turns', () => {
  test('go round the clients, one in each turn of the event loop', async () => {
    const { add, done } = createQueue()
    for (const name of ['a0', 'a1', 'a2', 'b0', 'c0', 'c1']) add(name)
    const expected = ['a0', 'b0', 'c0', 'a1', 'c1', 'a2']
    for (let count = 1; count <= expected.length; count++) {
      await setImmediate()
      assert.ok(done.length <= count, `${done.length} after ${count} turns`)
    }
    await pass(2)
    assert.deepEqual(done, expected)
  })

  test('are left out as long as connections are accepted, for 20 ms in a row', async (t) => {
    let clockMs = 0
    t.mock.method(performance, 'now', () => clockMs)
    const { add, done, queue } = createQueue()
    for (const name of 'abcd') add(name)
    const counts: number[] = []
    for (; clockMs < 45; clockMs += 5) {
      queue.postpone()
      await setImmediate()
      counts.push(done.length)
    }
    assert.deepEqual(counts, [0, 0, 0, 0, 1, 1, 1, 1, 1])
    await setImmediate()
    assert.equal(done.length, 2, 'without a new connection, they go on at once')
  })

  test('go to what has begun and to what waits alternately', async () => {
    for (const position of [0, 40, 240]) {
      const { add, done } = createQueue()
      const others = Array.from({ length: 240 }, (_, at) => `${'abc'[at % 3]}${at}`)
      for (const name of others.slice(0, position)) add(name)
      add('long', 30)
      for (const name of others.slice(position)) add(name)
      await pass()
      assert.equal(done.length, 240 + 30)
      const before = done.slice(done.indexOf('long'), done.lastIndexOf('long'))
      const count = before.filter((name) => name !== 'long').length
      assert.ok(count <= 60, `it ends after ${count} of the others`)
    }
  })

  test('go to what is short although much has begun', async () => {
    const { add, done } = createQueue()
    for (const name of ['a0', 'a1', 'b0', 'c0']) add(name, 100)
    await pass(20)
    const before = done.length
    add('d')
    add('e')
    await pass(5)
    assert.ok(done.slice(before).includes('d') && done.slice(before).includes('e'), done.join())
  })

  test('begin one work of a client, and eight in all', async () => {
    const { add, done } = createQueue()
    for (const name of 'abcdefgh') for (const number of [0, 1]) add(`${name}${number}`, 5)
    add('i')
    await pass()
    assert.equal(done.length, 81)
    for (const [at, name] of done.entries()) {
      const begun = new Set(done.slice(0, at + 1))
      const isUnder = (one: string): boolean => begun.has(one) && done.lastIndexOf(one) > at
      const open = [...begun].filter(isUnder)
      assert.ok(open.length <= 8, name)
      assert.equal(new Set(open.map((one) => one[0])).size, open.length, open.join())
    }
  })

  test('are refused at a bound, but to no client that has few', async () => {
    const { add, done } = createQueue()
    for (let count = 0; count < 130; count++) for (const name of 'ab') add(name)
    await Promise.resolve()
    const refused = (): string[] => done.filter((name) => name.startsWith('-'))
    assert.deepEqual(refused(), ['-a', '-b', '-a', '-b'])
    for (let count = 0; count < 9; count++) for (const name of 'cd') add(name)
    await Promise.resolve()
    assert.deepEqual(refused().slice(4), ['-c', '-d'])
    await pass()
    assert.equal(done.length, 2 * 130 + 2 * 9)
  })

  test('are refused from the 257th on, to a client with eight', async () => {
    const { add, done } = createQueue()
    for (const [name, count] of [['a', 128], ['c', 8], ['b', 121]] as const) {
      for (let added = 0; added < count; added++) void add(name)
    }
    await Promise.resolve()
    assert.deepEqual(done, ['-b'])
  })

  test('are not for connections that are closed, and free what they held', async () => {
    const { add, done } = createQueue()
    const [waits, begins] = [add('a'), add('b', 3)]
    waits.socket.destroyed = true
    add('c')
    await pass(3)
    begins.socket.destroyed = true
    for (const name of 'defghijkl') add(name)
    await pass(30)
    assert.deepEqual(done.slice(0, 2), ['~a', 'b'])
    assert.ok(done.includes('~b'))
    assert.deepEqual(done.slice(-9).join(''), 'defghijkl')
  })

  test('go to others while some work waits for something else, and come back to it', async () => {
    for (const isPaused of [true, false]) {
      const { add, run, done } = createQueue()
      let finish = (): void => {}
      const other = new Promise<void>((resolve) => (finish = resolve))
      const { running } = run('a', async (turn) => {
        await other
        if (isPaused) await turn.next()
        done.push('a.1')
      })
      for (const name of ['a', 'b']) add(name)
      await pass(5)
      assert.deepEqual(done, ['b'], 'other work of the same client waits')
      finish()
      await running
      await pass(5)
      assert.deepEqual(done, ['b', 'a.1', 'a'])
    }
  })

  test('are given to shared work once for all who wait for it, until it fails', async () => {
    const { run, done } = createQueue()
    let fails = true
    const shared = shareWork(async (turn) => {
      for (const step of [0, 1, 2]) {
        if (step > 0) await turn.next()
        done.push(`shared.${step}`)
      }
      if (fails) throw new Error('a fault')
      return 'made'
    })
    const ask = (client: string) => run(client, async (turn) => {
      const result = await shared(turn)
      await turn.next()
      return result
    })
    for (const { running } of ['a', 'b'].map(ask)) await assert.rejects(running, /a fault/)
    fails = false
    const [gone, ...others] = ['a', 'b', 'c'].map(ask)
    if (gone) gone.socket.destroyed = true
    for (const { running } of others) assert.equal(await running, 'made')
    await pass(5)
    const steps = [0, 1, 2, 0, 1, 2].map((step) => `shared.${step}`)
    assert.deepEqual(done.filter((name) => name !== '~a'), steps)
    assert.ok(done.includes('~a'))
  })

  test('end for all work, whatever its clients do', async () => {
    const draw = createRandom(0x5eed)
    const { add, done } = createQueue()
    let pieces = 0
    for (let round = 0; round < 2_000; round++) {
      const client = String.fromCharCode(0x61 + draw(12))
      const count = 1 + draw(6)
      pieces += count
      const { socket } = add(`${client}${round}`, count)
      if (draw(5) === 0) socket.destroyed = true
      if (draw(3) === 0) await pass(draw(20))
    }
    await pass(10_000)
    const ended = new Set(done.map((name) => name.replace(/^[-~]/, '')))
    assert.equal(ended.size, 2_000)
    assert.ok(pieces > done.length)
    // Nothing is held: as many may wait as at first.
    const before = done.length
    for (let count = 0; count < 128; count++) for (const name of 'xy') void add(name)
    await pass()
    assert.deepEqual(new Set(done.slice(before)), new Set(['x', 'y']))
  })
})
