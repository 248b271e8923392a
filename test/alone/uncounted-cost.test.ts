import assert from 'node:assert/strict'
import * as http from 'node:http'
import type { IncomingMessage, ServerOptions } from 'node:http'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createHost, startInProcess } from '../support/in-process.ts'
import type { Request } from '../support/client.ts'
import { Connection } from '../support/kept-connection.ts'
import { someOf } from '../support/rounds.ts'

/** The most that a request may cost beyond a plain one of its kind, as a multiple of `GET /health`. */
const mostTimes = 12

/** The contents of a header or path of 15 KB: runs after a letter, and items of a list. */
const runs = [' ', '\t', ';', '"', '=', '%', 'é', 'a', '-', '\\']
const items = ['', 'a', '"a"', '"', 'W/"a"', 'a;q=1', ';;', 'text/html;q=0', 'gzip;q=0', 'es;q=0']
  .concat('127.0.0.1', '::1', '::ffff:127.0.0.1', '[::1]:1', '10.0.0.1', 'a=b', 'chunked', '*')
const values = [
  ...runs.map((sign) => `a${sign.repeat(15_000)}a`),
  ...items.map((item) => Array(Math.floor(15_000 / (item.length + 1))).fill(item).join(',')),
]
const paths = ['/', 'a/', '%', '%41', '-', 'bold-', 'text=&', '%74ext=&', 'a=b&', '=', '&', '?', '+']

const shared = { SITE_URL: 'http://localhost', BASE_PATH: '/' }
for (const [title, settings, baseUrl, first] of [
  ['with pages beside the interface', {}, '/api', 0],
  ['with pages at the same address', shared, '/', 1],
] as const) {
  // Both addresses have the same parsers, so each gets every second content.
  const tried = someOf(values, values.length / 2, first)

  describe(`a request that is not counted, ${title}, costs little`, () => {
    const kinds: Readonly<Record<string, Request>> = {
      health: { target: '/health' },
      root: { target: '/', headers: ['Accept: text/html'] },
      page: { target: '/en/bold-sans', headers: ['Accept-Encoding: br'] },
      list: { target: '/en/', headers: ['Accept-Encoding: br'] },
      'unknown page': { target: '/en/bold-sanz' },
      'unknown path': { target: '/nothing' },
      'wrong method': { target: '/health', method: 'DELETE' },
      'wrong method of a page': { target: '/en/', method: 'DELETE' },
      description: { target: '/openapi.json', headers: ['Accept-Encoding: br'] },
      preflight: { target: baseUrl, method: 'OPTIONS' },
      'refused request': { target: `${baseUrl}?action=stats` },
      'refused form': { target: baseUrl, method: 'POST', body: 'action=generate' },
    }

    test('whatever its headers and its target hold', async (t) => {
      const read = new Set<string>()
      const host = createHost({ http: httpThatRecords(read) })
      const { port } = await startInProcess(t, { RATE_LIMIT: '1', ...settings }, host)
      const measure = createMeasure(t, port)
      await measure({ target: `${baseUrl}?action=stats` }, 2)
      for (const request of Object.values(kinds)) await measure(request, 50)
      for (const name of ['accept-language', 'if-none-match', 'x-forwarded-for']) {
        assert.ok(read.has(name), `the service does not read ${name}`)
      }
      const inAll = ['host', 'content-length', 'expect', 'cookie']
      const yardstick = await measure({ target: '/health' }, 100)
      for (const [kind, request] of Object.entries(kinds)) {
        read.clear()
        const plain = await measure(request, 30)
        if (kind === 'health') for (const name of inAll) read.add(name)
        const check = async (odd: Request, what: string): Promise<void> => {
          let times = Infinity
          for (let rounds = 2; rounds <= 256 && times > mostTimes; rounds *= 2) {
            times = (await measure(odd, rounds) - plain) / yardstick
          }
          assert.ok(times <= mostTimes, `${kind}, ${what}: ${times.toFixed(1)} times /health`)
        }
        for (const name of [...read]) {
          const others = (request.headers ?? []).filter(
            (line) => !line.toLowerCase().startsWith(`${name.toLowerCase()}:`),
          )
          for (const value of tried) {
            const headers = [...others, `${name}: ${value}`]
            await check({ ...request, headers }, `${name}: ${value.slice(0, 20)}…`)
          }
        }
        const { target = '' } = request
        for (const path of paths) {
          // Not `/en/` alone: before a question mark, that is a page of its own, which costs more.
          for (const start of [`${target}${target.includes('?') ? '&' : '?'}`, '/en/-', '/']) {
            const odd = start + path.repeat(14_000 / path.length)
            if (kind !== 'page') await check({ ...request, target: odd }, odd.slice(0, 40))
          }
        }
      }
    })
  })
}

/**
 * Returns a function that measures a request some times on one connection: the CPU time of the
 * cheapest in microseconds, including the client's.
 */
function createMeasure(t: TestContext, port: number) {
  let connection = new Connection(port)
  t.after(() => connection.close())
  return async (request: Request, rounds: number): Promise<number> => {
    let cheapest = Infinity
    for (let round = 0; round < rounds; round++) {
      const start = process.cpuUsage()
      // Some requests are cut off without an answer.
      const answer = await connection.send(request).catch(() => undefined)
      const { user, system } = process.cpuUsage(start)
      cheapest = Math.min(cheapest, user + system)
      if (answer?.headers['connection'] === 'keep-alive') continue
      connection.close()
      connection = new Connection(port)
    }
    return cheapest
  }
}

/** Node's module, with servers that note which headers of their requests are read. */
function httpThatRecords(names: Set<string>): typeof http {
  const record = (request: IncomingMessage): void => {
    const headers = new Proxy(request.headers, {
      get(target, name) {
        if (typeof name === 'string' && /^[a-z-]+$/.test(name)) names.add(name)
        return Reflect.get(target, name)
      },
    })
    Object.defineProperty(request, 'headers', { value: headers, writable: true })
  }
  const createServer = (options: ServerOptions) => http.createServer(options).on('request', record)
  return { ...http, createServer: createServer as typeof http.createServer }
}
