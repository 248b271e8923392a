import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { assertCounted, assertNotCounted, assertSound, parseObject } from '../support/answers.ts'
import { converse, parseAnswer } from '../support/client.ts'
import { call, get, newClient } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'

describe('HTTP that is refused', () => {
  const service = shareService()
  const peer = 'X-Forwarded-For: 127.0.0.1'
  let remaining = 0

  test('comes from somebody who has requests left', async () => {
    const { headers } = await call(service, get('action=stats'), peer)
    remaining = Number(headers['x-ratelimit-remaining'])
    assert.ok(remaining > 0)
  })

  const rows: Array<[title: string, raw: string, status: number]> = [
    ['because it is none: 400', 'garbage\r\n\r\n', 400],
    ['for a missing Host: 400', 'GET /api?action=stats HTTP/1.1\r\n\r\n', 400],
    ['for two lengths: 400', rawPost('Content-Length: 1', 'Content-Length: 1'), 400],
    ['for a broken chunk: 400', `${rawPost(newClient(), 'Transfer-Encoding: chunked')}z\r\n`, 400],
    ['for a control character: 400', 'GET /api?\x01 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['for a body of GET: 400', 'GET /api HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na', 400],
    ['for a target in no form: 400', 'GET api HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['for what it expects: 417', rawPost('Expect: 200-ok', 'Content-Length: 0'), 417],
    ['for a target of 20 kB: 431', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['for a header of 20 kB: 431', rawPost(`A: ${'a'.repeat(20_000)}`), 431],
    ['for 101 header lines: 431', rawPost(...Array.from({ length: 100 }, () => 'a: b')), 431],
    ['for HTTP/2.0: 505', 'GET /api HTTP/2.0\r\nHost: a\r\n\r\n', 505],
    ['for HTTP/1.2: 505', 'GET /api HTTP/1.2\r\nHost: a\r\n\r\n', 505],
    ['for being HTTP/2: 505', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
  ]
  for (const [title, raw, status] of rows) {
    test(title, async () => {
      const conversation = converse((await service).port)
      conversation.write(Buffer.from(raw, 'latin1'))
      const answer = parseAnswer(Buffer.from(await conversation.closed(), 'latin1'))
      assertSound(answer)
      assert.equal(answer.status, status)
      assert.equal(answer.headers['connection'], 'close')
      if (status === 400) assert.equal(parseObject(answer.text)['error'], 'Bad request')
      assertNotCounted(answer)
    })
  }

  test('by CONNECT is answered', async () => {
    const conversation = converse((await service).port)
    conversation.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')
    const answer = parseAnswer(Buffer.from(await conversation.closed(), 'latin1'))
    assertSound(answer)
    assert.equal(answer.status, 405)
  })

  test('counts for nobody', async () => {
    assertCounted(await call(service, get('action=stats'), peer), remaining - 1)
  })
})

function rawPost(...headers: string[]): string {
  return `POST /api?action=generate HTTP/1.1\r\nHost: a\r\n${headers.join('\r\n')}\r\n\r\n`
}
