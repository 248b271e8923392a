import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import {
  assertCounted,
  assertNotCounted,
  assertSound,
  limitHeaders,
  parseObject,
} from '../support/answers.ts'
import { converse, formatRequest, parseAnswer, parseAnswers } from '../support/client.ts'
import type { Answer, Request } from '../support/client.ts'
import { createHost, startInProcess } from '../support/in-process.ts'
import {
  call,
  generate,
  get,
  newClient,
  post,
  readStatistics,
} from '../support/requests.ts'
import { shareService, startForSuite } from '../support/suite.ts'

describe('the limit', { concurrency: true }, () => {
  const service = startForSuite({ RATE_LIMIT: '3', MAX_TEXT_LENGTH: '3' })
  const usual = shareService()
  const stats = get('action=stats')

  test('counts down and then refuses, with when to try again', async () => {
    const client = newClient()
    for (const remaining of [2, 1, 0]) {
      const answer = await call(service, stats, client)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['x-ratelimit-remaining'], String(remaining))
      assert.equal(answer.headers['ratelimit-policy'], '"hourly";q=3;w=3600')
    }
    for (const request of [stats, stats, get('action=x'), generate({}), post('', 'x=1')]) {
      const answer = await call(service, request, client)
      assert.equal(answer.status, 429)
      const limits = limitHeaders(answer)
      const { 'retry-after': wait = '', 'x-ratelimit-reset': reset, ...others } = limits
      assert.match(wait, /^[1-9]\d{0,3}$/)
      assert.ok(Number(wait) > 3500 && Number(wait) <= 3600, wait)
      assert.deepEqual(others, {
        'ratelimit-policy': '"hourly";q=3;w=3600',
        ratelimit: `"hourly";r=0;t=${wait}`,
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': '0',
      })
      const seconds = Number(reset) - Date.parse(answer.headers['date'] ?? '') / 1000
      assert.ok(Math.abs(seconds - Number(wait)) <= 2)
      assert.equal(
        answer.text,
        '{"success":false,"error":"Rate limit exceeded","message":"Maximum 3 requests per hour ' +
          `allowed. Try again in ${wait} seconds.","retry_after":${wait}}`,
      )
    }
  })

  test('refuses HEAD without a body, and lets pass what is not counted', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    const head = await call(service, { ...stats, method: 'HEAD' }, client)
    assert.equal(head.status, 429)
    assert.equal(head.headers['ratelimit'], `"hourly";r=0;t=${head.headers['retry-after']}`)
    const free: Array<[Request, number]> = [
      [{ method: 'OPTIONS' }, 204],
      [{ target: '/health' }, 200],
      [{ target: '/nothing' }, 404],
      [{ headers: ['Expect: x'] }, 417],
    ]
    for (const [request, status] of free) {
      const answer = await call(service, request, client)
      assert.equal(answer.status, status)
      assertNotCounted(answer)
    }
    assert.equal((await call(service, stats, client)).status, 429)
  })

  test('refuses without 100 Continue and without the body', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    const endless = [['Content-Length: 99', 'Expect: 100-continue'], ['Transfer-Encoding: chunked']]
    for (const framing of [...endless, ['Content-Length: 200000']]) {
      const conversation = converse((await service).port)
      const headers = [client, ...framing]
      conversation.write(formatRequest(post('action=generate', '', ...headers)))
      const answer = parseAnswer(Buffer.from(await conversation.until(/\}$/), 'latin1'))
      conversation.leave()
      assertSound(answer)
      assert.equal(answer.status, 429)
      assert.equal(answer.headers['connection'], 'close')
    }
  })

  test('throws a short body away that it did not read, and goes on with the connection', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    const conversation = converse((await service).port)
    const body = 'x'.repeat(99)
    conversation.write(formatRequest(post('action=generate', '', 'Content-Length: 99', client)))
    const refusal = parseAnswer(Buffer.from(await conversation.until(/\}$/), 'latin1'))
    assert.equal(refusal.status, 429)
    assert.equal(refusal.headers['connection'], 'keep-alive')
    const last = { ...stats, headers: [newClient(), 'Connection: close'] }
    conversation.write(Buffer.concat([Buffer.from(body), formatRequest(last)]))
    const answers = parseAnswers(await conversation.closed())
    assert.deepEqual(
      answers.map(({ status }) => status),
      [429, 200],
    )
  })

  test('refuses every pipelined request of a connection, which goes on', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    const conversation = converse((await service).port)
    const requests = [
      ...Array.from({ length: 5 }, () => ({ ...stats, headers: [client] })),
      { ...stats, headers: [client, 'Connection: close'] },
    ]
    conversation.write(Buffer.concat(requests.map(formatRequest)))
    const answers = parseAnswers(await conversation.closed())
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers['connection']]),
      [...Array.from({ length: 5 }, () => [429, 'keep-alive']), [429, 'close']],
    )
  })

  test('admits of the requests of one turn as many as are left', async () => {
    const conversation = converse((await service).port)
    const client = newClient()
    const requests = ['keep-alive', 'keep-alive', 'keep-alive', 'keep-alive', 'close'].map(
      (kept) => ({ ...stats, headers: [client, `Connection: ${kept}`] }),
    )
    conversation.write(Buffer.concat(requests.map(formatRequest)))
    const answers = parseAnswers(await conversation.closed())
    assert.deepEqual(answers.map(({ status }) => status), [200, 200, 200, 429, 429])
    for (const { text } of answers.slice(3)) assert.ok(text.includes('"retry_after":'), text)
  })

  test('has no room for statistics of what it refused', async () => {
    const client = newClient()
    const request = generate({ slug: 'reverse', text: 'abc' })
    for (const status of [200, 200, 200, 429, 429]) {
      assert.equal((await call(service, request, client)).status, status)
    }
    assert.deepEqual(await readStatistics(service), { uses: 3, characters: 9 })
  })

  test('of a text is taken from MAX_TEXT_LENGTH', async () => {
    const request = generate({ slug: 'reverse', text: 'a😀b', update_stats: '0' })
    assert.equal((await call(service, request)).status, 200)
    const { status, text } = await call(service, generate({ slug: 'reverse', text: 'abcd' }))
    assert.equal(status, 400)
    assert.match(String(parseObject(text)['message']), /"text".*\b3\b/)
  })

  test('says its own numbers where they are set', async (t) => {
    const minutely = startInProcess(t, { RATE_LIMIT: '3', RATE_WINDOW_SECONDS: '60' })
    const client = newClient()
    for (const _ of [1, 2, 3]) await call(minutely, stats, client)
    const { headers, text } = await call(minutely, stats, client)
    const { message, retry_after } = parseObject(text)
    assert.match(String(message), /^Maximum 3 requests per minute allowed\. /)
    assert.ok(Number(retry_after) >= 1 && Number(retry_after) <= 60)
    assert.equal(headers['ratelimit-policy'], '"minutely";q=3;w=60')
    assert.equal(headers['x-ratelimit-limit'], '3')
  })

  test('admits again when the window has passed, however many were refused', async (t) => {
    let now = 1_000_000
    const host = createHost({ now: () => now })
    const brief = startInProcess(t, { RATE_LIMIT: '2', RATE_WINDOW_SECONDS: '1' }, host)
    const client = newClient()
    const statusesAt = async (...times: readonly number[]): Promise<number[]> => {
      const statuses: number[] = []
      for (const time of times) {
        now = 1_000_000 + time
        statuses.push((await call(brief, stats, client)).status)
      }
      return statuses
    }
    assert.deepEqual(await statusesAt(0, 400, 400, 401, 700, 999), [200, 200, 429, 429, 429, 429])
    assert.deepEqual(await statusesAt(1000, 1000, 1399, 1400, 1400), [200, 429, 429, 200, 429])
    assert.deepEqual(await statusesAt(9000, 9000, 9000), [200, 200, 429])
  })

  const counting: Array<[title: string, request: Request, status: number]> = [
    ['a list', get('action=list_generators'), 200],
    ['a list not changed', get('action=list_generators', 'If-None-Match: *'), 304],
    ['a generator', get('action=get_generator&slug=reverse'), 200],
    ['statistics', get('action=stats'), 200],
    ['HEAD', { ...get('action=stats'), method: 'HEAD' }, 200],
    ['a transformation', generate({ slug: 'reverse', text: 'a' }), 200],
    ['one without statistics', generate({ slug: 'reverse', text: 'a', update_stats: '0' }), 200],
    ['no action', get(''), 400],
    ['an unknown action', get('action=x'), 400],
    ['an unknown slug', get('action=get_generator&slug=x'), 404],
    ['a wrong method', { method: 'DELETE' }, 405],
    ['a wrong type', post('action=generate', 'a', 'Content-Type: text/plain'), 415],
    ['a body too large', post('action=generate', 'a'.repeat(131_073)), 413],
    ['a path with a slash', { target: '/api/?action=stats' }, 200],
  ]
  test('counts every request of the service, errors too, and nothing else', async () => {
    const client = newClient()
    let remaining = 100
    for (const [title, request, status] of counting) {
      const answer = await call(usual, request, client)
      assert.equal(answer.status, status, title)
      assertCounted(answer, --remaining)
      assertNotCounted(await call(usual, { target: '/health' }, client))
      assertNotCounted(await call(usual, { target: '/nothing' }, client))
      assertNotCounted(await call(usual, { method: 'OPTIONS' }, client))
    }
  })

  test('is told, as all else is, alike where the connection stays open', async (t) => {
    const { port } = await usual
    const ofConnection = ['connection', 'keep-alive', 'date', 'x-ratelimit-reset']
    for (const [title, request, status] of counting) {
      const [one, other] = [newClient(), newClient()]
      const closed = await call(usual, request, one)
      const conversation = converse(port)
      t.after(conversation.leave)
      const headers = [...(request.headers ?? []), other]
      conversation.write(formatRequest({ ...request, headers }))
      // A second answer tells that the first has ended where its length says.
      conversation.write(formatRequest({ ...stats, headers: [newClient()] }))
      const isOpen = closed.status !== 413 && closed.status !== 415
      const received = isOpen ? conversation.until(/"characters":\d+\}\}$/) : conversation.closed()
      const text = await received
      const [open] = request.method === 'HEAD' ? [parseAnswer(headOf(text))] : parseAnswers(text)
      assert.ok(open !== undefined, title)
      assert.equal(open.status, status, title)
      if (isOpen) {
        assert.equal(open.headers['connection'], 'keep-alive', title)
        assert.equal(open.headers['keep-alive'], 'timeout=5, max=1000', title)
      }
      const rest = (answer: Answer): object =>
        Object.entries(answer.headers).filter(([name]) => !ofConnection.includes(name)).sort()
      assert.deepEqual(rest(open), rest(closed), title)
      if (title !== 'statistics') assert.equal(open.text, closed.text, title)
      const [statusLine] = text.split('\r\n')
      const reason = status < 400 ? reasons.get(status) : JSON.parse(open.text).error
      assert.equal(statusLine, `HTTP/1.1 ${status} ${reason}`)
    }
  })

  const forwarded: Array<[trust: string, headers: readonly string[], isOne: boolean]> = [
    ['loopback', ['192.0.2.1', '192.0.2.2'], false],
    ['loopback', ['192.0.2.3', '192.0.2.3'], true],
    ['loopback', ['198.51.100.1, 192.0.2.4', '198.51.100.2, 192.0.2.4'], true],
    ['loopback', ['192.0.2.5, 127.0.0.1', '192.0.2.6, 127.0.0.1'], false],
    ['loopback', ['::ffff:192.0.2.7', '192.0.2.7'], true],
    ['loopback', ['2001:db8:0:1::1', '2001:db8:0:1::2'], true],
    ['loopback', ['2001:db8:0:2::1', '2001:db8:0:3::1'], false],
    ['none', ['192.0.2.1', '192.0.2.2'], true],
    ['127.0.0.0/8, 192.0.2.0/24', ['192.0.2.1, 192.0.2.2', '192.0.2.3'], false],
    ['127.0.0.0/8, 192.0.2.0/24', ['1.2.3.4, 192.0.2.1', '1.2.3.4, 192.0.2.2'], true],
  ]
  const trusting = new Map([['loopback', usual]])
  for (const [trust] of forwarded) {
    const trusted = trusting.get(trust) ?? startForSuite({ TRUST_PROXY: trust })
    trusting.set(trust, trusted)
  }
  for (const [trust, [one = '', other = ''], isOne] of forwarded) {
    const clientsAre = isOne ? 'one client' : 'two clients'
    test(`takes ${one} and ${other} for ${clientsAre} with TRUST_PROXY=${trust}`, async () => {
      const trusted = trusting.get(trust)
      assert.ok(trusted)
      assertCounted(await call(trusted, stats, `X-Forwarded-For: ${one}`), 99)
      assertCounted(await call(trusted, stats, `X-Forwarded-For: ${other}`), isOne ? 98 : 99)
    })
  }

  test('separates peers', async () => {
    const { port } = await usual
    const rows = [['127.0.0.2', 99], ['127.0.0.3', 99], ['127.0.0.2', 98]] as const
    for (const [localAddress, remaining] of rows) {
      const socket = connect({ host: '127.0.0.1', port, localAddress })
      socket.write(formatRequest({ ...stats, headers: ['Connection: close'] }))
      const parts = await socket.toArray()
      assertCounted(parseAnswer(Buffer.concat(parts)), remaining)
    }
  })
})

const reasons = new Map([[200, 'OK'], [304, 'Not Modified']])

/** The bytes of the head that a text begins with. */
function headOf(text: string): Buffer {
  return Buffer.from(text.slice(0, text.indexOf('\r\n\r\n') + 4), 'latin1')
}
