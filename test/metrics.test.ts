import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createDraw } from '../lib/engine/draft.ts'
import { checkSite } from '../lib/service/parts.ts'
import { readConfig } from '../lib/settings/config.ts'
import { converse, formatRequest, send } from './support/client.ts'
import type { Request } from './support/client.ts'
import { root } from './support/folders.ts'
import { startInProcess } from './support/in-process.ts'
import { rounds } from './support/rounds.ts'
import { until } from './support/until.ts'

const scrape = { target: '/metrics' }
const other = 'X-Forwarded-For: 203.0.113.9'

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
    const { port, read } = await start(t, { RATE_LIMIT: '100000' })
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
    await until(async () => (await valueOf('evictions_total')) === 2)
    assert.deepEqual([await valueOf('clients'), await valueOf('entries')], [3, 4])
    const before = Number(await valueOf('connections'))
    const slow = converse(port)
    const whole = formatRequest({ method: 'POST', target: '/api', body: 'a'.repeat(9_000) })
    slow.write(whole.subarray(0, -1))
    await until(async () => Number(await valueOf('body_bytes')) >= 8_999)
    assert.ok(Number(await valueOf('connections')) > before)
    slow.write(whole.subarray(-1))
    await until(async () => (await valueOf('body_bytes')) === 0)
    slow.leave()
  })

  test('does not exist for other clients, and if METRICS is off', async (t) => {
    const [on, off] = [await start(t), await startInProcess(t)]
    const nothing = await send(on.port, { target: '/nothing', headers: [other] })
    const attempts: ReadonlyArray<readonly [port: number, request: Request]> = [
      [on.port, { ...scrape, headers: [other] }],
      [on.port, { ...scrape, headers: ['X-Forwarded-For: 127.0.0.1, 203.0.113.9, 127.0.0.1'] }],
      [on.port, { ...scrape, headers: ['X-Forwarded-For: 2001:db8::1'] }],
      [on.port, { target: '/metrics/' }],
      [off.port, scrape],
    ]
    for (const [port, request] of attempts) {
      const { status, text } = await send(port, request)
      assert.deepEqual([status, text], [404, nothing.text])
    }
    for (const client of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
      const headers = [`X-Forwarded-For: ${client}`]
      assert.equal((await send(on.port, { ...scrape, headers })).status, 200, client)
    }
  })

  test('reserves its path, but only if it is on', () => {
    for (const variables of [{ BASE_PATH: '/metrics' }, { SITE_URL: 'http://a/metrics' }]) {
      const config = readConfig({ METRICS: 'on', ...variables })
      assert.throws(() => checkSite(config), /the service itself uses this path/)
      checkSite(readConfig(variables))
    }
  })
})
