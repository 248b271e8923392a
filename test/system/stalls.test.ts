import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { converse, formatRequest, parseAnswers } from '../support/client.ts'
import { startService } from '../support/service.ts'

// Longer than every time limit of a connection.
const stallMs = 17_000

const body = 'slug=reverse&text=ab'
const kept = { headers: ['Connection: keep-alive'] }
const get = String(formatRequest({ target: '/api?action=stats', ...kept }))
const post = { method: 'POST', target: '/api?action=generate' }
const plain = String(formatRequest({ ...post, ...kept, body }))
const chunked = `POST /api?action=generate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`
const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
const expecting = String(formatRequest({ ...post, headers: ['Expect: 100-continue'], body }))
const head = (request: string): string => request.slice(0, request.indexOf('\r\n\r\n') + 4)

/**
 * What a client sends before the service stalls and during the stall, and the answers it gets. All
 * of a request that is answered with 200 has arrived when the service continues.
 */
const states: Readonly<Record<string, readonly [before: string, during: string, all: number[]]>> = {
  'has sent nothing': ['', get, [200]],
  'has been answered and is idle': [get, get, [200, 200]],
  'has sent half a head': [get.slice(0, 20), get.slice(20), [200]],
  'has sent a head without its body': [head(plain), body, [200]],
  'has sent half a body': [plain.slice(0, -9), plain.slice(-9), [200]],
  'has sent half of a chunked body': [chunked + chunks.slice(0, 9), chunks.slice(9), [200]],
  'sends several requests': ['', get + plain + get, [200, 200, 200]],
  'has sent one request and a half': [get + plain.slice(0, 50), plain.slice(50), [200, 200]],
  'waits to be told to continue': [head(expecting), body, [100, 200]],
  // Its time begins again, because the rest could be on its way.
  'never sends the rest of a head': [get.slice(0, 20), get.slice(20, 30), [408]],
  'never sends the rest of a body': [plain.slice(0, -9), plain.slice(-9, -3), [408]],
}

describe('after a stall of 17 s, a request that has arrived is answered, and counted once', () => {
  test('in every state of a connection', async (t) => {
    const { port, process: child } = await startService(t)
    // At the end, so that a test that fails does not leave it suspended.
    t.after(() => child.kill('SIGCONT'))
    const clients = Object.entries(states).map(([state, [before, during, statuses]]) => {
      const conversation = converse(port)
      conversation.write(before)
      return { state, during, statuses, conversation }
    })
    await setTimeout(1_000)
    child.kill('SIGSTOP')
    for (const { during, conversation } of clients) conversation.write(during)
    const late = converse(port)
    late.write(get)
    await setTimeout(stallMs)
    child.kill('SIGCONT')
    for (const { state, statuses, conversation } of clients) {
      // Each is closed by its own limit afterwards, or after the 408.
      const answers = parseAnswers(await conversation.closed())
      assert.deepEqual(answers.map(({ status }) => status), statuses, state)
    }
    assert.deepEqual(parseAnswers(await late.closed()).map(({ status }) => status), [200])
    const counting = converse(port)
    counting.write(get)
    const [answer] = parseAnswers(await counting.closed())
    const { uses } = JSON.parse(answer?.text ?? '').statistics
    const posts = Object.values(states).filter(([before, during, statuses]) => {
      return (before + during).includes('POST') && !statuses.includes(408)
    })
    assert.equal(uses, posts.length)
  })
})
