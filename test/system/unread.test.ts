import assert from 'node:assert/strict'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { formatRequest, send } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { forgetPeak, readMemory, untilIdle } from '../support/process-usage.ts'
import { startService } from '../support/service.ts'
import { readUnitOptions } from '../support/unit-options.ts'

const clients = 60
const pipelined = 9
// Promised for any load that clients can make.
const mostMebibytes = 350

const letters = encodeURIComponent('𝐀'.repeat(200))
const long = '𝐀'.repeat(10_000)

/** Requests with long answers, one for each way in which the service makes bodies. */
const requests: readonly Request[] = [
  { target: `/en/?text=${letters}` },
  { target: '/en/' },
  { target: `/en/zalgo-text?text=${letters}` },
  { target: '/api?action=list_generators' },
  { target: '/api?action=get_generator&slug=bold-serif' },
  {
    method: 'POST',
    target: '/api?action=generate&slug=zalgo-max',
    body: `text=${encodeURIComponent(long.slice(0, 16_000))}`,
  },
  { target: '/openapi.json' },
]

test('memory is bounded if clients pipeline requests and read nothing, or little', async (t) => {
  const service = await startService(t, readUnitOptions())
  const page = await send(service.port, { target: '/en/' })
  const [data] = /assets\/[^/]+\/styles\.json/.exec(page.text) ?? []
  const all = [...requests, { target: `/${data}` }]
  await untilIdle(service)
  forgetPeak(service)
  const sockets = all.flatMap((request, kind) => Array.from({ length: clients }, (_, index) => {
    const headers = [`X-Forwarded-For: 10.0.${kind}.${index}`]
    const socket = connect({ host: '127.0.0.1', port: service.port })
    socket.on('error', () => {}).pause()
    socket.write(Buffer.concat(Array(pipelined).fill(formatRequest({ ...request, headers }))))
    return socket
  }))
  t.after(() => sockets.forEach((socket) => socket.destroy()))
  const reading = Promise.all(sockets.filter((_, index) => index % 6 === 0).map(readSlowly))
  await untilIdle(service)
  const { peak } = readMemory(service)
  t.diagnostic(`${peak} MiB at most`)
  assert.ok(peak < mostMebibytes, `${peak} MiB`)
  assert.equal((await send(service.port, { target: '/health' })).status, 200)
  sockets.forEach((socket) => socket.destroy())
  await reading
})

/** Reads 4 KiB at a time until the connection ends. */
async function readSlowly(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    socket.read(4096)
    await setTimeout(100)
  }
}
