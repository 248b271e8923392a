import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { readBody } from '../../lib/http/body.ts'
import { Connections } from '../../lib/http/connection.ts'

describe('readBody rejects with 400 if the client leaves', () => {
  for (const moment of ['before', 'during'] as const) {
    test(`${moment} the body is read`, async (t) => {
      const server = createServer().listen(0, '127.0.0.1')
      t.after(() => server.close())
      await once(server, 'listening')
      const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
      client.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\n\r\ntext')
      const [request, response] = await once(server, 'request')
      const rules = { limitBytes: 100, connections: new Connections() }
      const read = () => readBody(request, response, rules, (body) => body)
      const reading = moment === 'during' ? read() : undefined
      client.destroy()
      const closed = new Promise((resolve) => request.once('close', resolve))
      if (reading === undefined) await closed
      await assert.rejects(reading ?? read(), { status: 400 })
    })
  }
})

test('readBody rejects with 413 for more than 1,000 pieces below 16 bytes on average', async () => {
  const read = (...pieces: ReadonlyArray<readonly [count: number, bytes: number]>) => {
    const request = new IncomingMessage(new Socket())
    const rules = { limitBytes: 50_000, connections: new Connections() }
    const response = new ServerResponse(request)
    const reading = readBody(request, response, rules, (body) => body.length)
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
