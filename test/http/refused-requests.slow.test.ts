import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { assertCounted, assertNotCounted, assertSound } from '../support/answers.ts'
import { converse, formatRequest, parseAnswer, parseAnswers } from '../support/client.ts'
import {
  aimAt,
  runHttp11Probe,
  runHttp11ProbeSequences,
  runLlhttpRequests,
} from '../support/http-suites.ts'
import type { SuiteResult } from '../support/http-suites.ts'
import { call, get, newClient } from '../support/requests.ts'
import { shareService, startForSuite } from '../support/suite.ts'

const host = '127.0.0.1'
const hostLine = 'Host: a\r\n'
const stats = get('action=stats')
const form = 'Content-Type: application/x-www-form-urlencoded'
const statsLine = `GET /api?action=stats HTTP/1.1\r\n${hostLine}`
const health = 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n'

describe('suites', () => {
  const service = startForSuite({ RATE_LIMIT: '0' })
  const read = '/api?action=stats'
  const write = '/api?action=generate&slug=bold-serif&text=a'
  const aim = aimAt({ GET: read, HEAD: read, POST: write })

  test('Http11Probe: none fails, at most five warn', async (t) => {
    const results = await runHttp11Probe((await service).port, aim)
    // The suite does not know 413, the answer to a length of 999,999,999 bytes.
    const others = results.filter(({ id }) => id !== 'MAL-POST-CL-HUGE-NO-BODY')
    assert.deepEqual(select(others, 'Fail'), [])
    assert.ok(select(results, 'Warn').length <= 5, select(results, 'Warn').join('\n'))
    t.diagnostic(select(results, 'Warn').join('\n'))
  })

  test('Http11Probe: no request is smuggled', async () => {
    const results = await runHttp11ProbeSequences((await service).port, aim)
    assert.deepEqual(select(results, 'Fail'), [])
  })

  test('llhttp: what a strict parser rejects is refused', async () => {
    const results = await runLlhttpRequests((await service).port, aim)
    assert.deepEqual(select(results, 'Fail'), [])
    assert.equal((await call(service, stats)).status, 200)
  })
})

describe('HTTP that is refused', () => {
  const service = shareService()
  const peer = 'X-Forwarded-For: 127.0.0.1'
  const chunked = rawPost(newClient(), 'Transfer-Encoding: chunked')
  const rows: Array<[title: string, raw: string, status: number]> = [
    ['garbage', 'garbage\r\n\r\n', 400],
    ['no Host', 'GET /api?action=stats HTTP/1.1\r\n\r\n', 400],
    ['a broken chunk', `${chunked}z\r\n`, 400],
    ['a chunk extension of 64 KiB', `${chunked}5;a=${'a'.repeat(65_536)}`, 400],
    ['HTTP/01.01', `GET / HTTP/01.01\r\n${hostLine}\r\n`, 400],
    ['HTTP/1.10', `GET / HTTP/1.10\r\n${hostLine}\r\n`, 400],
    ...['xchunked', 'gzip', 'identity', '"chunked"', 'chunked;q=1', 'gzip, chunked', ''].map(
      (coding): [string, string, number] => {
        const head = rawPost(newClient(), `Transfer-Encoding: ${coding}`)
        return [`Transfer-Encoding: ${coding}`, `${head}0\r\n\r\n`, 400]
      },
    ),
    ['a GET in an unknown coding', `${statsLine}Transfer-Encoding: cow\r\n\r\n`, 400],
    ['an unknown expectation', rawPost('Expect: 200-ok', 'Content-Length: 0'), 417],
    ['a target of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['a target of 1 MB', `GET /${'a'.repeat(1e6)}`, 431],
    ['a header of 20 kB', rawPost(`A: ${'a'.repeat(20_000)}`), 431],
    ['101 header lines', rawPost(...Array.from({ length: 100 }, () => 'a: b')), 431],
    ['1,100 header lines', `GET / HTTP/1.1\r\n${hostLine}${'a:\r\n'.repeat(1100)}\r\n`, 431],
    ['HTTP/2.0', 'GET /api HTTP/2.0\r\nHost: a\r\n\r\n', 505],
    ['HTTP/1.2', 'GET /api HTTP/1.2\r\nHost: a\r\n\r\n', 505],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
    ['TRACE', 'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n', 405],
  ]
  test('closes the connection with an error, and is not counted', async () => {
    const before = await call(service, stats, peer)
    const remaining = Number(before.headers['x-ratelimit-remaining'])
    assert.ok(remaining > 0)
    for (const [title, raw, status] of rows) {
      const answer = parseAnswer(Buffer.from(await receive(raw), 'latin1'))
      assertSound(answer)
      assert.equal(answer.status, status, title)
      assert.equal(answer.headers['connection'], 'close', title)
      assert.equal(answer.headers['allow'], status === 405 ? 'GET, HEAD, POST, OPTIONS' : undefined)
      assertNotCounted(answer)
    }
    assertCounted(await call(service, stats, peer), remaining - 1)
  })

  const ask = (query: string): string => String(formatRequest(get(`action=${query}`, newClient())))
  const list = (): string => ask('list_generators')
  const turn = (): string => ask('list_generators&text=Ana&search=bold')
  const body = 'slug=fraktur&text=a'
  const before: Array<[title: string, raw: () => string, count: number]> = [
    ['long answers', () => list() + list(), 2],
    ['an answer that is not counted', () => health, 1],
    ['an answer that is recorded first', () => ask('stats'), 1],
    ['an answer that waits for its turn', turn, 1],
    ['the answer to a body', () => rawPost(newClient(), form, `Content-Length: ${body.length}`) + body, 1],
    ['several of them', () => health + list() + turn() + health, 4],
  ]
  for (const [title, earlier, count] of before) {
    test(`gets its error after ${title}`, async () => {
      for (const [what, raw, status] of rows) {
        const statuses = parseAnswers(await receive(earlier() + raw)).map((one) => one.status)
        const expected = [...Array.from({ length: count }, () => 200), status]
        assert.deepEqual(statuses, expected, what)
      }
    })
  }

  test('gets no second answer if its request has one', async () => {
    const conversation = converse((await service).port)
    conversation.write(chunked.replace('/api', '/nothing'))
    await conversation.until(/\}$/)
    conversation.write('zz\r\n')
    const answers = parseAnswers(await conversation.closed())
    assert.deepEqual(answers.map(({ status }) => status), [404])
  })

  test('is answered to a client that still sends, which is not reset', async () => {
    const socket = connect({ port: (await service).port, host, allowHalfOpen: true })
    socket.write('garbage\r\n\r\n')
    socket.resume()
    await once(socket, 'end')
    // More than the buffers between the two contain: the server has to read it.
    socket.end('a'.repeat(16_000_000))
    await once(socket, 'close')
  })

  test('and reset at once ends nothing', async () => {
    for (const raw of ['GET / HT', `TRACE / HTTP/1.1\r\n${hostLine}\r\n`]) {
      const socket = connect((await service).port, host)
      await new Promise((resolve) => socket.write(raw, resolve))
      socket.resetAndDestroy()
    }
    assert.equal((await call(service, stats)).status, 200)
  })

  async function receive(raw: string): Promise<string> {
    const conversation = converse((await service).port)
    conversation.write(Buffer.from(raw, 'latin1'))
    return conversation.closed()
  }
})

function select(results: readonly SuiteResult[], verdict: SuiteResult['verdict']): string[] {
  return results
    .filter((result) => result.verdict === verdict)
    .map(({ id, detail }) => `${id}: ${detail}`)
}

function rawPost(...headers: string[]): string {
  return `POST /api?action=generate HTTP/1.1\r\nHost: a\r\n${headers.join('\r\n')}\r\n\r\n`
}
