import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { nextTick } from 'node:process'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { ApiError } from '../../lib/http/api-error.ts'
import { createMemoryBudget } from '../../lib/http/memory-budget.ts'
import { Gone, shareWork } from '../../lib/http/turn.ts'
import type { Turn } from '../../lib/http/turn.ts'
import { createTurns } from '../../lib/http/turns.ts'
import type { Work } from '../../lib/http/turns.ts'

/** Runs the event loop until nothing is left to do for the queue. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await setImmediate()
}

/** Lets everything follow that needs no new turn of the event loop. */
const follow = async (): Promise<void> => {
  for (let count = 0; count < 20; count++) await new Promise<void>((resolve) => nextTick(resolve))
}

/** A connection, of which only what the queue uses exists. */
function createConnection() {
  const socket = Object.assign(new EventEmitter(), { destroyed: false })
  return {
    socket: socket as unknown as Socket,
    close() {
      socket.destroyed = true
      socket.emit('close')
    },
    /** Adds a request; `isUnread` means that earlier answers are. */
    request(isUnread = false) {
      const response = Object.assign(new EventEmitter(), { socket: isUnread ? null : socket })
      const becomeCurrent = (): void => {
        response.socket = socket
        response.emit('socket', socket)
      }
      return { request: { socket } as never, response: response as never, becomeCurrent }
    },
  }
}

type Added = Partial<Work> & {
  /** How many turns the work takes, by default one. */
  readonly turns?: number
  /** How long each of them is. */
  readonly ms?: number
}

/** Creates a queue whose clock the works move. `done` has the names of works in their order. */
function createQueue(totalBytes = 1_000, clientBytes = 100, mostLarge = 2) {
  let clockMs = 0
  const budget = createMemoryBudget(totalBytes, clientBytes)
  const queue = createTurns(budget, { mostLarge, pieceMs: 1, now: () => clockMs })
  const done: string[] = []
  /** Adds work; a refusal is noted with `-`, and `~` notes that the connection is gone. */
  const add = (name: string, { turns = 1, ms = 5, ...parts }: Added = {}): void => {
    const work = {
      ...createConnection().request(),
      client: name.charAt(0),
      heldBytes: 1,
      isLarge: false,
      mostWaiting: 4,
      ...parts,
    }
    const decide = async (turn: Turn): Promise<void> => {
      for (let step = 0; step < turns; step++) {
        if (step > 0) await turn.next()
        done.push(turns > 1 ? `${name}.${step}` : name)
        clockMs += ms
      }
    }
    // A work of one turn has no promise.
    const decideNow = (): void => {
      done.push(name)
      clockMs += ms
    }
    const running = async () => queue.run<void>(work, turns > 1 ? decide : decideNow)
    running().catch((fault: unknown) => {
      if (fault instanceof Gone) done.push(`~${name}`)
      else if (fault instanceof ApiError && fault.status === 503) done.push(`-${name}`)
      else throw fault
    })
  }
  const shorten = (): void => queue.shorten()
  return { add, done, budget, shorten, run: queue.run, pass: (ms: number) => void (clockMs += ms) }
}

describe('turns', () => {
  test('are as long as their budget, or one piece of work', async () => {
    for (const [ms, perTurn] of [[1, 5], [3, 2], [5, 1], [20, 1]] as const) {
      const { add, done } = createQueue()
      for (let count = 0; count < 12; count++) add('a', { ms })
      await follow()
      const turns = [done.length]
      while (done.length < 12) {
        const before = done.length
        await setImmediate()
        if (done.length > before) turns.push(done.length - before)
      }
      assert.ok(turns.slice(0, -1).every((count) => count === perTurn), turns.join())
    }
  })

  test('are short as long as connections are accepted', async () => {
    const { add, done, shorten } = createQueue()
    for (let count = 0; count < 20; count++) add('a', { ms: 1 })
    await follow()
    assert.equal(done.length, 5)
    for (const expected of [6, 7, 8]) {
      shorten()
      await setImmediate()
      assert.equal(done.length, expected)
    }
    await setImmediate()
    assert.equal(done.length, 13)
  })

  test('go round the clients, whatever the number of their connections', async () => {
    const { add, done } = createQueue()
    for (const name of ['z', 'a0', 'a1', 'a2', 'a3', 'b0', 'c0', 'c1']) add(name)
    await settle()
    assert.deepEqual(done, ['z', 'a0', 'b0', 'c0', 'a1', 'c1', 'a2', 'a3'])
  })

  test('go to no connection before its earlier answers are read', async () => {
    const { add, done, budget } = createQueue()
    const connection = createConnection()
    const requests = Array.from({ length: 5 }, () => connection.request(true))
    requests.forEach((request, index) => add(`a${index}`, request))
    add('a5')
    await settle()
    assert.deepEqual(done.toSorted(), ['-a4', 'a5'], 'at most four wait')
    for (const index of [0, 1]) {
      requests[index]?.becomeCurrent()
      await settle()
      assert.equal(done.at(-1), `a${index}`)
    }
    for (const index of [6, 7, 8]) add(`a${index}`, connection.request(true))
    await setImmediate()
    assert.equal(done.at(-1), '-a8', 'as many may wait as before')
    assert.equal(budget.heldBytes(), 4)
    connection.close()
    assert.equal(budget.heldBytes(), 0, 'a closed connection holds nothing')
    requests[2]?.becomeCurrent()
    await settle()
    assert.deepEqual(done.slice(5), ['~a2', '~a3', '~a6', '~a7'])
  })

  test('go to no connection that is closed', async () => {
    const { add, done, budget } = createQueue()
    const closing = createConnection()
    add('z')
    for (const name of ['a', 'b']) add(name, closing.request())
    add('c')
    closing.close()
    await settle()
    assert.deepEqual(done.filter((name) => !name.startsWith('~')), ['z', 'c'])
    assert.equal(budget.heldBytes(), 0)
  })

  test('are refused if what waits takes too much memory: to who holds most', async () => {
    const { add, done, budget } = createQueue(100, 60)
    add('z')
    add('a0', { heldBytes: 50 })
    add('a1', { heldBytes: 20 })
    // Refusals are promises.
    for (let count = 0; count < 9; count++) await undefined
    assert.deepEqual(done, ['z', '-a1'])
    add('b0', { heldBytes: 40 })
    add('c0', { heldBytes: 40 })
    // Refusals are promises.
    for (let count = 0; count < 9; count++) await undefined
    assert.deepEqual(done, ['z', '-a1', '-a0'])
    await settle()
    assert.deepEqual(done, ['z', '-a1', '-a0', 'b0', 'c0'])
    assert.equal(budget.heldBytes(), 0)
  })

  /** Adds work of four turns. */
  const addLong = ({ add }: ReturnType<typeof createQueue>, name: string, more: Added = {}): void =>
    add(name, { turns: 4, ...more })

  test('go on with what has begun, but to each client in turn', async () => {
    const queue = createQueue()
    const { add, done } = queue
    add('z')
    for (const name of ['a', 'aa']) addLong(queue, name)
    for (const name of ['b0', 'b1', 'a9']) add(name)
    await settle()
    const ofA = done.filter((name) => name.startsWith('a'))
    const steps = [0, 1, 2, 3]
    assert.deepEqual(ofA, [...steps.map((step) => `a.${step}`), ...steps.map((step) => `aa.${step}`), 'a9'])
    assert.ok(done.indexOf('b0') < done.indexOf('a.2'), done.join())
  })

  test('begin few large works at a time, and other work of their clients before more', async () => {
    const queue = createQueue()
    const { add, done } = queue
    add('z')
    for (const name of ['a', 'b', 'c', 'd']) addLong(queue, name, { isLarge: true })
    add('c9')
    await settle()
    assert.equal(done.length, 1 + 4 * 4 + 1)
    assert.ok(done.indexOf('c9') < done.indexOf('a.3'), done.join())
    let [begun, most] = [0, 0]
    for (const name of done) {
      if (name.endsWith('.0')) most = Math.max(most, ++begun)
      if (name.endsWith('.3')) begun--
    }
    assert.equal(most, 2, done.join())
  })

  test('free the place of a large work whose connection is closed', async () => {
    const queue = createQueue()
    const connections = [createConnection(), createConnection()]
    queue.add('z')
    for (const [index, connection] of connections.entries()) {
      addLong(queue, `${index}`, { isLarge: true, ...connection.request() })
    }
    addLong(queue, 'c', { isLarge: true })
    await setImmediate()
    await setImmediate()
    connections.forEach(({ close }) => close())
    await settle()
    assert.equal(queue.done.at(-1), 'c.3', queue.done.join())
    assert.equal(queue.budget.heldBytes(), 0)
  })

  test('go to others while some work waits for something else, and come back to it', async () => {
    const { add, done, run } = createQueue()
    let finish = (): void => {}
    const other = new Promise<void>((resolve) => (finish = resolve))
    const work = { ...createConnection().request(), client: 'a', heldBytes: 1, isLarge: true, mostWaiting: 4 }
    const waiting = run(work, async (turn) => {
      await other
      assert.ok(turn.isOver)
      await turn.next()
      assert.ok(!turn.isOver)
      done.push('a.1')
    })
    for (const name of ['a', 'b']) add(name)
    await settle()
    assert.deepEqual(done, ['b'], 'other work of the same client waits')
    finish()
    await waiting
    await settle()
    assert.deepEqual(done, ['b', 'a.1', 'a'])
    add('c', { turns: 2 })
    await settle()
    assert.deepEqual(done.slice(3), ['c.0', 'c.1'])
  })

  test('come back to work that alone has waited for something else', async () => {
    for (const isPaused of [true, false]) {
      const { add, done, run } = createQueue()
      const work = { ...createConnection().request(), client: 'a', heldBytes: 1, isLarge: true, mostWaiting: 4 }
      const waiting = run(work, async (turn) => {
        await settle()
        if (isPaused) await turn.next()
      })
      await waiting
      add('a')
      await settle()
      assert.deepEqual(done, ['a'])
    }
  })

  test('are given to shared work once for all who wait for it, until it fails', async () => {
    const { done, run, budget } = createQueue()
    let fails = true
    const shared = shareWork(async (turn) => {
      for (const step of [0, 1, 2]) {
        if (step > 0) await turn.next()
        done.push(`shared.${step}`)
      }
      if (fails) throw new Error('a fault')
      return done.length
    })
    const closing = createConnection()
    const ask = async (client: string, connection = createConnection()) => {
      const work = { ...connection.request(), client, heldBytes: 1, isLarge: false, mostWaiting: 4 }
      return run(work, async (turn) => {
        const result = await shared(turn)
        await turn.next()
        return result
      })
    }
    for (const result of await Promise.allSettled(['a', 'b'].map((client) => ask(client)))) {
      assert.match(String(result.status === 'rejected' && result.reason), /a fault/)
    }
    fails = false
    const all = [ask('a', closing), ask('b'), ask('c')]
    closing.close()
    const [gone, ...others] = await Promise.allSettled(all)
    assert.ok(gone?.status === 'rejected' && gone.reason instanceof Gone)
    for (const other of others) assert.ok(other.status === 'fulfilled' && other.value === 6)
    assert.deepEqual(done, [0, 1, 2, 0, 1, 2].map((step) => `shared.${step}`))
    assert.equal(budget.heldBytes(), 0)
  })
})
