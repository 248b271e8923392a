import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import { readBody } from '../../lib/http/body.ts'
import { Connections } from '../../lib/http/connection.ts'
import { createMemoryBudget } from '../../lib/http/memory-budget.ts'

describe('readBody rejects with 400 if the client leaves', () => {
  for (const moment of ['before', 'during'] as const) {
    test(`${moment} the body is read`, async (t) => {
      const server = createServer().listen(0, '127.0.0.1')
      t.after(() => server.close())
      await once(server, 'listening')
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
      client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\ntext')
      const [request, response] = await once(server, 'request')
      const budget = createMemoryBudget(100_000, 100_000)
      const rules = { limitBytes: 100, budget, connections: new Connections() }
      const read = () => readBody(request, response, 'a client', rules, (body) => body)
      const reading = moment === 'during' ? read() : undefined
      client.destroy()
      const closed = new Promise((resolve) => request.once('close', resolve))
      if (reading === undefined) await closed
      await assert.rejects(reading ?? read(), { status: 400 })
    })
  }
})

test('readBody copies a body that arrives in pieces only where its buffer doubles', async () => {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const lengths = new Set<number>()
  const hold = (_body: unknown, heldBytes: number) => void lengths.add(heldBytes)
  const budget = Object.assign(hold, { heldBytes: () => 0 })
  const rules = { limitBytes: 20_000, budget, connections: new Connections() }
  const reading = readBody(request, response, 'a client', rules, (body) => body.length)
  for (let count = 0; count < 1_200; count++) request.push('a'.repeat(16))
  request.push(null)
  assert.equal(await reading, 19_200)
  assert.ok(lengths.size <= Math.log2(20_000) + 2, String([...lengths].slice(0, 30)))
})

test('readBody rejects with 413 for more than 1,000 pieces below 16 bytes on average', async () => {
  const read = (...pieces: ReadonlyArray<readonly [count: number, bytes: number]>) => {
    const request = new IncomingMessage(new Socket())
    const budget = createMemoryBudget(100_000, 100_000)
    const rules = { limitBytes: 50_000, budget, connections: new Connections() }
    const response = new ServerResponse(request)
    const reading = readBody(request, response, 'a client', rules, (body) => body.length)
    for (const [count, bytes] of pieces) {
      for (let pushed = 0; pushed < count; pushed++) request.push('a'.repeat(bytes))
    }
    request.push(null)
    return reading
  }
  assert.equal(await read([1_000, 1]), 1_000)
  assert.equal(await read([1, 15_000], [1_000, 2]), 17_000)
  await assert.rejects(read([1_001, 1]), { status: 413 })
  await assert.rejects(read([1_100, 15]), { status: 413 })
  await assert.rejects(read([1, 10_000], [2_000, 1]), { status: 413 })
})

describe('unfinished bodies', () => {
  test('of a client over its limit are refused, the newest first', () => {
    const { enter, refused } = open({ totalBytes: 1000, clientBytes: 100 })
    const bodies = ['a1', 'a2', 'a3', 'b1'].map((name) => enter(name))
    for (const body of bodies) body.hold(30)
    assert.deepEqual(refused, [])
    bodies[0]?.hold(40)
    assert.deepEqual(refused, [])
    // The growing one stays, because it is older.
    bodies[0]?.hold(41)
    assert.deepEqual(refused, ['a3'])
    bodies[0]?.hold(101)
    assert.deepEqual(refused, ['a3', 'a2', 'a1'])
    enter('a4').hold(100)
    bodies[3]?.hold(100)
    assert.deepEqual(refused, ['a3', 'a2', 'a1'])
  })

  test('over the total limit are refused, the newest of the client that holds most', () => {
    const { enter, refused } = open({ totalBytes: 100, clientBytes: 60 })
    for (const name of ['a1', 'b1', 'b2', 'c1', 'd1']) enter(name).hold(20)
    assert.deepEqual(refused, [])
    enter('e1').hold(1)
    assert.deepEqual(refused, ['b2'])
    // The client that asks for more now holds the most.
    enter('e2').hold(21)
    assert.deepEqual(refused, ['b2', 'e2'])
  })

  test('that have left make room, whether or not they were refused', () => {
    const { enter, refused } = open({ totalBytes: 100, clientBytes: 50 })
    for (let round = 0; round < 100; round++) {
      const body = enter(`a${round}`)
      body.hold(50)
      body.leave()
      body.leave()
      const other = enter(`b${round}`)
      other.hold(51)
      other.leave()
    }
    assert.deepEqual(refused, Array.from({ length: 100 }, (_, round) => `b${round}`))
    for (const name of ['c', 'd']) enter(name).hold(50)
    assert.equal(refused.length, 100)
  })

  test('never hold more than they may, whatever comes and goes', () => {
    const draw = createDraw('bodies')
    const held = new Map<string, number>()
    const limits = { totalBytes: 500, clientBytes: 120 }
    const { enter } = open(limits, (name) => held.delete(name))
    const accounts = new Map<string, ReturnType<typeof enter>>()
    for (let step = 0; step < 20_000; step++) {
      const name = `${'abcdefgh'[draw(8)]}${draw(9)}`
      if (!held.has(name)) accounts.set(name, enter(name))
      const leaves = draw(5) === 0
      if (leaves) held.delete(name)
      else held.set(name, draw(60))
      if (leaves) accounts.get(name)?.leave()
      else accounts.get(name)?.hold(held.get(name) ?? 0)
      const sums = new Map<string, number>()
      for (const [{ 0: client = '' }, bytes] of held) {
        sums.set(client, (sums.get(client) ?? 0) + bytes)
      }
      assert.ok(Math.max(0, ...sums.values()) <= limits.clientBytes)
      assert.ok([...sums.values()].reduce((sum, bytes) => sum + bytes, 0) <= limits.totalBytes)
    }
  })
})

/** A budget whose bodies are called by the letter of their client and a number. */
function open(
  { totalBytes, clientBytes }: { readonly totalBytes: number; readonly clientBytes: number },
  onRefusal: (name: string) => void = () => {},
) {
  const budget = createMemoryBudget(totalBytes, clientBytes)
  const refused: string[] = []
  const enter = (name: string) => {
    const refuse = (): void => {
      refused.push(name)
      onRefusal(name)
    }
    const body = { client: name.charAt(0), heldBytes: 0, refuse }
    return { hold: (bytes: number) => budget(body, bytes), leave: () => budget(body, 0) }
  }
  return { enter, refused }
}
