import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { send } from '../support/client.ts'
import { startWired } from '../support/wired.ts'

const settings: ReadonlyArray<Readonly<Record<string, string>>> = [
  {},
  { METRICS: 'on', SITE_URL: 'https://example.org/decor', BASE_PATH: '/decor/api' },
  { METRICS: 'on', SITE_URL: 'https://example.org/decor', BASE_PATH: '/decor' },
  { BASE_PATH: '/' },
  { PAGES: 'off' },
]
// There are two thousand pages.
const shownPages = 10

describe('the map of everything that a service serves', () => {
  for (const environment of settings) {
    test(`is true with ${JSON.stringify(environment)}`, async (t) => {
      const { port, lines, endpoints } = await startWired(t, { RATE_LIMIT: '0', ...environment })
      const all = [...endpoints].filter(([path, [first]]) => path !== '' && first !== undefined)
      const isPage = ([, [first]]: (typeof all)[number]): boolean => first?.label === 'page'
      const pages = all.filter(isPage)
      const step = Math.max(1, Math.floor(pages.length / shownPages))
      const shown = pages.filter((_, index) => index % step === 0)
      assert.equal(pages.length > 1_000, environment['PAGES'] !== 'off')
      for (const [path, resources] of [...shown, ...all.filter((one) => !isPage(one))]) {
        const { label, methods } = resources.at(-1) ?? assert.fail(path)
        for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']) {
          // Only OPTIONS may have this target.
          if (path === '*' && method !== 'OPTIONS') continue
          const { status, headers: { allow } } = await send(port, { method, target: path, body: '' })
          const what = `${method} ${path} of ${label}: ${status}`
          if (label === 'page' && method === 'POST') assert.equal(status, 404, what)
          else if (label === 'api' && method === 'PUT') assert.equal(status, 405, what)
          else if (label === 'api') assert.ok([204, 400].includes(status), what)
          else if (methods.has(method)) assert.ok([200, 204, 308].includes(status), what)
          else assert.deepEqual([status, allow], [405, [...methods.keys()].join(', ')], what)
        }
        const other = `${path}x`
        if (path === '*' || endpoints.has(other)) continue
        assert.equal((await send(port, { target: other })).status, 404, other)
      }
      assert.deepEqual(lines.filter(({ level }) => level === 'error'), [])
    })
  }
})
