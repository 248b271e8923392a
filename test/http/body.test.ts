import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { ApiError } from '../../lib/http/api-error.ts'
import { readBody } from '../../lib/http/body.ts'
import type { BodyRules } from '../../lib/http/body.ts'
import { createBodyBudget, tooManyBodies } from '../../lib/http/body.ts'
import { Connections } from '../../lib/http/connection.ts'

const limitBytes = 1000
const overBytes = limitBytes + 1
const form = 'Content-Type: application/x-www-form-urlencoded'
const chunked = 'Transfer-Encoding: chunked'

describe('readBody takes a body', { concurrency: true }, () => {
  const rows: Array<[title: string, headers: string[]]> = [
    ['of a form', [form]],
    ['of a form in capitals', ['Content-Type: APPLICATION/X-WWW-Form-Urlencoded']],
    ['of a form with a parameter', [`${form}; charset=utf-8`]],
    ['of a form with any parameters', [`${form} ;charset=shift_jis;x="application/json"`]],
    ['of a form with an empty parameter', [`${form};`]],
    ['of multipart/form-data', ['Content-Type: multipart/form-data; boundary=b']],
    ['of multipart/form-data in capitals', ['Content-Type: Multipart/FORM-Data ;boundary=b']],
    ['without a type', []],
    ['without a content coding', ['Content-Encoding: identity']],
    ['without a content coding, in capitals', [form, 'Content-Encoding: Identity']],
  ]
  for (const [title, headers] of rows) {
    test(title, async (t) => {
      const { outcome } = await exchange(t, [head(...headers, 'Content-Length: 6') + 'text=0'])
      assert.equal(textOf(outcome), 'text=0')
    })
  }

  for (const headers of [[form], [form, 'Content-Length: 0'], []]) {
    test(`that is empty, with the headers ${JSON.stringify(headers)}`, async (t) => {
      const { outcome } = await exchange(t, [head(...headers)])
      assert.equal(textOf(outcome), '')
    })
  }

  const body = Array.from({ length: limitBytes }, (_, i) => String.fromCharCode(33 + (i % 90)))

  test('of exactly the limit, declared', async (t) => {
    const request = head(form, `Content-Length: ${limitBytes}`) + body.join('')
    const { outcome } = await exchange(t, [request])
    assert.equal(textOf(outcome), body.join(''))
  })

  test('of exactly the limit, in one chunk', async (t) => {
    const request = head(form, chunked) + chunks([body.join('')]) + lastChunk
    const { outcome } = await exchange(t, [request])
    assert.equal(textOf(outcome), body.join(''))
  })

  test('of exactly the limit, in chunks of one byte', async (t) => {
    const { outcome } = await exchange(t, [head(form, chunked) + chunks(body) + lastChunk])
    assert.equal(textOf(outcome), body.join(''))
  })

  test('that comes in several packets', async (t) => {
    const packets = [head(form, 'Content-Length: 9'), 'tex', 't=a', 'b', 'cd']
    const { outcome } = await exchange(t, packets)
    assert.equal(textOf(outcome), 'text=abcd')
  })

  test('of one chunk without copying it', async (t) => {
    const received: Buffer[] = []
    const packets = [head(form, 'Content-Length: 6') + 'text=0']
    const { outcome } = await exchange(t, packets, (request) => {
      request.on('data', (chunk: Buffer) => received.push(chunk))
    })
    assert.ok(!(outcome instanceof ApiError))
    assert.equal(received.length, 1)
    assert.equal(outcome.buffer, received[0]?.buffer)
    assert.equal(outcome.byteOffset, received[0]?.byteOffset)
  })

  test('and leaves the connection for the next one', async (t) => {
    const bodies = ['text=1', 'text=2', 'text=3']
    const requests = bodies.map((text) => head(form, 'Content-Length: 6') + text)
    const { outcomes } = await exchange(t, [requests.join('\r\n')]) // a line each, to be counted
    assert.deepEqual(outcomes.map(textOf), bodies)
  })
})

describe('readBody refuses with 415', { concurrency: true }, () => {
  const rows: Array<[title: string, header: string, says: RegExp]> = [
    ['JSON', 'Content-Type: application/json', /URLSearchParams.*data-urlencode.*http_build_query/],
    ['plain text', 'Content-Type: text/plain;charset=UTF-8', /URLSearchParams.*--data-urlencode/],
    ['other parts', 'Content-Type: multipart/mixed; boundary=x', /multipart\/form-data/],
    ['an empty type', 'Content-Type:', /x-www-form-urlencoded/],
    ['a longer type', `${form}2`, /x-www-form-urlencoded/],
    ['a shorter type', form.slice(0, -1), /x-www-form-urlencoded/],
    ['a list of types', `${form}, text/plain`, /x-www-form-urlencoded/],
    ['a form in a parameter', 'Content-Type: a/b; application/x-www-form-urlencoded', /x-www-form/],
    ['a form after a space', 'Content-Type: a application/x-www-form-urlencoded', /x-www-form/],
    ['gzip', 'Content-Encoding: gzip', /Content-Encoding/],
    ['br', 'Content-Encoding: br', /Content-Encoding/],
    ['a list of codings', 'Content-Encoding: identity, gzip', /Content-Encoding/],
    ['an empty coding', 'Content-Encoding:', /Content-Encoding/],
  ]
  for (const [title, header, says] of rows) {
    test(title, async (t) => {
      const request = head(header, 'Content-Length: 6') + 'text=0'
      const { outcomes, answer, isUnread } = await exchange(t, [request])
      assertRefused(outcomes, 415, says)
      assert.match(answer, /^HTTP\/1\.1 415 [^]*\r\nConnection: close\r\n/)
      assert.ok(isUnread)
    })
  }
})

describe('readBody refuses with 413', { concurrency: true }, () => {
  for (const declared of [overBytes, 10 ** 9, '18446744073709551615']) {
    test(`a declared length of ${declared} bytes, before one of them is read`, async (t) => {
      const exchange = await open(t, head(form, `Content-Length: ${declared}`) + 'text=0')
      assertRefused([await read(exchange)], 413, /\b1000 bytes\b/)
      assert.equal(exchange.request.readableFlowing, null)
    })
  }

  const rows: Array<[title: string, body: string[]]> = [
    ['one chunk over the limit', ['x'.repeat(overBytes)]],
    ['a chunk of the limit and one of a byte', ['x'.repeat(limitBytes), 'x']],
    ['chunks of one byte', [...'x'.repeat(overBytes)]],
    ['chunks far over the limit', new Array<string>(100).fill('x'.repeat(10_000))],
  ]
  for (const [title, body] of rows) {
    test(`${title}, although the body has not ended`, async (t) => {
      const exchange = await open(t, head(form, chunked) + chunks(body))
      exchange.client.end() // who waited for the end of the body would be told that the client left
      assertRefused([await read(exchange)], 413, /\b1000 bytes\b/)
    })

    test(`${title}, and the client reads so`, async (t) => {
      const { outcomes, answer } = await exchange(t, [
        head(form, chunked) + chunks(body) + lastChunk,
      ])
      assertRefused(outcomes, 413, /\b1000 bytes\b/)
      assert.match(answer, /^HTTP\/1\.1 413 [^]*\r\nConnection: close\r\n/)
    })
  }

  test('once, and listens to nothing that follows', async (t) => {
    const long = 'x'.repeat(overBytes)
    const exchange = await open(t, head(form, chunked) + chunks([long, long]) + lastChunk)
    const outcome = await read(exchange)
    const { request } = exchange
    assert.equal(request.listenerCount('data') + request.listenerCount('end'), 0)
    assertRefused([outcome], 413, /\b1000 bytes\b/)
  })

  test('and lets nothing follow on the connection, before anybody hears of it', async (t) => {
    const long = chunks(['x'.repeat(overBytes)]) + lastChunk
    const taken: boolean[] = []
    const connections = new Connections()
    const server = createServer((request, response) => {
      taken.push(connections.take(request))
      readBody(request, response, 'a client', rulesWith(connections)).catch(() => response.destroy())
    })
    const client = connect(await listen(t, server), '127.0.0.1')
    client.on('error', () => {})
    client.write(`${head(form, chunked)}${long}${head(form)}`)
    await closed(client)
    assert.ok(taken.length === 1 || (taken.length === 2 && taken[1] === false), String(taken))
  })
})

describe('readBody refuses with 503', { concurrency: true }, () => {
  const most = 'x'.repeat(limitBytes - 1)

  test('a body for which its client has too many under way', async (t) => {
    const [one, other, third] = await Promise.all([1, 2, 3].map(() => open(t, head(form, chunked))))
    assert.ok(one && other && third)
    const rules = rulesWith(one.connections)
    const outcomes: Array<Promise<Outcome>> = []
    for (const { request, response, client, connections } of [one, other, third]) {
      const reading = readBody(request, response, 'a client', { ...rules, connections })
      outcomes.push(reading.catch((error: unknown) => error as ApiError))
      client.write(chunks([most]))
      await once(request, 'data')
    }
    const refused = await outcomes[2]
    assert.equal(refused, tooManyBodies)
    assert.ok(third.connections.isLast(third.request), 'something could follow on the connection')
    assert.equal(third.request.listenerCount('data'), 0)
    one.client.write(lastChunk)
    other.client.write(chunks(['y']) + lastChunk)
    assert.equal(textOf((await outcomes[0]) ?? tooManyBodies), most)
    assert.equal(textOf((await outcomes[1]) ?? tooManyBodies), `${most}y`)
    // They are gone: there is room for others.
    const next = await open(t, head(form, chunked))
    const reading = readBody(next.request, next.response, 'a client', rules)
    next.client.write(chunks([most]) + lastChunk)
    assert.equal(textOf(await reading), most)
  })

  test('none that comes with its head, however many', async (t) => {
    const budget = createBodyBudget(0, 0)
    const { request, response, connections } = await open(t, head(form, 'Content-Length: 6') + 'text=0')
    const body = await readBody(request, response, 'a client', { limitBytes, budget, connections })
    assert.equal(textOf(body), 'text=0')
  })
})

describe('readBody tells that the client left', { concurrency: true }, () => {
  const rows: Array<[title: string, leave: (client: Socket) => void]> = [
    ['by a reset', (client) => { client.resetAndDestroy() }],
    ['by closing', (client) => { client.destroy() }],
    ['by ending its side', (client) => { client.end() }],
    ['by a chunk that does not parse', (client) => { client.write('no chunk\r\n') }],
  ]
  for (const [title, leave] of rows) {
    test(`${title} in the middle of a body`, async (t) => {
      const exchange = await open(t, head(form, chunked) + chunks(['text=']))
      const outcome = read(exchange)
      await once(exchange.request, 'data')
      leave(exchange.client)
      assertRefused([await outcome], 400, /ended early/)
    })
  }

  test('before the reading began', async (t) => {
    const exchange = await open(t, head(form, 'Content-Length: 6') + 'text')
    exchange.client.destroy()
    await closed(exchange.request)
    assertRefused([await read(exchange)], 400, /ended early/)
  })
})

function rulesWith(connections: Connections): BodyRules {
  const budget = createBodyBudget(5 * limitBytes, 2 * limitBytes)
  return { limitBytes, budget, connections }
}

/** What came of a body. */
type Outcome = Uint8Array | ApiError

interface Exchange {
  /** How the first body ended. */
  readonly outcome: Outcome
  readonly outcomes: readonly Outcome[]
  /** What the client read until the connection closed. */
  readonly answer: string
  /** Whether the last body was still unread when its outcome was known. */
  readonly isUnread: boolean
}

/**
 * Sends packets to a server that reads each body and answers. The first packet holds the headers;
 * each of the others is sent when the one before has arrived. The client leaves when it has an
 * answer to each of its requests.
 */
async function exchange(
  t: TestContext,
  packets: readonly string[],
  observe: (request: IncomingMessage) => void = () => {},
): Promise<Exchange> {
  const outcomes: Outcome[] = []
  let isUnread = false
  const [first = '', ...others] = packets
  const server = createServer((request, response) => {
    observe(request)
    if (others.length > 0) {
      client.write(others.shift() ?? '')
      request.on('data', () => client.write(others.shift() ?? ''))
    }
    const connections = new Connections()
    connections.take(request)
    void read({ request, response, connections }).then((outcome) => {
      outcomes.push(outcome)
      isUnread = request.readableFlowing === null
      answerTo(outcome, response)
    })
  })
  const client = connect(await listen(t, server), '127.0.0.1')
  client.on('error', () => {}) // a server that closes on an unread body resets the connection
  let answer = ''
  client.on('data', (data) => {
    answer += data.toString('latin1')
    if (count(answer, /^HTTP/gm) === count(first, /^POST/gm)) client.end()
  })
  client.write(first)
  await closed(client)
  const [outcome] = outcomes
  assert.ok(outcome, 'readBody told an outcome')
  return { outcome, outcomes, answer, isUnread }
}

/** A request that has come, and what its body may be read with. */
interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly connections: Connections
}

function read({ request, response, connections }: Arrival): Promise<Outcome> {
  return readBody(request, response, 'a client', rulesWith(connections)).catch((error: unknown) => {
    assert.ok(error instanceof ApiError)
    assert.ok(connections.isLast(request), 'something could follow on the connection')
    return error
  })
}

/** Starts a client that sends `text`; its request has come, is not yet read, is never answered. */
async function open(
  t: TestContext,
  text: string,
): Promise<Arrival & { readonly client: Socket }> {
  const server = createServer()
  const client = connect(await listen(t, server), '127.0.0.1')
  client.on('error', () => {})
  client.resume()
  client.write(text)
  const [request, response] = await once(server, 'request')
  const connections = new Connections()
  connections.take(request)
  return { client, request, response, connections }
}

async function listen(t: TestContext, server: Server): Promise<number> {
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return address.port
}

/** Waits without listening to 'error', as the service does. */
async function closed(stream: Socket | IncomingMessage): Promise<void> {
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve))
}

function answerTo(outcome: Outcome, response: ServerResponse): void {
  if (outcome instanceof ApiError) response.writeHead(outcome.status, { Connection: 'close' })
  response.end()
}

function head(...headers: string[]): string {
  return ['POST / HTTP/1.1', 'Host: a', ...headers].join('\r\n') + '\r\n\r\n'
}

function chunks(texts: readonly string[]): string {
  return texts.map((text) => `${text.length.toString(16)}\r\n${text}\r\n`).join('')
}

const lastChunk = '0\r\n\r\n'

function textOf(outcome: Outcome): string {
  assert.ok(!(outcome instanceof ApiError))
  return Buffer.from(outcome).toString('latin1')
}

function assertRefused(outcomes: readonly Outcome[], status: number, says: RegExp): void {
  assert.equal(outcomes.length, 1)
  const [error] = outcomes
  assert.ok(error instanceof ApiError)
  assert.equal(error.status, status)
  assert.match(error.message, says)
  assert.deepEqual(error.details, { closes: true })
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
