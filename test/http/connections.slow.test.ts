import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { assertNotCounted, bold, resultOf, toObject } from '../support/answers.ts'
import { converse, formatRequest, parseAnswer, parseAnswers } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { startInProcess } from '../support/in-process.ts'
import { call, chunks, generate, get, readStatistics } from '../support/requests.ts'
import { startForSuite } from '../support/suite.ts'

function post(headers: string, body: string): string {
  return `POST /api?action=generate HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`
}

const tooLong = `${(131_073).toString(16)}\r\n${'a'.repeat(131_073)}\r\n0\r\n\r\n`

describe('a connection', () => {
  const service = startForSuite({ RATE_LIMIT: '0' })

  test('carries pipelined requests, answered in their order', async () => {
    const conversation = converse((await service).port)
    const requests = Array.from({ length: 8 }, (_, index) => {
      if (index % 4 === 0) return get('action=stats')
      if (index % 4 === 1) return { target: '/nothing' }
      if (index % 4 === 2) return generate({ slug: 'bold-serif', text: String(index) })
      return { method: 'HEAD', target: '/health' }
    })
    const last: Request = { method: 'OPTIONS', headers: ['Connection: close'] }
    conversation.write(Buffer.concat([...requests, last].map(formatRequest)))
    // The answers to HEAD have a length, but no body.
    const text = (await conversation.closed()).replace(/Content-Length: 16\r\n/g, '')
    const answers = parseAnswers(text)
    assert.equal(answers.length, requests.length + 1)
    answers.slice(0, -1).forEach(({ status, text: body }, index) => {
      assert.equal(status, index % 4 === 1 ? 404 : 200)
      const input = String(index)
      if (index % 4 === 2) assert.equal(body, resultOf(input, bold(input), 'bold-serif'))
    })
    assert.equal(answers.at(-1)?.status, 204)
  })

  test('is reset if a ninth request waits, or fewer with long heads', async () => {
    const counted = String(formatRequest(generate({ slug: 'reverse', text: 'abc' })))
    const long = counted.replace('\r\n', `\r\nX-Long: ${'x'.repeat(7_000)}\r\n`)
    const countUses = async (): Promise<number> =>
      Number(toObject(await readStatistics(service))['uses'])
    for (const [request, times] of [[counted, 10], [counted, 200], [long, 4]] as const) {
      const before = await countUses()
      const conversation = converse((await service).port)
      conversation.write(Buffer.from(request.repeat(times)))
      await conversation.closed()
      // The first one may have been answered before the others were seen.
      const counted = (await countUses()) - before
      assert.ok(counted <= 1, `${counted} of ${times}`)
    }
    for (const [request, times] of [[counted, 9], [long, 2]] as const) {
      const conversation = converse((await service).port)
      conversation.write(Buffer.from(request.repeat(times)))
      await conversation.until(new RegExp(`(?:"success":true.*){${times}}`, 's'))
      conversation.leave()
    }
  })

  const endings: Array<[title: string, request: string, status: number]> = [
    ['that is malformed', 'GET /api#a HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['whose body has another type', post('Content-Type: a/b\r\nContent-Length: 1', 'a'), 415],
    ['whose body is said to be too long', post('Content-Length: 999999', ''), 413],
    ['whose body turns out too long', post('Transfer-Encoding: chunked', tooLong), 413],
    ['that asks for it', 'GET /nothing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 404],
  ]
  for (const [title, request, status] of endings) {
    test(`ignores everything after a request ${title}`, async () => {
      const conversation = converse((await service).port)
      const counted = String(formatRequest(generate({ slug: 'reverse', text: 'abc' })))
      const before = await readStatistics(service)
      conversation.write(Buffer.from(request + counted.repeat(3)))
      const answers = parseAnswers(await conversation.closed())
      assert.deepEqual(answers.map((answer) => answer.status), [status])
      assert.deepEqual(await readStatistics(service), before)
    })
  }

  test('closes after the answer to its newest request while the service stops', async (t) => {
    const { port, stop } = await startInProcess(t)
    const conversation = converse(port)
    const request = String(formatRequest(get('action=stats')))
    conversation.write(request)
    await conversation.until(/\}\}$/)
    const stopped = stop('enough')
    conversation.write(request.repeat(2))
    const answers = parseAnswers(await conversation.closed())
    assert.deepEqual(
      answers.map(({ headers }) => headers['connection']),
      ['keep-alive', 'keep-alive', 'close'],
    )
    await stopped
  })

  const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk'
  const unseen = 'slug=reverse&text=ab&update_stats=0'
  const upgrades: Array<[title: string, request: string]> = [
    ['a GET', `GET /api?action=stats HTTP/1.1\r\nHost: a\r\n${upgrade}\r\n\r\n`],
    ['a POST', post(`${upgrade}\r\nContent-Length: ${unseen.length}`, unseen)],
    ['a POST in chunks', post(`${upgrade}\r\nTransfer-Encoding: chunked`, chunks(unseen))],
  ]
  for (const [title, request] of upgrades) {
    test(`closes after the answer if ${title} asks for another protocol`, async () => {
      const before = await readStatistics(service)
      const conversation = converse((await service).port)
      // Node's parser swallows the bytes that arrive in the same read.
      const counted = String(formatRequest(generate({ slug: 'reverse', text: 'abc' })))
      conversation.write(request + counted.repeat(3))
      const answers = parseAnswers(await conversation.closed())
      assert.deepEqual(
        answers.map(({ headers }) => headers['connection']),
        ['close'],
      )
      assert.deepEqual(await readStatistics(service), before)
    })
  }

  for (const headers of ['Upgrade: h2c', 'Connection: keep-alive\r\nUpgrade: h2c']) {
    test(`stays open after ${JSON.stringify(headers)}, which asks for no upgrade`, async () => {
      const conversation = converse((await service).port)
      const request = `GET /api?action=stats HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n`
      const last: Request = { method: 'OPTIONS', headers: ['Connection: close'] }
      conversation.write(request + request + String(formatRequest(last)))
      const answers = parseAnswers(await conversation.closed())
      assert.deepEqual(answers.map(({ status }) => status), [200, 200, 204])
    })
  }

  for (const length of [65_535, 65_536, 65_537]) {
    test(`is answered if its client ends it after a request of ${length} bytes`, async () => {
      const socket = connect({ port: (await service).port, host: '127.0.0.1' })
      const fields = 'slug=reverse&text=ab&update_stats=0&x='
      const empty = post('Connection: close\r\nContent-Length: 00000', '').length
      const body = fields.padEnd(length - empty, 'x')
      const request = post(`Connection: close\r\nContent-Length: ${body.length}`, body)
      assert.equal(request.length, length)
      socket.end(request)
      const answer = parseAnswer(Buffer.concat(await socket.toArray()))
      assert.equal(answer.text, resultOf('ab', 'ba', 'reverse'))
    })
  }

  test('has no rate limit headers if there is no limit', async () => {
    for (const request of [get('action=stats'), get('action=list_generators'), get('')]) {
      assertNotCounted(await call(service, request))
    }
  })
})
