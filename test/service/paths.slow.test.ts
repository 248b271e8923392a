import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartError } from '../../lib/log.ts'
import { copyData } from '../support/catalogue-copy.ts'
import { send } from '../support/client.ts'
import { createHost, startInProcess } from '../support/in-process.ts'
import { loaderOf } from '../support/shared-catalogue.ts'
import { rounds } from '../support/rounds.ts'
import { createRandom } from '../support/texts.ts'

/** What a path can contain: plain segments, those of the service, and characters of every kind. */
const segments = [
  ...['a', 'en', 'tr', 'api', 'health', 'openapi.json', 'assets', 'robots.txt', '', '.', '..'],
  ...['%2e%2E', '%0a', '%0D', '%00', '%7f', '%', '%zz', '%41', '%2f', '%c3%a9', 'é', '😀', '\u0085'],
  ...' !"#$&\'()*+,-;<=>?@[\\]^_`{|}~',
  ...['a'.repeat(400), 'a'.repeat(20_000)],
]

const random = createRandom(0x51e)
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item
const randomPath = (): string =>
  Array.from({ length: random(4) }, () => `/${pick(segments)}${random(4) === 0 ? pick(segments) : ''}`)
    .join('')

/** Each segment in each setting, and then random paths in both. */
const settings: ReadonlyArray<Readonly<Record<string, string>>> = [
  ...segments.map((one) => ({ SITE_URL: `http://a/${one}` })),
  ...segments.map((one) => ({ BASE_PATH: `/${one}` })),
  ...Array.from({ length: rounds(20) }, () => {
    const site = `http://a${randomPath()}`
    return { SITE_URL: site, BASE_PATH: random(3) === 0 ? new URL(site).pathname : randomPath() }
  }),
]

test('every SITE_URL and BASE_PATH is refused, or all its addresses are answered', async (t) => {
  const host = createHost({ loadCatalogue: loaderOf(copyData(t)) })
  let accepted = 0
  for (const environment of settings) {
    const starting = startInProcess(t, { RATE_LIMIT: '0', ...environment }, host)
    const service = await starting.catch((error: unknown) => error)
    if (service instanceof StartError) continue
    accepted++
    const { port, siteUrl, stop } = await starting
    const get = async (target: string): Promise<string> => {
      const { status, text } = await send(port, { target })
      assert.equal(status, 200, `${JSON.stringify(environment)}: ${target}`)
      return text
    }
    const base = (environment['BASE_PATH'] || '/api').replace(/\/$/, '') || '/'
    const detail = await get(`${base}?action=get_generator&slug=reverse`)
    const { pathname } = new URL(JSON.parse(detail).generator.url)
    // https://www.rfc-editor.org/rfc/rfc3986#section-3.3
    assert.match(pathname, /^(?:[\w.~!$&'()*+,;=:@/-]|%[\da-f]{2})*$/i)
    await get(pathname)
    const site = new URL(siteUrl).pathname.replace(/\/$/, '')
    for (const path of [`${site}/robots.txt`, '/health']) await get(path)
    if (JSON.stringify(environment).includes('openapi')) await get('/openapi.json')
    await stop('it has been tried')
  }
  assert.ok(accepted > settings.length / 4 && accepted < settings.length, `${accepted} are accepted`)
})

test('without pages, their paths are free, but the description is below that of the site', async (t) => {
  const host = createHost()
  for (const settings of [{ SITE_URL: 'http://a/health' }, { BASE_PATH: '/en' }]) {
    await assert.rejects(startInProcess(t, settings, host), StartError)
    const { port } = await startInProcess(t, { ...settings, PAGES: 'off' }, host)
    const found = await Promise.all(['/health/openapi.json', '/openapi.json'].map(async (target) => {
      return (await send(port, { target })).status
    }))
    assert.deepEqual(found, ['SITE_URL' in settings ? 200 : 404, 200])
  }
})
