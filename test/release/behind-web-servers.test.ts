import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { text as readText } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { send } from '../support/client.ts'
import type { Answer } from '../support/client.ts'
import { readBlock } from '../support/documents.ts'
import { aimAt, runHttp11Probe, runHttp11ProbeSequences } from '../support/http-suites.ts'
import { Connection } from '../support/kept-connection.ts'
import { assertPagesBehind } from '../support/page-hosting.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { startNginx, startWebServer, withoutServer } from '../support/web-server.ts'

const host = '127.0.0.1'
const stats = '/api?action=stats'

const recipe = readBlock('nginx')
const recipeForTwo = readBlock('severalMachines')
/** The recipe with kept connections to the service, which request smuggling needs. */
const keeping = recipe.replace(
  'proxy_pass http://127.0.0.1:8080;',
  'proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection "";',
)
/** Lets a header set the client's address, so that one machine can act as several. */
const elsewhere = `set_real_ip_from ${host}; real_ip_header X-Peer;`

const skipNginx = withoutServer('nginx', '-v')
const skipCaddy = withoutServer('caddy', 'version')

type Environment = Readonly<Record<string, string>>

/** A web server of the documents, and the lengths of bodies that are too large for it. */
type Server = readonly [
  title: string,
  start: (t: TestContext, environment: Environment) => Promise<Started>,
  tooLarge: readonly number[],
  skip: string | false,
]

interface Started {
  readonly port: number
  readonly services: readonly Service[]
}

const servers: readonly Server[] = [
  ['nginx', startBoth, [200_000, 3_000_000], skipNginx],
  ['nginx and two machines', startTwo, [200_000], skipNginx],
  ['Caddy', startWithCaddy, [200_000, 3_000_000], skipCaddy],
]

for (const [title, start, tooLarge, skip] of servers) {
  describe(`behind ${title}, set up as in systemd/web-server.md`, { skip }, () => {
    test('every client has its own limit, and a forged X-Forwarded-For does not help', async (t) => {
      // The clients are other addresses of this machine.
      const { port } = await start(t, { RATE_LIMIT: '3', TRUST_PROXY: host })
      const forgeries: ReadonlyArray<(round: number) => string> = [
        (round) => `198.51.100.${round}`,
        (round) => `198.51.100.${round}, 127.0.0.1`,
        (round) => `garbage, 198.51.100.${round}:80, ::1`,
        (round) => `198.51.100.${round},,`,
      ]
      for (const [index, forge] of forgeries.entries()) {
        const statuses: number[] = []
        for (let round = 0; round < 5; round++) {
          statuses.push(await askFrom(port, `127.0.0.${2 + index}`, forge(round)))
        }
        assert.deepEqual(statuses, [200, 200, 200, 429, 429], forge(0))
      }
    })

    test('both spellings of the address, /health and /openapi.json are answered', async (t) => {
      const { port } = await start(t, {})
      for (const target of [stats, '/api/?action=stats', '/health', '/openapi.json']) {
        const { status, text } = await send(port, { target })
        assert.equal(status, 200, target)
        // Caddy requests it compressed, decompresses it, and sends it in chunks.
        assert.match(text, target === '/openapi.json' ? /"openapi":"3\.1\.1"/ : /^\{"success":true/)
      }
      assert.equal((await send(port, { target: '/apis?action=stats' })).status, 404)
    })

    test('pages pass through', async (t) => {
      const { port } = await start(t, { SITE_URL: 'https://site.example' })
      await assertPagesBehind('', (request) => send(port, request))
    })

    test('answers of the web server itself have the form of the errors of the service', async (t) => {
      const { port, services } = await start(t, {})
      for (const length of tooLarge) {
        const body = 'a'.repeat(length)
        const answer = await send(port, { method: 'POST', target: '/api', body })
        assertError(answer, 413, 'Content Too Large')
      }
      await Promise.all(services.map((service) => service.stop()))
      assertError(await send(port, { target: stats }), 502, 'Bad Gateway')
    })
  })
}

describe('behind nginx', { skip: skipNginx }, () => {
  test('the commands of the document show whether TRUST_PROXY is too wide', async (t) => {
    for (const [trusted, numbers] of [['loopback', ['99', '98']], ['0.0.0.0/0', ['99', '99']]]) {
      const environment = { TRUST_PROXY: String(trusted) }
      const { port } = await startBoth(t, environment, elsewhere + recipe)
      const lines = readBlock('askTwice')
        .replace('https://your.site', `http://${host}:${port}`)
        .replace('curl ', "curl -H 'X-Peer: 203.0.113.1' ")
      const said = await readText(spawn('sh', ['-c', lines]).stdout)
      const told = [...said.matchAll(/^X-RateLimit-Remaining: (\d+)\r?$/gim)].map(([, n]) => n)
      assert.deepEqual(told, numbers, said)
    }
  })

  test('pages pass through below the root of a site', async (t) => {
    const below = { SITE_URL: 'https://site.example/decor', BASE_PATH: '/decor/api' }
    const { port } = await startBoth(t, below, recipe.replace('location /', 'location /decor/'))
    await assertPagesBehind('/decor', (request) => send(port, request))
    assert.equal((await send(port, { target: '/decor/api?action=stats' })).status, 200)
  })

  test('the address of a PHP script leads to the service, with GET and POST', async (t) => {
    const script = `${readBlock('replaceScript')}location ~ \\.php$ { return 410; }\n`
    const { port } = await startBoth(t, {}, script + recipe)
    assert.equal((await send(port, { target: '/api.php?action=stats' })).status, 200)
    const target = '/api.php?action=generate&slug=reverse'
    const { status, text } = await send(port, { method: 'POST', target, body: 'text=ab' })
    assert.deepEqual([status, JSON.parse(text).output], [200, 'ba'])
  })

  test('a POST that comes by HTTP is sent to HTTPS as a POST', async (t) => {
    const redirect = readBlock('redirect')
    const { port } = await startNginx(t, (port) =>
      redirect.replace('listen 80;', `listen ${host}:${port};`).replace(/listen \[::\].*/, ''),
    )
    const target = '/api?action=generate&slug=reverse'
    const { status, headers } = await send(port, { method: 'POST', target, body: 'text=a' })
    assert.deepEqual([status, headers['location']], [308, `https://127.0.0.1${target}`])
  })

  test('many header lines do not displace the address of a client', async (t) => {
    const { port } = await startBoth(t, { RATE_LIMIT: '3' }, elsewhere + recipe)
    const statuses: number[] = []
    for (const count of [80, 200, 1100]) {
      const many = Array.from({ length: count }, (_, line) => `x${line}:`)
      const headers = ['X-Peer: 203.0.113.1', ...many]
      statuses.push((await send(port, { target: stats, headers })).status)
    }
    assert.equal(statuses[0], 200)
    assert.ok(statuses.slice(1).every((status) => status >= 400 && status < 500), statuses.join())
  })

  for (const [kind, location] of [
    ['a connection for each request', recipe],
    ['kept connections', keeping],
  ] as const) {
    test(`no request is smuggled over ${kind}: both sides count the same`, async (t) => {
      const settings = { RATE_LIMIT: '0', LOG_LEVEL: 'debug' }
      const { port, services, passedOn } = await startBoth(t, settings, location)
      const aim = aimAt({ GET: stats, HEAD: stats, POST: '/api?action=generate&slug=square&text=a' })
      const cases = await runHttp11Probe(port, aim)
      const sequences = await runHttp11ProbeSequences(port, aim)
      const statuses = await passedOn()
      // Then its log is complete.
      await services[0].stop()
      const seen = services[0].lines.filter(({ message }) => message === 'Answered')
      t.diagnostic(
        `${cases.length + sequences.length} attacks, ${statuses.length} requests passed on`,
      )
      // The log does not contain requests that Node's parser refuses.
      const isServed = (status: unknown): boolean => Number(status) < 400
      const passed = statuses.filter(isServed).length
      const served = seen.filter(({ status }) => isServed(status)).length
      // An attacker can hang up before nginx has received the answer.
      const unread = statuses.filter(Number.isNaN).length
      assert.ok(passed > 5, statuses.join())
      assert.ok(seen.length <= statuses.length, `${seen.length} of ${statuses.length}`)
      assert.ok(passed <= served && served <= passed + unread, `${served} of ${statuses.join()}`)
      assert.ok(!statuses.some((status) => status >= 500), statuses.join())
    })
  }
})

const limit = 3

describe('two machines behind nginx', { skip: skipNginx }, () => {
  test('give every client its limit, and their totals add up', async (t) => {
    const { port, services } = await startTwo(t)
    const ipv4 = Array.from({ length: 40 }, (_, index) => [`203.0.113.${index}`])
    // Each client uses several addresses of its /64.
    const ipv6 = Array.from({ length: 20 }, (_, index) =>
      Array.from({ length: 5 }, (_, host) => `2001:db8:0:${index.toString(16)}::${host + 1}`),
    )
    const statuses = await Promise.all(
      [...ipv4, ...ipv6].map(async (addresses) => {
        const seen: number[] = []
        for (let round = 0; round < limit + 2; round++) {
          const headers = [`X-Peer: ${addresses[round % addresses.length]}`]
          seen.push((await send(port, { ...posting, headers })).status)
        }
        return seen
      }),
    )
    for (const [index, seen] of statuses.entries()) {
      assert.deepEqual(seen, [200, 200, 200, 429, 429], `client ${index}`)
    }
    const uses = await Promise.all(services.map(readUses))
    assert.ok(uses.every((count) => count > 0 && count % limit === 0), uses.join())
    assert.equal((uses[0] ?? 0) + (uses[1] ?? 0), statuses.length * limit)
    t.diagnostic(`${uses.join(' + ')} requests of ${statuses.length} clients`)
  })

  test('keep connections for longer than nginx does', async (t) => {
    const service = await startService(t)
    const connection = new Connection(service.port)
    const { headers } = await connection.send({ target: '/health' })
    connection.close()
    const kept = Number(/timeout=(\d+)/.exec(headers['keep-alive'] ?? '')?.[1])
    const keptByNginx = Number(/^ *keepalive_timeout (\d+)s;$/m.exec(recipeForTwo)?.[1])
    assert.ok(keptByNginx < kept, `${keptByNginx} s, ${kept} s`)
  })

  // The service closes an idle connection a second later than it announces. nginx does not repeat a
  // POST that it has lost on such a connection.
  test('lose no request that arrives when a connection is about to end', async (t) => {
    const { port } = await startTwo(t, { RATE_LIMIT: '0' })
    const clients = Array.from({ length: 100 }, (_, index) => `203.0.113.${index}`)
    for (let round = 0; round < 3; round++) {
      const statuses = await Promise.all(
        clients.map(async (client) => {
          await setTimeout(Math.random() * 30)
          return (await send(port, { ...posting, headers: [`X-Peer: ${client}`] })).status
        }),
      )
      assert.deepEqual(new Set(statuses), new Set([200]))
      await setTimeout(6_000 - 15)
    }
  })
})

const posting = { method: 'POST', target: '/api', body: 'action=generate&slug=reverse&text=ab' }

async function readUses({ port }: Service): Promise<number> {
  const { text } = await send(port, { target: stats, headers: ['X-Forwarded-For: 192.0.2.1'] })
  return JSON.parse(text).statistics.uses
}

/** Returns the status of a request from a local address, with a forged header. */
async function askFrom(port: number, localAddress: string, forged: string): Promise<number> {
  const headers = { 'X-Forwarded-For': forged }
  return (await answerFrom(port, localAddress, stats, headers)).statusCode ?? 0
}

/** Returns the answer to a request from a local address, once it is read. */
function answerFrom(
  port: number,
  localAddress: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host, port, localAddress, path, headers, agent: false }, (answer) => {
      answer.resume().once('end', () => resolve(answer))
    })
      .once('error', reject)
      .end()
  })
}

/** Checks that an answer of any server has the form of the service's errors. */
function assertError({ status, headers, text }: Answer, expected: number, error: string): void {
  assert.equal(status, expected, text)
  assert.deepEqual(Object.keys(JSON.parse(text)), ['success', 'error', 'message'])
  assert.deepEqual([JSON.parse(text).success, JSON.parse(text).error], [false, error])
  const names = ['content-type', 'access-control-allow-origin', 'cache-control']
  const values = ['application/json; charset=utf-8', '*', 'no-store']
  assert.deepEqual(names.map((name) => headers[name]), values)
}

/** Starts the service, and nginx in front of it, with their own folders and ports. */
async function startBoth(t: TestContext, environment: Environment, location = recipe) {
  const service = await startService(t, environment)
  const nginx = await startNginx(t, (port) => `
    upstream service { server ${host}:${service.port}; keepalive 2; }
    server {
      listen ${host}:${port};
      ${location.replace(':8080', `:${service.port}`)}
    }`)
  return {
    port: nginx.port,
    services: [service] as const,
    /**
     * Stops nginx and returns the statuses of the requests that it has passed on, NaN for one whose
     * answer it did not read because the client had gone.
     */
    async passedOn(): Promise<number[]> {
      nginx.process.kill('SIGQUIT')
      await nginx.exited
      const lines = readFileSync(join(nginx.folder, 'passed.log'), 'utf8').split('\n')
      const passed = lines.map((line) => line.split('|')).filter(([address = '']) => /\d/.test(address))
      return passed.flatMap(([, statuses = '']) => statuses.split(', ').map(Number))
    },
  }
}

/** Starts two independent services, and nginx in front of both. */
async function startTwo(t: TestContext, environment: Environment = {}): Promise<Started> {
  const services = await Promise.all(
    [1, 2].map(() => startService(t, { RATE_LIMIT: String(limit), ...environment })),
  )
  const { port } = await startNginx(t, (port) =>
    services.reduce(
      (config, service, index) =>
        config.replace(`192.0.2.1${index + 1}:8080`, `${host}:${service.port}`),
      elsewhere + recipeForTwo.replace('listen 80;', `listen ${host}:${port};`),
    ),
  )
  return { port, services }
}

// https://github.com/ietf-wg-httpapi/ratelimit-headers/issues/98
describe('behind an nginx that caches', { skip: skipNginx }, () => {
  test('each client gets its own counters, and what is public comes from the cache', async (t) => {
    const cached = recipe.replace('proxy_pass', 'proxy_cache shared; proxy_pass')
    const service = await startService(t, { TRUST_PROXY: host })
    const { port, folder } = await startNginx(t, (port) => `
      proxy_cache_path cache keys_zone=shared:1m;
      server {
        listen ${host}:${port};
        ${cached.replace(':8080', `:${service.port}`)}
      }`)
    for (const query of ['list_generators', 'list_generators&search=bold', 'get_generator&slug=zalgo']) {
      const target = `/api?action=${query}`
      const left = async (from: string): Promise<string | undefined> =>
        (await answerFrom(port, from, target)).headers['x-ratelimit-remaining']?.toString()
      const [first, second] = [Number(await left('127.0.0.21')), Number(await left('127.0.0.22'))]
      assert.equal(Number(await left('127.0.0.21')), first - 1, query)
      assert.equal(Number(await left('127.0.0.22')), second - 1, query)
    }
    for (let count = 0; count < 3; count++) await send(port, { target: '/openapi.json' })
    const passed = readFileSync(join(folder, 'passed.log'), 'utf8').trim().split('\n')
    assert.deepEqual(passed.slice(-2).map((line) => line.split('|')[0]), ['-', '-'])
  })
})

describe('a client that is blocked as in systemd/web-server.md', { skip: skipCaddy }, () => {
  test('reaches nothing behind Caddy, and others do', async (t) => {
    const block = readBlock('blockClient').replace('192.0.2.7', '127.0.0.7')
    const { port } = await startWithCaddy(t, {}, block)
    assert.equal(await askFrom(port, '127.0.0.8', '198.51.100.1'), 200)
    await assert.rejects(askFrom(port, '127.0.0.7', '198.51.100.1'))
  })
})

/** Starts the service, and Caddy in front of it, with more lines for its site. */
async function startWithCaddy(
  t: TestContext,
  environment: Environment,
  lines = '',
): Promise<Started> {
  const service = await startService(t, environment)
  const { port } = await startWebServer(t, (port, folder) => {
    const file = join(folder, 'Caddyfile')
    const site = readBlock('caddy')
      .replace('your.site', `http://127.0.0.1:${port}`)
      .replace('127.0.0.1:8080', `127.0.0.1:${service.port}`)
      .replace('reverse_proxy', `${lines}reverse_proxy`)
    writeFileSync(file, `{\n\tadmin off\n\tlog {\n\t\tlevel FATAL\n\t}\n}\n${site}`)
    return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile']
  })
  return { port, services: [service] }
}
