import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createAnswers } from '../../lib/api/answers.ts'
import { createSearch } from '../../lib/api/search.ts'
import type { Services } from '../../lib/api/actions.ts'
import { foldersBelow } from '../../lib/catalogue/data-files.ts'
import { loadCatalogue } from '../../lib/catalogue/load-catalogue.ts'
import { createJsonAnswers } from '../../lib/http/answer.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { createPageRouter } from '../../lib/pages/page-router.ts'
import { assertExpected, assertStatus } from '../support/answers.ts'
import { emptyCache } from '../support/bodies.ts'
import { copyData } from '../support/catalogue-copy.ts'
import { send } from '../support/client.ts'
import { createHost, startInProcess } from '../support/in-process.ts'
import { loaderOf } from '../support/shared-catalogue.ts'
import { visit } from '../support/pages.ts'
import { call, generate } from '../support/requests.ts'
import { answerVisit } from '../support/visits.ts'

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
  const answers = createJsonAnswers({ exposedHeaders: [] })
  const target = { request: { method: 'GET', headers: {} }, path: '/es/', query: '' }
  const options = {
    siteUrl: undefined,
    origin: 'http://localhost',
    basePath: '/api',
    rateLimit: { limit: 0, windowMs: 1000, maxClients: 1 },
    toAnswer: answers.error,
  }

  test('is shown in the language of the path, or at least as JSON', async (t) => {
    const services = readServices(t)
    let isOpen = false
    const categoryName: typeof services.words.categoryName = (id, language) =>
      isOpen ? fail() : services.words.categoryName(id, language)
    const broken: Services = { ...services, words: { ...services.words, categoryName } }
    const { open } = createPageRouter({ ...options, services: broken, toError: fail })
    const visited = open(target, false)
    isOpen = true
    await assert.rejects(async () => visited && answerVisit(visited), /the secret cause/)
    const answer = visited?.refuse(internal)
    assert.equal(answer?.status, 500)
    assert.match(answer?.lines ?? '', /Content-Language: es/)
    assert.match(String(answer?.body), /<html lang="es">/)

    const { logged, toError } = collectFaults()
    const worse: Services = { ...services, words: { ...services.words, texts: fail } }
    const { open: openWorse } = createPageRouter({ ...options, services: worse, toError })
    const least = openWorse(target, false)?.refuse(internal)
    assert.equal(least?.status, 500)
    assert.match(String(least?.body), /^\{"success":false,"error":"Internal server error"/)
    assert.deepEqual(logged.map(String), ['Error: the secret cause'])
  })

  test('of the store is shown with the text in its form', (t) => {
    const { open } = createPageRouter({ ...options, services: readServices(t), toError: fail })
    const query = { ...target, query: 'text=a%26b' }
    const visited = open(query, false)
    assert.equal(visited?.isCounted, true)
    const answer = visited?.refuse(new ApiError('unavailable', 'Try again.'))
    assert.equal(answer?.status, 503)
    assert.match(String(answer?.body), /<html lang="es">[^]* name="text"[^>]*>\na&amp;b<\/textarea>/)
  })
})

const internal = new ApiError('internal', 'A fault.')

/** Collects the faults that the service logs. */
function collectFaults() {
  const logged: unknown[] = []
  const toError = (fault: unknown): ApiError => {
    logged.push(fault)
    return internal
  }
  return { logged, toError }
}

/** Starts a service with two generators. */
function startSmall(
  t: TestContext,
  settings: Readonly<Record<string, string>>,
): ReturnType<typeof startInProcess> {
  return startInProcess(t, settings, createHost({ loadCatalogue: loaderOf(copyData(t)) }))
}

/** Services with two generators. */
function readServices(t: TestContext): Services {
  const { catalogue, words } = loadCatalogue({ folders: foldersBelow(copyData(t)) })
  const cache = emptyCache()
  const answers = createAnswers(catalogue, 'http://localhost', cache)
  const search = createSearch({ catalogue, words })
  const found = { search, findSlug: () => undefined, readChain: () => [] }
  return { catalogue, words, cache, answers, ...found, maxTextCodePoints: 9 }
}

function fail(): never {
  throw new Error('the secret cause')
}
