import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { ApiError } from '../../lib/http/api-error.ts'
import { createPages } from '../../lib/pages/pages.ts'
import type { Host } from '../../lib/service/wiring.ts'
import { assertExpected, assertStatus } from '../support/answers.ts'
import { copyData } from '../support/catalogue-copy.ts'
import { send } from '../support/client.ts'
import { createHost, startInProcess } from '../support/in-process.ts'
import { loaderOf } from '../support/shared-catalogue.ts'
import { visit } from '../support/pages.ts'
import { call, generate } from '../support/requests.ts'
import { makeSite } from '../support/site.ts'
import { makeRequest } from '../support/visits.ts'

const browser = 'Accept: text/html,application/xhtml+xml,*/*;q=0.8'

describe('one address for the service and its pages', () => {
  for (const [settings, root] of [
    [{ SITE_URL: 'https://example.com/decor', BASE_PATH: '/decor' }, '/decor/'],
    [{ SITE_URL: 'https://example.com', BASE_PATH: '/' }, '/'],
    [{ BASE_PATH: '/' }, '/'],
  ] as const) {
    test(`by ${JSON.stringify(settings)} gives HTML to browsers`, async (t) => {
      const service = startSmall(t, settings)
      const page = await visit(service, root, { headers: [browser] })
      assert.equal(page.status, 200)
      assert.equal(page.headers['vary'], 'Accept, Accept-Language, Accept-Encoding')
      assertStatus(await visit(service, root, { method: 'HEAD', headers: [browser] }), 200)
      for (const request of [
        { headers: ['Accept: */*'] },
        {},
        { method: 'POST', body: 'action=stats', headers: [browser] },
        { method: 'OPTIONS', headers: [browser] },
      ]) {
        const answer = await call(service, { ...request, target: root })
        assert.equal(answer.headers['vary'], 'Accept')
      }
      const target = `${root}?action=list_generators`
      const list = await call(service, { target, headers: [browser] })
      assert.equal(list.status, 200)
      assert.equal(list.headers['vary'], 'Accept, Accept-Encoding')
      const found = await call(service, { target: `${target}&search=bold`, headers: [browser] })
      assert.equal(found.headers['cache-control'], 'private, max-age=300')
      assert.equal(found.headers['vary'], 'Accept')
      const transformation = generate({ slug: 'reverse', text: 'ab' })
      const made = await call(service, { ...transformation, target: `${root}?action=generate` })
      assert.equal(made.status, 200)
      assertStatus(await visit(service, `${root}tr/`), 200)
      if (root === '/') return
      const moved = await visit(service, root.slice(0, -1), { headers: [browser] })
      const { location, vary, 'cache-control': caching } = moved.headers
      assert.deepEqual([moved.status, location, vary], [308, root.slice(1), 'Accept'])
      assert.equal(caching, 'public, max-age=300')
    })
  }
})

describe('a site at a path of the service', () => {
  test('keeps its pages', async (t) => {
    const settings = { SITE_URL: 'https://example.com/docs', BASE_PATH: '/' }
    const { port } = await startSmall(t, settings)
    const page = await send(port, { target: '/docs/', headers: [browser] })
    assertStatus(page, 200)
    assert.match(String(page.body), /^<!doctype html>/)
    const moved = await send(port, { target: '/docs', headers: [browser] })
    assert.deepEqual([moved.status, moved.headers['location']], [308, 'docs/'])
  })
})

describe('PAGES=off', () => {
  test('leaves the interface alone', async (t) => {
    const service = startSmall(t, { PAGES: 'off' })
    const { port } = await service
    for (const target of ['/', '/en', '/en/', '/en/api', '/sitemap.xml', '/assets/x/style.css']) {
      const answer = await send(port, { target, headers: [browser] })
      assertExpected(answer, [404, 'Not found', 'answers at /api.'])
      assert.equal(answer.headers['link'], '</openapi.json>; rel="service-desc"')
    }
    assertStatus(await send(port, { target: '/openapi.json' }), 200)
    assertStatus(await send(port, { target: '/health' }), 200)
    await assert.doesNotReject(startSmall(t, { PAGES: 'off', BASE_PATH: '/en/x' }))
  })
})

describe('a fault', () => {
  test('is shown in the language of the path, or at least as JSON', async (t) => {
    const { port, lines, fail } = await startBroken(t)
    fail.texts = true
    const least = await send(port, { target: '/es/', headers: [browser] })
    assertExpected(least, [500, 'Internal server error', 'failed to answer'])
    fail.texts = false
    fail.categoryName = true
    const answer = await send(port, { target: '/es/', headers: [browser] })
    assertStatus(answer, 500)
    assert.equal(answer.headers['content-language'], 'es')
    assert.match(String(answer.body), /<html lang="es">/)
    const faults = lines.filter(({ level }) => level === 'error')
    assert.ok(faults.length >= 2)
    for (const { reason } of faults) assert.match(String(reason), /the secret cause/)
  })

  test('of the store is shown without the form, which costs more than the rest', () => {
    const { services, ...settings } = makeSite()
    const page = createPages(settings, services)
    const request = makeRequest({ path: '/es/', query: 'text=a%26b' })
    assert.equal(page.isCounted(request), true)
    const answer = page.fail(new ApiError('unavailable', 'Try again.'), '', request)
    assert.equal(answer.status, 503)
    assert.match(String(answer.body), /<html lang="es">/)
    assert.doesNotMatch(String(answer.body), /<form/)
  })
})

/** Starts a service whose words fail once they are told to. */
async function startBroken(t: TestContext) {
  const fail = { categoryName: false, texts: false }
  const loadCatalogue: Host['loadCatalogue'] = (own) => {
    const loaded = loaderOf(copyData(t))(own)
    const { words } = loaded
    return {
      ...loaded,
      words: {
        ...words,
        categoryName: (id, language) =>
          fail.categoryName ? failing() : words.categoryName(id, language),
        texts: (language) => (fail.texts ? failing() : words.texts(language)),
      },
    }
  }
  return { ...(await startInProcess(t, {}, createHost({ loadCatalogue }))), fail }
}

/** Starts a service with two generators. */
function startSmall(
  t: TestContext,
  settings: Readonly<Record<string, string>>,
): ReturnType<typeof startInProcess> {
  return startInProcess(t, settings, createHost({ loadCatalogue: loaderOf(copyData(t)) }))
}

function failing(): never {
  throw new Error('the secret cause')
}
