import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { converse, formatRequest, send } from '../support/client.ts'
import { startService } from '../support/service.ts'

describe('the log of the service', () => {
  const requests: Array<[method: string, target: string, status: number]> = [
    ['GET', '/api?action=stats', 200],
    ['HEAD', '/api?action=list_generators', 200],
    ['GET', '/api', 400],
    ['DELETE', '/api', 405],
    ['POST', '/api?action=generate&slug=reverse&text=secret', 200],
    ['GET', '/nothing', 404],
    ['GET', '/health', 200],
    ['OPTIONS', '/api', 204],
    ['TRACE', '/api', 405],
    ['GET', '/api?a<b', 400],
    ['GET', '/api?action=stats', 200],
    ['GET', '/api?action=stats', 429],
    ['GET', '/api?action=stats', 429],
  ]
  const limit = { RATE_LIMIT: '6' }

  test('has a line for each request at the level debug, and nothing of its text', async (t) => {
    const service = await startService(t, { ...limit, LOG_LEVEL: 'debug' })
    const headers = ['X-Forwarded-For: 192.0.2.7, 127.0.0.1']
    for (const [method, target, status] of requests) {
      assert.equal((await send(service.port, { method, target, headers })).status, status)
    }
    const left = converse(service.port)
    const body = { method: 'POST', headers: [...headers, 'Content-Length: 9'] }
    left.write(formatRequest(body))
    left.leave()
    const ended = once(service.process, 'close')
    assert.equal(await service.stop(), 0)
    await ended
    const lines = service.lines.filter(({ level }) => level === 'debug')
    const [message, client] = ['Answered', '192.0.2.7']
    assert.deepEqual(
      lines.slice(0, requests.length).map(({ time: _time, ...others }) => others),
      requests.map(([method, , status]) => ({ level: 'debug', message, method, status, client })),
    )
    assert.doesNotMatch(JSON.stringify(service.lines), /secret/)
  })

  test('has no line for a request at the level info', async (t) => {
    const service = await startService(t, limit)
    for (const [method, target] of requests) await send(service.port, { method, target })
    const ended = once(service.process, 'close')
    assert.equal(await service.stop(), 0)
    await ended
    const messages = service.lines.map(({ message }) => message)
    assert.deepEqual(messages, ['Listening', 'Stopping', 'Stopped'])
  })
})
