import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createDraw } from '../lib/engine/draft.ts'
import { findPassenger } from '../lib/service/passenger.ts'
import { checkSite } from '../lib/service/wiring.ts'
import { readConfig } from '../lib/settings/config.ts'
import { assertStatus } from './support/answers.ts'
import { converse, formatRequest, send } from './support/client.ts'
import type { Request } from './support/client.ts'
import { root } from './support/folders.ts'
import { createHost, startInProcess } from './support/in-process.ts'
import { Connection } from './support/kept-connection.ts'
import { rounds } from './support/rounds.ts'
import { until } from './support/until.ts'

const scrape = { target: '/metrics' }
const other = 'X-Forwarded-For: 203.0.113.9'

/** What proxies add, even without naming a client, or one that pretends to be on this machine. */
const ofProxies = [
  ...['Via: 1.1 vegur', 'Forwarded: for=127.0.0.1', 'X-Real-IP: 127.0.0.1', 'CDN-Loop: cloudflare'],
  ...['X-Forwarded-Proto: https', 'X-Forwarded-Host: localhost', 'X-Forwarded-Port: 443'],
  ...['X-Forwarded-Server: a', 'X-Forwarded-Prefix: /', 'True-Client-IP: 127.0.0.1'],
  ...['CF-Connecting-IP: 127.0.0.1', 'CF-Ray: 1', 'cf-visitor: {}', 'Fastly-Client-IP: ::1'],
  ...['X-Appengine-User-Ip: ::1', 'X-ProxyUser-Ip: ::1', 'X-Original-Forwarded-For: 127.0.0.1'],
  ...['X-Amzn-Trace-Id: 1', 'X-Request-Id: 1', 'X-Forwarded-For: 127.0.0.1'],
]

/** What browsers add to the request of a page of another origin. */
const ofPages = ['Origin: https://evil.example', 'Origin: http://localhost']
  .concat('Origin: null', 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Site: same-site')

/** Parses the metrics. In test/system/prometheus.test.ts, promtool checks their format. */
function parseMetrics(text: string) {
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => [name, type])
  const samples = new Map<string, number>()
  for (const [, name = '', value] of text.matchAll(/^(\w.*) (\S+)$/gm)) {
    assert.ok(!samples.has(name), `${name} has two values`)
    samples.set(name, Number(value))
  }
  return { types, samples }
}

async function start(t: TestContext, environment: Readonly<Record<string, string>> = {}) {
  const service = await startInProcess(t, { METRICS: 'on', ...environment })
  const read = async () => parseMetrics((await send(service.port, scrape)).text)
  const valueOf = async (name: string): Promise<number | undefined> =>
    (await read()).samples.get(`text_decoration_${name}`)
  return { ...service, read, valueOf }
}

describe('GET /metrics', () => {
  test('has every metric of the table in lib/README.md, and no other', async (t) => {
    const { port, read } = await start(t)
    const { status, headers } = await send(port, scrape)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
    assert.equal(headers['access-control-allow-origin'], undefined)
    assert.equal(headers['cache-control'], 'no-store')
    const document = readFileSync(join(root, 'lib', 'README.md'), 'utf8')
    const rows = [...document.matchAll(/^\| (`(?:text|nodejs|process)_.*?) \| (\w+) \|/gm)]
    const documented = rows.flatMap(([, names = '', type = '']) => {
      const [first = '', ...more] = [...names.matchAll(/`(.+?)`/g)].map(([, name = '']) => name)
      const stem = first.replace(/_p50_seconds$/, '')
      return [first, ...more.map((name) => name.replace('…', stem))].map((name) => [name, type])
    })
    const { types, samples } = await read()
    assert.deepEqual(types.toSorted(), documented.toSorted())
    const sampled = new Set([...samples.keys()].map((name) => name.replace(/\{.*/, '')))
    assert.deepEqual([...sampled].toSorted(), types.map(([name]) => name).toSorted())
  })

  test('counts every request by route, action and status, with its own labels only', async (t) => {
    const { port, read } = await start(t, { RATE_LIMIT: '10000' })
    const draw = createDraw('metrics')
    const rows: ReadonlyArray<readonly [labels: string, request: Request]> = [
      ['api stats 200', { target: '/api?action=stats' }],
      ['api list_generators 200', { target: '/api/?action=list_generators' }],
      ['api get_generator 404', { target: '/api?action=get_generator&slug=none' }],
      ['api generate 200', { method: 'POST', target: '/api', body: 'action=generate&slug=reverse&text=a' }],
      ['api generate 405', { target: '/api?action=generate' }],
      ['api  400', { target: '/api?action=a%22%0Ab' }],
      ['api  400', { target: '/api' }],
      ['page  200', { target: '/en/reverse-text' }],
      ['health  200', { target: '/health' }],
      ['health  405', { method: 'DELETE', target: '/health' }],
      ['description  200', { target: '/openapi.json' }],
      ['other  404', { target: '/nothing' }],
      ['other  404', { ...scrape, headers: [other] }],
      ['metrics  405', { method: 'POST', ...scrape }],
      ['other  400', { target: '/api?action=stats', headers: ['Host: a'] }],
      ['other  400', { target: '/a"b' }],
      ['other  400', { target: '/api', headers: ['no colon'] }],
      ['other  405', { method: 'TRACE' }],
      ['other  431', { target: '/api', headers: [`A: ${'a'.repeat(17_000)}`] }],
    ]
    const expected = new Map<string, number>()
    for (let count = 0; count < rounds(200); count++) {
      const [row, request] = rows[draw(rows.length)] ?? assert.fail()
      await send(port, request)
      const [route, action, status] = row.split(' ')
      const labels = `{route="${route}",action="${action}",status="${status}"}`
      expected.set(labels, (expected.get(labels) ?? 0) + 1)
    }
    const name = 'text_decoration_requests_total'
    const counted = [...(await read()).samples].filter(([key]) => key.startsWith(name))
    const shown = [...expected].map(([labels, count]) => [name + labels, count])
    assert.deepEqual(counted.toSorted(), shown.toSorted())
  })

  test('shows the state of the limiter, the statistics, bodies and connections', async (t) => {
    const { port, valueOf } = await start(t, { RATE_LIMIT: '2', MAX_CLIENTS: '3' })
    const generate = { method: 'POST', target: '/api?action=generate&slug=reverse&text=abc' }
    const from = (client: number): Request =>
      ({ ...generate, headers: [`X-Forwarded-For: 10.0.0.${client}`] })
    for (const client of [1, 1, 1, 2, 2, 2, 2, 3, 4]) await send(port, from(client))
    assert.equal(await valueOf('characters_total'), 18)
    assert.equal(await valueOf('refused_requests_total'), 3)
    assert.equal(await valueOf('refused_clients_total'), 2)
    assert.equal(await valueOf('store_failures_total'), 0)
    assert.ok(Number(await valueOf('store_bytes')) > 4096)
    // The window of the client with one request made room.
    assert.equal(await valueOf('evictions_total'), 1)
    assert.deepEqual([await valueOf('clients'), await valueOf('entries')], [3, 5])
    const before = Number(await valueOf('connections'))
    const slow = converse(port)
    const whole = formatRequest({ method: 'POST', target: '/api', body: 'a'.repeat(9_000) })
    slow.write(whole.subarray(0, -1))
    await until(async () => Number(await valueOf('connections')) > before)
    slow.write(whole.subarray(-1))
    await slow.until(/^HTTP/)
    slow.leave()
  })

  test('shows no clients where there is no limit', async (t) => {
    const { port, valueOf } = await start(t, { RATE_LIMIT: '0' })
    await send(port, { target: '/api?action=stats' })
    for (const name of ['clients', 'entries', 'evictions_total', 'refused_clients_total']) {
      assert.equal(await valueOf(name), 0, name)
    }
  })

  test('counts what the statistics and the clients count, although requests overlap', async (t) => {
    const { port, read, valueOf } = await start(t, { RATE_LIMIT: '7' })
    const connections = [1, 2, 3].map(() => new Connection(port))
    t.after(() => connections.forEach((connection) => connection.close()))
    const bodies = ['text=abcd', 'text=ab&update_stats=0', '', `text=${'a'.repeat(10_001)}`]
    const answers = connections.flatMap((connection, client) =>
      Array.from({ length: 40 }, (_, index) => connection.send({
        method: 'POST',
        target: '/api?action=generate&slug=reverse',
        headers: [`X-Forwarded-For: 10.0.0.${client}`],
        body: bodies[index % bodies.length] ?? '',
      })),
    )
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    const countOf = (status: number): number => statuses.filter((one) => one === status).length
    assert.deepEqual([countOf(429), countOf(200) + countOf(400)], [99, 21])
    const { text } = await send(port, { target: '/api?action=stats', headers: [other] })
    const { uses, characters } = JSON.parse(text).statistics
    assert.deepEqual([uses, characters], [6, 24])
    assert.equal(await valueOf('characters_total'), characters)
    assert.equal(await valueOf('refused_requests_total'), countOf(429))
    assert.equal(await valueOf('refused_clients_total'), connections.length)
    const { samples } = await read()
    for (const status of [200, 400, 429]) {
      // The action of a request that is refused may not have been read.
      const label = new RegExp(`route="api".*status="${status}"`)
      const counted = [...samples].filter(([name]) => label.test(name))
      const statistics = status === 200 ? 1 : 0
      const sum = counted.reduce((total, [, count]) => total + count, -statistics)
      assert.equal(sum, countOf(status), `${status}`)
    }
  })

  test('shows how long the event loop was blocked since the last scrape, and no longer', async (t) => {
    const startMs = performance.now()
    const { read } = await start(t)
    const readLag = async () => {
      const { samples } = await read()
      const lags = ['p50', 'p99', 'max'].map((name) => {
        return Number(samples.get(`nodejs_eventloop_lag_${name}_seconds`))
      })
      const [p50 = NaN, p99 = NaN, max = NaN] = lags
      const mostSeconds = (performance.now() - startMs) / 1000
      assert.ok(0 <= p50 && p50 <= p99 && p99 <= max && max <= mostSeconds, lags.join())
      return { p50, max }
    }
    await setTimeout(50)
    const blockMs = 100
    const end = performance.now() + blockMs
    while (performance.now() < end);
    // The loop notices the delay of its next turn.
    await setTimeout(50)
    const { p50, max } = await readLag()
    assert.ok(max > blockMs / 2 / 1000, `${max} s after a block of ${blockMs} ms`)
    assert.ok(p50 < max, `${p50} s in the median of several turns, one of which was blocked`)
    // A busy machine delays some of these. The 20 ms between two measurements are no delay.
    const later: Array<Awaited<ReturnType<typeof readLag>>> = []
    for (let scrape = 0; scrape < 50; scrape++) {
      await setTimeout(100)
      later.push(await readLag())
      if (later.some(({ p50, max }) => p50 < 0.019 && max < blockMs / 2 / 1000)) return
    }
    assert.fail(`the delay does not fall: ${JSON.stringify(later)}`)
  })

  test('does not exist for other clients, and if METRICS is off', async (t) => {
    const [on, off] = [await start(t), await startInProcess(t)]
    const nothing = await send(on.port, { target: '/nothing', headers: [other] })
    const attempts: ReadonlyArray<readonly [port: number, request: Request]> = [
      [on.port, { ...scrape, headers: [other] }],
      [on.port, { ...scrape, headers: ['X-Forwarded-For: 127.0.0.1, 203.0.113.9, 127.0.0.1'] }],
      [on.port, { ...scrape, headers: ['X-Forwarded-For: 2001:db8::1'] }],
      ...[...ofProxies, ...ofPages].map((line) => {
        return [on.port, { ...scrape, headers: [line] }] as const
      }),
      [on.port, { target: '/metrics/' }],
      [off.port, scrape],
    ]
    for (const [port, request] of attempts) {
      const { status, text } = await send(port, request)
      assert.deepEqual([status, text], [404, nothing.text])
    }
    const ofScrapers = ['X-Prometheus-Scrape-Timeout-Seconds: 10', 'Accept: text/plain;version=0.0.4']
    for (const line of [...ofScrapers, 'Sec-Fetch-Site: none', 'Sec-Fetch-Site: same-origin']) {
      assertStatus(await send(on.port, { ...scrape, headers: [line] }), 200, line)
    }
  })

  test('exists exactly for hosts that name this machine', async (t) => {
    const { port } = await start(t)
    const statusOf = async (host: string): Promise<string> => {
      const conversation = converse(port)
      conversation.write(`GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      return (await conversation.closed()).slice(0, 'HTTP/1.1 200'.length)
    }
    const own = ['localhost', 'LocalHost', 'a.localhost', '127.0.0.1', '127.1.2.3', '[::1]']
    for (const host of own.flatMap((name) => [name, `${name}:8080`])) {
      assert.equal(await statusOf(host), 'HTTP/1.1 200', host)
    }
    const others = ['evil.example', 'localhost.evil.example', 'notlocalhost', '127.0.0.1.evil.example']
      .concat('128.0.0.1', '[::2]', '[2001:db8::1]', '0.0.0.0', '192.0.2.1', 'localhost.')
    for (const host of others.flatMap((name) => [name, `${name}:80`])) {
      assert.equal(await statusOf(host), 'HTTP/1.1 404', host)
    }
  })

  test('exists exactly for clients with a loopback address', async (t) => {
    // Phusion Passenger passes the client's address in a header.
    const passenger = findPassenger({ PhusionPassenger: new EventEmitter() })
    const settings = { METRICS: 'on', TRUST_PROXY: 'none' }
    const { port } = await startInProcess(t, settings, createHost({ passenger }))
    const loopback = new BlockList()
    loopback.addSubnet('127.0.0.0', 8)
    loopback.addAddress('::1', 'ipv6')
    const isLoopback = (address: string): boolean => {
      const family = isIP(address)
      return family !== 0 && loopback.check(address, family === 4 ? 'ipv4' : 'ipv6')
    }
    const ipv4 = ['127.0.0.0', '127.0.0.1', '127.255.255.255', '126.255.255.255', '128.0.0.0']
      .concat('0.0.0.0', '1.0.0.127', '10.0.0.1', '192.168.0.1', '203.0.113.9')
    const ipv6 = ['::1', '0:0:0:0:0:0:0:1', '::', '::2', '::101', '1::1', '1::', 'fe80::1', '2001:db8::1']
      .concat('::ffff:7f00:1', '::ffff:7eff:ffff', '::ffff:0:1', '::127.0.0.1', 'ffff::127.0.0.1')
    const names = ['', 'localhost', 'unknown', 'unix:', '127.1', '127.0.0.1:1', '[::1]', '2130706433']
    const peers = [...ipv4, ...ipv4.map((address) => `::ffff:${address}`), ...ipv6, ...names]
    const statusOf = async (headers: readonly string[]): Promise<number> =>
      (await send(port, { ...scrape, headers })).status
    assert.equal(await statusOf([]), 404, 'an unknown client')
    for (const peer of peers) {
      const status = await statusOf([`!~Passenger-Client-Address: ${peer}`])
      assert.equal(status, isLoopback(peer) ? 200 : 404, peer)
    }
    assert.ok(peers.filter(isLoopback).length > 5)
  })

  test('reserves its path, but only if it is on', () => {
    for (const variables of [{ BASE_PATH: '/metrics' }, { SITE_URL: 'http://a/metrics' }]) {
      const config = readConfig({ METRICS: 'on', ...variables })
      assert.throws(() => checkSite(config), /the service itself uses this path/)
      checkSite(readConfig(variables))
    }
  })
})
