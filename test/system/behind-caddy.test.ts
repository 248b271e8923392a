import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { send } from '../support/client.ts'
import { readBlock } from '../support/documents.ts'
import { assertError, startWebServer, withoutServer } from '../support/nginx.ts'
import { assertPagesBehind } from '../support/page-hosting.ts'
import { startService } from '../support/service.ts'

const skip = withoutServer('caddy', 'version')
const recipe = readBlock('caddy')

describe('behind Caddy, set up as in systemd/web-server.md', { skip }, () => {
  test('every client has its own limit, and a forged header does not change that', async (t) => {
    const { port } = await startBoth(t, { RATE_LIMIT: '3' })
    for (const client of ['127.0.0.2', '127.0.0.3']) {
      const statuses: number[] = []
      for (let round = 0; round < 5; round++) {
        statuses.push(await ask(port, client, `198.51.100.${round}`))
      }
      assert.deepEqual(statuses, [200, 200, 200, 429, 429], client)
    }
  })

  test('both spellings of the address, /health and /openapi.json are answered', async (t) => {
    const { port } = await startBoth(t)
    for (const target of ['/api?action=stats', '/api/?action=stats', '/health']) {
      const { status, text } = await send(port, { target })
      assert.deepEqual([status, JSON.parse(text).success], [200, true], target)
    }
    const { status, text } = await send(port, { target: '/openapi.json' })
    // In chunks, because Caddy requests it compressed and decompresses it.
    assert.match(text, /"openapi":"3\.1\.1"/)
    assert.equal(status, 200)
  })

  test('pages pass through', async (t) => {
    const { port } = await startBoth(t, { SITE_URL: 'https://site.example' })
    await assertPagesBehind('', (request) => send(port, request))
  })

  test('answers of its own have the form of the errors of the service', async (t) => {
    const { port, stop } = await startBoth(t)
    for (const length of [200_000, 3_000_000]) {
      const body = 'a'.repeat(length)
      assertError(await send(port, { method: 'POST', target: '/api', body }), 413, 'Content Too Large')
    }
    await stop()
    assertError(await send(port, { target: '/api/?action=stats' }), 502, 'Bad Gateway')
  })
})

/** Starts the service and Caddy in front of it. */
async function startBoth(t: TestContext, environment: Readonly<Record<string, string>> = {}) {
  const service = await startService(t, environment)
  const { port } = await startWebServer(t, (port, folder) => {
    const file = join(folder, 'Caddyfile')
    const site = recipe
      .replace('decoration.example', `http://127.0.0.1:${port}`)
      .replace('127.0.0.1:8080', `127.0.0.1:${service.port}`)
    writeFileSync(file, `{\n\tadmin off\n\tlog {\n\t\tlevel FATAL\n\t}\n}\n${site}`)
    return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile']
  })
  return { port, stop: service.stop }
}

/** Returns the status of a request from a local address, with a forged header. */
function ask(port: number, localAddress: string, forged: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Forwarded-For': forged }
    const path = '/api?action=stats'
    request({ host: '127.0.0.1', port, localAddress, path, headers, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
      .once('error', reject)
      .end()
  })
}
