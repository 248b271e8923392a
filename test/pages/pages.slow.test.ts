import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { categories } from '../../lib/engine/generator-file.ts'
import { assertNotCounted, assertStatus, decode } from '../support/answers.ts'
import { entryOf, listedSlugs, slugs } from '../support/catalogue-files.ts'
import { linksOf, translationsOf, visit } from '../support/pages.ts'
import { textsIn } from '../support/html-text.ts'
import { call, generate, readStatistics } from '../support/requests.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { shareService, startForSuite } from '../support/suite.ts'

const style = (language: (typeof languages)[number], slug = 'bold-serif'): string =>
  `/${language}/${entryOf(slug, language).page}`

const symbols = languages.map((language) => {
  return `/${language}/${loadShipped().words.texts(language).get('symbols-page')}`
})

/** https://ogp.me/#optional */
const territories: ReadonlyMap<string, string> = new Map([
  ['en', 'en_US'],
  ['es', 'es_ES'],
  ['fr', 'fr_FR'],
  ['tr', 'tr_TR'],
])

describe('a page', () => {
  const service = shareService()
  const site = startForSuite({ SITE_URL: 'https://example.com/a/' })
  const kinds = ['/', '/en/', style('fr'), '/tr/semboller', '/en/api']

  test('comes compressed, with a tag for each coding, and is the same by HEAD', async () => {
    for (const target of [...kinds, '/sitemap.xml', '/favicon.svg', '/fr.webmanifest']) {
      const plain = await visit(service, target)
      assertNotCounted(plain)
      const tags = new Set([plain.headers['etag']])
      for (const coding of ['br', 'gzip']) {
        const headers = [`Accept-Encoding: ${coding}`]
        const coded = await visit(service, target, { headers })
        assert.equal(decode(coded), plain.text)
        assert.equal(coded.headers['content-encoding'], coding)
        assert.match(coded.headers['vary'] ?? '', /Accept-Encoding$/)
        assert.equal(coded.headers['cache-control'], 'public, max-age=300')
        tags.add(coded.headers['etag'])
        const head = await visit(service, target, { method: 'HEAD', headers })
        assert.deepEqual({ ...head.headers, date: '' }, { ...coded.headers, date: '' })
        const known = [...headers, `If-None-Match: ${coded.headers['etag']}`]
        const again = await visit(service, target, { headers: known })
        assertStatus(again, 304)
        assert.equal(again.headers['etag'], coded.headers['etag'])
      }
      assert.equal(tags.size, 3, target)
    }
  })

  test('names its language, its address and its translations, which name it', async () => {
    for (const slug of ['', 'bold-serif']) {
      const pathOf = (language: (typeof languages)[number]): string =>
        slug === '' ? `/${language}/` : style(language, slug)
      const root = 'https://example.com/a'
      const all = languages.map((language) => [language, root + pathOf(language)])
      const others = slug === '' ? `${root}/` : all[0]?.[1]
      for (const language of languages) {
        const { text, headers } = await visit(site, `/a${pathOf(language)}`)
        assert.equal(headers['content-language'], language)
        // Some web servers remove the path of the site.
        assert.equal((await visit(site, pathOf(language))).text, text)
        assert.deepEqual([...translationsOf(text)], [...all, ['x-default', others]])
        const canonical = root + pathOf(language)
        assert.ok(text.includes(`<link rel="canonical" href="${canonical}">`), canonical)
        assert.ok(text.includes(`<meta property="og:url" content="${canonical}">`))
        const locales = [...text.matchAll(/og:locale(?::alternate)?" content="(.*?)"/g)]
        const known = [language, ...languages.filter((other) => other !== language)]
        for (const [index, one] of known.entries()) {
          const locale = locales[index]?.[1] ?? ''
          assert.match(locale, new RegExp(`^${one}_[A-Z]{2}$`))
          assert.equal(locale, territories.get(one) ?? locale)
        }
        assert.equal(locales.length, known.length)
        assert.ok(!text.includes('noindex'))
        // Other signs in a title would be read badly.
        const [, title = ''] = /<title>(.*)<\/title>/.exec(text) ?? []
        assert.match(title, /^[\p{L}\p{M}\p{N}\p{P}\p{Zs}+]+$/u)
      }
    }
  })

  test('has no canonical address and is not indexed if SITE_URL is not set', async () => {
    for (const target of kinds) {
      const { text } = await visit(service, target)
      assert.ok(text.includes('<meta name="robots" content="noindex">'))
      assert.doesNotMatch(text, /canonical|og:url|https?:\/\/localhost[^<]*">/)
    }
  })

  test('that is an error has no address to be found at, and none with a text is indexed', async () => {
    const long = `text=${'a'.repeat(501)}`
    const rows: ReadonlyArray<readonly [status: number, target: string, method?: string]> = [
      [404, '/a/en/nothing'],
      [404, `/a${style('es').replace('/es/', '/fr/')}`],
      [404, '/a/tr/api/x'],
      [405, '/a/en/', 'DELETE'],
      [405, `/a${style('en')}`, 'PUT'],
      [400, '/a/en/?text=a&accents=x'],
      [400, `/a${style('en')}?${long}`],
      [200, '/a/en/?text=a'],
      [200, `/a${style('en')}?text=a`],
    ]
    for (const [status, target, method = 'GET'] of rows) {
      const answer = await visit(site, target, { method })
      assertStatus(answer, status, target)
      // `visit` checks the address of errors.
      assert.ok(answer.text.includes('<meta name="robots" content="noindex">'), target)
    }
  })

  test('at the root is the list in the best language, with the address of that', async () => {
    const rows = [['', 'en'], ['fr-CA, en;q=0.5', 'fr'], ['qaa, tr;q=0.1', 'tr']] as const
    for (const [accepted, best] of rows) {
      const header = `Accept-Language: ${accepted}`
      const { text, headers } = await visit(service, '/', { headers: [header] })
      assert.equal(headers['content-language'], best)
      assert.equal(headers['vary'], 'Accept-Language, Accept-Encoding')
      const { text: list } = await visit(service, `/${best}/`)
      assert.deepEqual(textsIn(text, 'bdi'), textsIn(list, 'bdi'))
      const absolute = (links: readonly string[], base: string): readonly string[] =>
        [...new Set(links.map((link) => new URL(link, `http://x${base}`).pathname))]
      assert.deepEqual(absolute(linksOf(text), '/'), absolute(linksOf(list), `/${best}/`))
      const found = await visit(site, '/a/', { headers: [header] })
      assert.ok(found.text.includes(`<link rel="canonical" href="https://example.com/a/${best}/">`))
      assert.ok(!found.text.includes('noindex'))
    }
  })
})

describe('the sitemap', () => {
  test('contains all lists, generators and symbols, the documentation, and nothing else', async () => {
    const site = startForSuite({ SITE_URL: 'https://example.com/a' })
    const { text, headers } = await visit(site, '/a/sitemap.xml')
    assert.equal(headers['content-type'], 'application/xml; charset=utf-8')
    const found = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
    const paths = languages.flatMap((one) => [`/${one}/`, ...listedSlugs.map((slug) => style(one, slug))])
    const urls = ['/en/api', ...symbols, ...paths].map((path) => `https://example.com/a${path}`)
    assert.deepEqual(found.toSorted(), urls.toSorted())
    const robots = await visit(site, '/a/robots.txt')
    assertStatus(await call(site, { target: '/a/openapi.json' }), 200)
    assert.match(robots.text, /^Sitemap: https:\/\/example\.com\/a\/sitemap\.xml$/m)
  })
})

describe('an asset', () => {
  const service = shareService()

  test('is immutable in the folder of its version, and found in that of another', async () => {
    const { text } = await visit(service, '/en/')
    const link = /<link rel="stylesheet" href="\.\.(\/assets\/[\w-]{12}\/style\.css)">/
    const [, path = ''] = link.exec(text) ?? []
    const { status, headers, body } = await visit(service, path)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/css; charset=utf-8')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    const old = await visit(service, path.replace(/[\w-]{12}/, 'x'))
    assert.equal(old.headers['cache-control'], 'no-cache')
    assert.deepEqual(old.body, body)
    assertStatus(await visit(service, `${path}x`), 404)
  })
})

describe('a file at the root', () => {
  const site = startForSuite({ SITE_URL: 'https://example.com/a' })

  test('is a picture for links to lists and to styles of each category, of 40 KB at most', async () => {
    const all = [...loadShipped().catalogue.values()]
    const styles = categories.map((one) =>
      all.find(({ data }) => data.category === one)?.entry('es').page)
    const paths = [...languages.map((language) => `${language}/`), ...styles.map((one) => `es/${one}`)]
    const known = new Set<string>()
    for (const page of paths) {
      const { text: document } = await visit(site, `/a/${page}`)
      const pattern = /<meta property="og:image" content="https:\/\/example\.com(\/a\/[^"]+)">/
      const [, path = ''] = pattern.exec(document) ?? []
      assert.match(document, /<meta name="twitter:card" content="summary_large_image">/)
      known.add(path)
      const { headers, body } = await visit(site, path)
      assert.equal(headers['content-type'], 'image/png')
      assert.deepEqual([body.readUInt32BE(16), body.readUInt32BE(20)], [1200, 630])
      assert.ok(body.length <= 40_000, `${path}: ${body.length}`)
    }
    assert.equal(known.size, paths.length)
  })

  test('of a language describes it for home screens, with icons', async () => {
    for (const language of languages) {
      const { headers, text } = await visit(site, `/a/${language}.webmanifest`)
      assert.equal(headers['content-type'], 'application/manifest+json')
      const { start_url, scope, icons, ...rest } = JSON.parse(text)
      const urlOf = (link: string): string => new URL(link, `http://h/a/${language}.webmanifest`).pathname
      assert.deepEqual([start_url, scope].map(urlOf), [`/a/${language}/`, '/a/'])
      assert.equal(rest.lang, language)
      assert.deepEqual(Object.keys(rest).filter((key) => rest[key] === ''), [])
      for (const { src, type } of icons) {
        const icon = await visit(site, urlOf(src))
        assert.equal(icon.headers['content-type'], type)
      }
    }
    const { body, headers } = await visit(site, '/a/favicon.ico')
    assert.equal(headers['content-type'], 'image/x-icon')
    assert.equal(body.subarray(0, 4).toString('hex'), '00000100')
    assert.equal(body.subarray(22, 26).toString('latin1'), '\x89PNG')
  })
})

describe('an unknown path or method', () => {
  const service = shareService()
  const styles = languages.flatMap((language) => slugs.map((slug) => style(language, slug)))
  const lists = languages.map((language) => `/${language}/`)
  const known = new Set(['/en/api', ...symbols, ...lists, ...styles])
  const files = /^\/(?:assets\/|favicon\.svg$|apple-touch-icon\.png$|\w\w\.webmanifest$)/

  test('shows a page in the language of the path, with a link to the likely page', async () => {
    const [own, other] = [entryOf('strikethrough', 'es').page, entryOf('strikethrough', 'fr').page]
    for (const asked of [other, 'strikethrough', `${own}o`, `${own}//`, `${other}/`]) {
      const target = `/es/${asked}`
      const { status, text, headers } = await visit(service, target)
      assert.equal(status, 404, target)
      assert.equal(headers['content-language'], 'es')
      const links = linksOf(text).map((link) => new URL(link, `http://h${target}`).pathname)
      assert.ok(links.includes(`/es/${own}`), asked)
      assert.ok(links.includes('/es/'))
      assert.ok(text.includes('noindex'))
    }
    for (const target of ['/tr/x/y/z', '/tr//', '/en/__proto__', '/en/api//', '/fr/%3Cb%3E']) {
      const { status, text } = await visit(service, target)
      assert.equal(status, 404, target)
      for (const link of linksOf(text)) {
        const { pathname } = new URL(link, `http://h${target}`)
        const isThere = known.has(pathname) || files.test(pathname)
        assert.ok(isThere, `${target} → ${link}`)
      }
    }
  })

  test('redirects from a page with a slash at its end, and from nothing else', async () => {
    const before = await readStatistics(service)
    for (const path of [...symbols, ...styles, '/en/api']) {
      const { status, headers } = await visit(service, `${path}/`)
      assert.equal(status, 308, path)
      assert.equal(new URL(headers['location'] ?? '', `http://h${path}/`).pathname, path)
    }
    for (const path of ['/en/no-such-page', '/fr/x/y', style('es').replace('/es/', '/en/'), '/en/']) {
      assertStatus(await visit(service, `${path}/`), 404, path)
    }
    assert.deepEqual(await readStatistics(service), before)
  })

  test('is answered with a page elsewhere, too, in a browser, in the language it prefers', async () => {
    const headers = ['Accept: text/html,*/*;q=0.8', 'Accept-Language: tr, en;q=0.5']
    for (const target of ['/nothing', '/EN/', '/a/b/c?text=a', '/bold-serif', '/%3Cb%3E']) {
      const answer = await visit(service, target, { headers })
      assertStatus(answer, 404, target)
      assert.equal(answer.headers['content-language'], 'tr')
      assertNotCounted(answer)
      const links = linksOf(answer.text).map((link) => new URL(link, `http://h${target}`).pathname)
      assert.ok(links.includes('/tr/'), target)
      for (const link of links) assert.ok(known.has(link) || files.test(link), `${target} → ${link}`)
      if (target === '/bold-serif') assert.ok(links.includes(style('tr')))
    }
    // Links back from there would be longer than the request.
    const deep = await call(service, { target: '/x'.repeat(11), headers })
    assert.equal(deep.status, 404)
    assert.match(deep.headers['content-type'] ?? '', /json/)
    for (const [target, method] of [['/health', 'GET'], ['/openapi.json', 'GET'], ['/x', 'POST']] as const) {
      const answer = await call(service, { target, method, headers })
      assert.match(answer.headers['content-type'] ?? '', /json/, target)
    }
  })

  // A POST gets a 404 in JSON, which names {base_url}.
  test('is refused with 405 for other methods than GET, HEAD and POST', async () => {
    for (const method of ['PUT', 'OPTIONS', 'DELETE']) {
      const pages = ['/', '/en/', style('tr'), '/en/api', '/es', '/fr/x', '/en/?text=a']
      for (const target of [...pages, '/sitemap.xml']) {
        const answer = await visit(service, target, { method })
        assertStatus(answer, 405, `${method} ${target}`)
        assert.equal(answer.headers['allow'], 'GET, HEAD')
        assertNotCounted(answer)
      }
    }
  })
})

describe('the statistics', () => {
  test('grow by no page', async () => {
    const service = startForSuite()
    await visit(service, `${style('en')}?text=abc`)
    await visit(service, '/en/?text=abc')
    assert.deepEqual(await readStatistics(service), { uses: 0, characters: 0 })
    await call(service, generate({ slug: 'reverse', text: 'abc' }))
    assert.deepEqual(await readStatistics(service), { uses: 1, characters: 3 })
  })
})
