import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { send } from './client.ts'
import { aimAt, runHttp11Probe, runHttp11ProbeSequences } from './http-suites.ts'
import { root, startService, temporaryFolder } from './service.ts'

const skip = spawnSync('nginx', ['-v']).status === 0 ? false : 'nginx is not installed'
const host = '127.0.0.1'
const stats = '/api?action=stats'

const [, recipe = ''] = /```nginx\n([^]*?)```/.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? []
/** The recipe with connections to the service that nginx keeps, where smuggling would pay. */
const keeping = recipe
  .replace('proxy_pass http://127.0.0.1:8080', 'proxy_pass http://service')
  .replace(/\}\s*$/, '    proxy_http_version 1.1;\n    proxy_set_header Connection "";\n}\n')
/** What nginx takes for the address of its client, so that one machine can be several. */
const elsewhere = `set_real_ip_from ${host}; real_ip_header X-Peer;`

describe('behind nginx, set up as the README tells', { skip }, () => {
  test('every client has a limit of its own', async (t) => {
    const { port } = await startBoth(t, { RATE_LIMIT: '3' }, elsewhere + recipe)
    for (const client of ['203.0.113.1', '203.0.113.2', '2001:db8::1', '2001:db8:0:1::1']) {
      assert.deepEqual(await ask(port, 4, () => [`X-Peer: ${client}`]), [200, 200, 200, 429], client)
    }
    assert.deepEqual(await ask(port, 1, () => ['X-Peer: 2001:db8::2']), [429])
  })

  test('a forged X-Forwarded-For does not help', async (t) => {
    const { port } = await startBoth(t, { RATE_LIMIT: '3' }, elsewhere + recipe)
    const forgeries: ReadonlyArray<(round: number) => string> = [
      (round) => `198.51.100.${round}`,
      (round) => `198.51.100.${round}, 127.0.0.1`,
      (round) => `garbage, 198.51.100.${round}:80, ::1`,
      (round) => `198.51.100.${round},,`,
    ]
    for (const [index, forge] of forgeries.entries()) {
      const peer = `X-Peer: 203.0.113.${index}`
      const lines = (round: number): string[] => [peer, `X-Forwarded-For: ${forge(round)}`]
      const statuses = await ask(port, 5, lines)
      assert.deepEqual(statuses, [200, 200, 200, 429, 429], lines(0).join())
    }
  })

  test('header lines do not push the address of a client out', async (t) => {
    const { port } = await startBoth(t, { RATE_LIMIT: '3' }, elsewhere + recipe)
    const many = (count: number): string[] => Array.from({ length: count }, (_, line) => `x${line}:`)
    const peer = 'X-Peer: 203.0.113.1'
    const statuses = await ask(port, 3, (round) => [peer, ...many([80, 200, 1100][round] ?? 0)])
    assert.equal(statuses[0], 200)
    assert.ok(statuses.slice(1).every((status) => status >= 400 && status < 500), statuses.join())
  })

  for (const [kind, location] of [
    ['a connection for each request', recipe],
    ['kept connections', keeping],
  ] as const) {
    test(`no request is smuggled over ${kind}: both sides count the same`, async (t) => {
      const settings = { RATE_LIMIT: '0', LOG_LEVEL: 'debug' }
      const { port, lines, passedOn } = await startBoth(t, settings, location)
      const aim = aimAt({ GET: stats, HEAD: stats, POST: '/api?action=generate&slug=square&text=a' })
      const cases = await runHttp11Probe(host, port, aim)
      const sequences = await runHttp11ProbeSequences(host, port, aim)
      const statuses = await passedOn()
      const seen = lines.filter(({ message }) => message === 'Answered')
      t.diagnostic(
        `${cases.length + sequences.length} attacks, ${statuses.length} requests passed on`,
      )
      // What node's parser refuses is not in the log of the service.
      const isServed = (status: unknown): boolean => Number(status) < 400
      assert.ok(statuses.filter(isServed).length > 5, statuses.join())
      assert.ok(seen.length <= statuses.length, `${seen.length} of ${statuses.length}`)
      assert.deepEqual(
        seen.map(({ status }) => status).filter(isServed).length,
        statuses.filter(isServed).length,
      )
      assert.ok(statuses.every((status) => status < 500), statuses.join())
    })
  }
})

/** Sends requests one after the other and gives their statuses. */
async function ask(
  port: number,
  times: number,
  headers: (round: number) => readonly string[],
): Promise<number[]> {
  const statuses: number[] = []
  for (let round = 0; round < times; round++) {
    statuses.push((await send(port, { target: stats, headers: headers(round) })).status)
  }
  return statuses
}

/** Starts the service and nginx in front of it, in folders and on ports of their own. */
async function startBoth(
  t: TestContext,
  environment: Readonly<Record<string, string>>,
  location: string,
) {
  const service = await startService(t, environment)
  const folder = temporaryFolder(t)
  const port = await freePort()
  const config = `
    daemon off; master_process off; pid nginx.pid; error_log error.log;
    events { }
    http {
      log_format passed '$upstream_status'; access_log passed.log passed;
      client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
      uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      upstream service { server ${host}:${service.port}; keepalive 2; }
      server {
        listen ${host}:${port};
        ${location.replace(':8080', `:${service.port}`)}
      }
    }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = once(nginx, 'exit')
  t.after(async () => {
    nginx.kill()
    await exited
  })
  for (let tries = 0; !(await answers(port)); tries++) {
    assert.ok(tries < 100 && nginx.exitCode === null, 'nginx did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    port,
    lines: service.lines,
    /** The statuses of the requests that nginx passed on, once it has written all of them. */
    async passedOn(): Promise<number[]> {
      nginx.kill('SIGQUIT')
      await exited
      const lines = readFileSync(join(folder, 'passed.log'), 'utf8').split('\n')
      return lines.filter((line) => /^\d/.test(line)).map(Number)
    },
  }
}

async function answers(port: number): Promise<boolean> {
  const attempt = await send(port, { target: '/nothing' }).catch(() => undefined)
  return attempt !== undefined
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
