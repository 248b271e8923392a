import assert from 'node:assert/strict'
import { test } from 'node:test'
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

/** What a client sends before the service stalls, and during the stall. */
const states: Readonly<Record<string, readonly [before: string, during: string]>> = {
  'has sent nothing': ['', get],
  'has been answered and is idle': [get, get],
  'has sent half a head': [get.slice(0, 20), get.slice(20)],
  'has sent a head without its body': [head(plain), body],
  'has sent half a body': [plain.slice(0, -9), plain.slice(-9)],
  'has sent half of a chunked body': [chunked + chunks.slice(0, 9), chunks.slice(9)],
  'sends several requests': ['', get + plain + get],
  'waits to be told to continue': [head(expecting), body],
  'never sends the rest of a body': [plain.slice(0, -9), plain.slice(-9, -3)],
}

test('after a stall of 17 s, every connection ends, what is answered is counted, and it goes on', async (t) => {
  const { port, process: child } = await startService(t)
  // At the end, so that a test that fails does not leave it suspended.
  t.after(() => child.kill('SIGCONT'))
  const clients = Object.values(states).map(([before, during]) => {
    const conversation = converse(port)
    conversation.write(before)
    return { during, conversation }
  })
  await setTimeout(1_000)
  child.kill('SIGSTOP')
  for (const { during, conversation } of clients) conversation.write(during)
  await setTimeout(stallMs)
  child.kill('SIGCONT')
  const received = await Promise.all(clients.map(({ conversation }) => conversation.closed()))
  const answers = received.flatMap((text) => parseAnswers(text))
  for (const { status } of answers) assert.ok([100, 200, 408].includes(status), String(status))
  const counting = converse(port)
  counting.write(get)
  const [answer] = parseAnswers(await counting.closed())
  const { uses } = JSON.parse(answer?.text ?? '').statistics
  const transformed = answers.filter(({ text }) => text.includes('"output"'))
  assert.equal(uses, transformed.length)
})
