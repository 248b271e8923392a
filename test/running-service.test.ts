import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Connection } from './support/kept-connection.ts'
import { send } from './support/client.ts'
import { startInProcess } from './support/in-process.ts'
import { generate } from './support/requests.ts'
import { until } from './support/until.ts'

const stats = { target: '/api?action=stats' }

function by(address: string): object {
  return { ...stats, headers: [`X-Forwarded-For: ${address}`] }
}

describe('a running service', { concurrency: true }, () => {

  test('keeps as many clients as MAX_CLIENTS says', async (t) => {
    const limits = { RATE_LIMIT: '1', MAX_CLIENTS: '2' }
    const [{ port }, roomy] = [
      await startInProcess(t, limits),
      await startInProcess(t, { ...limits, MAX_CLIENTS: '3' }),
    ]
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) {
      for (const service of [port, roomy.port]) {
        assert.equal((await send(service, by(address))).status, 200)
      }
    }
    // The oldest window is removed between requests.
    const isRefused = async (): Promise<boolean> =>
      (await send(port, by('192.0.2.1'))).status === 429
    await until(async () => !(await isRefused()), 'the oldest window is gone')
    assert.equal((await send(roomy.port, by('192.0.2.1'))).status, 429)
  })

  test('identifies an IPv6 client by IPV6_PREFIX', async (t) => {
    const one = '2001:db8:0:1::1'
    const rows = [['64', '2001:db8:0:1::2', '2001:db8:0:2::1'], ['128', one, '2001:db8:0:1::2']]
    for (const [bits = '', same = '', other = ''] of [...rows, ['48', '2001:db8::2', '2001:db8:1::1']]) {
      const { port } = await startInProcess(t, { IPV6_PREFIX: bits })
      const left: unknown[] = []
      for (const address of [one, same, other]) {
        left.push((await send(port, by(address))).headers['x-ratelimit-remaining'])
      }
      assert.deepEqual(left, ['99', '98', '99'], bits)
    }
  })

  test('logs each request at the level debug, with its client and nothing of its text', async (t) => {
    const { port, lines } = await startInProcess(t, { RATE_LIMIT: '1', LOG_LEVEL: 'debug' })
    const { target } = generate({ slug: 'reverse', text: 'secret' })
    const headers = ['X-Forwarded-For: 192.0.2.7, 127.0.0.1']
    const request = { method: 'POST', target: `${target}&slug=reverse&text=secret`, headers }
    for (const status of [200, 429]) assert.equal((await send(port, request)).status, status)
    const answered = lines.filter(({ level }) => level === 'debug')
    assert.deepEqual(
      answered.map(({ message, method, status, client }) => [message, method, status, client]),
      [200, 429].map((status) => ['Answered', 'POST', status, '192.0.2.7']),
    )
    assert.doesNotMatch(JSON.stringify(lines), /secret/)
  })

  test('puts the current second into the Date of each answer', async (t) => {
    const { port } = await startInProcess(t)
    let nowMs = Date.UTC(2026, 10, 21, 23, 59, 58, 500)
    t.mock.method(Date, 'now', () => nowMs)
    const connection = new Connection(port)
    t.after(() => connection.close())
    const dates: unknown[] = []
    for (const laterMs of [0, 499, 1, 1_000, 3_600_000]) {
      nowMs += laterMs
      dates.push((await connection.send(stats)).headers['date'])
    }
    assert.deepEqual(dates, [
      'Sat, 21 Nov 2026 23:59:58 GMT',
      'Sat, 21 Nov 2026 23:59:58 GMT',
      'Sat, 21 Nov 2026 23:59:59 GMT',
      'Sun, 22 Nov 2026 00:00:00 GMT',
      'Sun, 22 Nov 2026 01:00:00 GMT',
    ])
  })
})
