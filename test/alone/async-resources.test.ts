import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { formatRequest } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { startInProcess } from '../support/in-process.ts'
import { generate, get } from '../support/requests.ts'

const requests = 50

/** The most promises of a request. Each of them lives until the commit, and so costs twice. */
const bounds: Readonly<Record<string, readonly [most: number, request: Request]>> = {
  generate: [2, generate({ slug: 'bold-serif', text: 'Hello World' })],
  'a long text': [6, generate({ slug: 'bold-serif', text: 'Hello World '.repeat(50) })],
  'a chain': [6, generate({ slug: 'bold-serif', text: 'Hello World', then: 'underline' })],
  stats: [0, get('action=stats')],
  detail: [0, get('action=get_generator&slug=bold-serif', 'Accept-Encoding: gzip')],
  list: [0, get('action=list_generators', 'Accept-Encoding: br')],
  error: [0, get('action=nothing')],
  health: [0, { target: '/health' }],
  page: [0, { target: '/en/', headers: ['Accept-Encoding: br'] }],
  // It is made in pieces, and takes several turns of the event loop: more on a slow machine.
  'page with a text': [30, { target: '/en/bold-text?text=Hello' }],
}

describe('the promises of a request are few', () => {
  for (const [name, [most, request]] of Object.entries(bounds)) {
    test(name, async (t) => {
      const { port } = await startInProcess(t, { RATE_LIMIT: '10000' })
      await assertFew(t, most, port, request)
    })
  }

  test('refused request', async (t) => {
    const { port } = await startInProcess(t, { RATE_LIMIT: '1' })
    await assertFew(t, 0, port, get('action=stats'))
  })
})

async function assertFew(
  t: TestContext,
  most: number,
  port: number,
  request: Request,
): Promise<void> {
  await converse(port, request, requests)
  let promises = 0
  const hook = createHook({ init: (_id, type) => void (promises += Number(type === 'PROMISE')) })
  t.after(() => hook.disable())
  let least = Infinity
  // tsx clears its cache of files after a start, with thousands of promises.
  for (let turn = 0; turn < 30 && least > most; turn++) {
    await setTimeout(turn * 20)
    promises = 0
    hook.enable()
    await converse(port, request, requests)
    hook.disable()
    // Two are of the conversation itself.
    least = Math.min(least, (promises - 2) / requests)
  }
  t.diagnostic(`${least} promises`)
  assert.ok(least <= most, `${least} promises, more than ${most}`)
}

/** Sends a request again and again on one connection, by callbacks alone: promises would count. */
function converse(port: number, request: Request, count: number): Promise<void> {
  const bytes = formatRequest(request)
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' })
    let left = count
    let received = ''
    socket.setEncoding('latin1').on('error', reject).on('connect', () => socket.write(bytes))
    socket.on('data', (text: string) => {
      received += text
      const end = received.indexOf('\r\n\r\n')
      const length = Number(/\r\nContent-Length: (\d+)/.exec(received)?.[1] ?? 0)
      if (end === -1 || received.length < end + 4 + length) return
      received = ''
      if (--left > 0) return void socket.write(bytes)
      socket.destroy()
      resolve()
    })
  })
}
