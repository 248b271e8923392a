import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { send, suite } from './client.ts'
import { aimAt, runHttp11Probe, runHttp11ProbeSequences, runLlhttpRequests } from './http-suites.ts'
import type { SuiteResult } from './http-suites.ts'
import { startService } from './service.ts'

const host = '127.0.0.1'
const aim = aimAt({
  GET: '/api?action=stats',
  HEAD: '/api?action=stats',
  POST: '/api?action=generate&slug=bold-serif&text=a',
})

describe('the service, attacked', { concurrency: true }, () => {
  const service = startService(suite, { RATE_LIMIT: '0' })

  test('by the requests of Http11Probe, fails none and has five warnings at most', async () => {
    const results = await runHttp11Probe(host, (await service).port, aim)
    assert.ok(results.length > 100)
    // Where the suite takes 400 or silence for a declared length of 1 GB, this service says 413.
    const [tooLarge, ...others] = select(results, 'Fail')
    assert.match(tooLarge ?? '', /^MAL-POST-CL-HUGE-NO-BODY: .* 413, ClosedByServer$/)
    assert.deepEqual(others, [])
    assert.ok(select(results, 'Warn').length <= 5, select(results, 'Warn').join('\n'))
    await assertSame()
  })

  test('by the sequences of Http11Probe, lets no request be smuggled', async () => {
    const results = await runHttp11ProbeSequences(host, (await service).port, aim)
    assert.ok(results.length > 5)
    assert.deepEqual(select(results, 'Fail'), [])
    await assertSame()
  })

  test('by the requests of llhttp, refuses what a strict parser rejects', async () => {
    const results = await runLlhttpRequests(host, (await service).port, aim)
    assert.ok(results.length > 50)
    assert.deepEqual(select(results, 'Fail'), [])
    await assertSame()
  })

  /** It is the same process, it is well, and it has no fault to report. */
  async function assertSame(): Promise<void> {
    const { port, process, lines } = await service
    assert.equal((await send(port, { target: '/health' })).status, 200)
    assert.equal(process.exitCode, null)
    assert.equal(process.signalCode, null)
    assert.deepEqual(lines.map(({ message }) => message), ['Listening'])
  }
})

function select(results: readonly SuiteResult[], verdict: SuiteResult['verdict']): string[] {
  return results
    .filter((result) => result.verdict === verdict)
    .map(({ id, detail }) => `${id}: ${detail}`)
}
