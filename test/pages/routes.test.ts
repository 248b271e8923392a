import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StartError } from '../../lib/log.ts'
import { linkTo } from '../../lib/pages/layout.ts'
import { checkBasePath, findRoute } from '../../lib/pages/routes.ts'

describe('findRoute', () => {
  const rows: Array<[path: string, kind: string | undefined]> = [
    ['/', 'root'],
    ['/en', 'redirect'],
    ['/en/', 'list'],
    ['/tr/', 'list'],
    ['/en/api', 'documentation'],
    ['/es/api', 'redirect'],
    ['/es/negrita', 'generator'],
    ['/en/a/b', 'nothing'],
    ['/en//', 'nothing'],
    ['/en/api/', 'redirect'],
    ['/en/api/a', 'nothing'],
    ['/en/api//', 'nothing'],
    ['/es/api/', 'redirect'],
    ['/es/api//', 'nothing'],
    ['/es/api/a', 'nothing'],
    ['/sitemap.xml', 'sitemap.xml'],
    ['/robots.txt', 'robots.txt'],
    ['/favicon.svg', 'favicon.svg'],
    ['/favicon.ico', 'favicon.ico'],
    ['/apple-touch-icon.png', 'apple-touch-icon.png'],
    ['/card-tr.png', 'card-tr.png'],
    ['/es.webmanifest', 'es.webmanifest'],
    ['/card-qaa.png', undefined],
    ['/en/favicon.ico', 'generator'],
    ['/assets/x/style.css', 'asset'],
    ['/assets/x/a/b.js', 'asset'],
    [`/en${'/x'.repeat(9)}`, 'nothing'],
    [`/en${'/'.repeat(9)}`, 'nothing'],
    // Links back from there would make a long answer of a short request.
    [`/en${'/x'.repeat(10)}`, undefined],
    [`/en${'/'.repeat(10_000)}`, undefined],
    [`/assets/x${'/'.repeat(10)}`, undefined],
    ...['/EN/', '/qaa/', '/english', '/assets', '/assets/x', '//', '/en%2f', '*', '', 'en/'].map(
      (path): [string, undefined] => [path, undefined],
    ),
  ]
  test('finds the route of a path, with and without the path of the site', () => {
    for (const [path, kind] of rows) {
      assert.equal(findRoute(path, '')?.kind, kind, path)
      assert.equal(findRoute(path, '/a/b')?.kind, kind, path)
      if (path.startsWith('/')) assert.equal(findRoute(`/a/b${path}`, '/a/b')?.kind, kind, path)
    }
  })

  test('recognises the path of the site only as whole segments', () => {
    for (const [path] of rows.filter(([path]) => path.startsWith('/'))) {
      for (const next of ['X', 'b', '-', '.', '%2f', '%2F', '?', '\\', 'é']) {
        const longer = `/a/b${next}${path.slice(1)}`
        assert.deepEqual(findRoute(longer, '/a/b'), findRoute(longer, ''), longer)
      }
    }
  })

  test('sends from the path of the site, and of a language, to the folder', () => {
    for (const [path, sitePath] of [['/en', ''], ['/x/en', '/x'], ['/x', '/x'], ['/a/x', '/a/x']]) {
      const place = findRoute(path ?? '', sitePath ?? '')
      assert.ok(place?.kind === 'redirect')
      assert.equal(new URL(place.to, `http://h${path}`).pathname, `${path}/`)
    }
  })

  test('sends to the documentation from its path with a slash, and in other languages', () => {
    for (const sitePath of ['', '/x']) {
      for (const path of ['/en/api/', '/es/api', '/es/api/', '/tr/api']) {
        const place = findRoute(sitePath + path, sitePath)
        assert.ok(place?.kind === 'redirect')
        const { pathname } = new URL(place.to, `http://h${sitePath}${path}`)
        assert.equal(pathname, `${sitePath}/en/api`, path)
      }
    }
  })
})

describe('linkTo', () => {
  test('leads from any path below the site to any other', () => {
    for (const root of ['/', '/a/', '/a/b/']) {
      for (const from of ['', 'en/', 'en/x', 'en/x/y', 'en//', 'en/x/']) {
        for (const to of ['', 'en/', 'tr/y', 'assets/1/style.css']) {
          const { href } = new URL(linkTo(from, to), `http://h${root}${from}?text=a`)
          assert.equal(href, `http://h${root}${to}`, `${from} → ${to}`)
        }
      }
    }
  })
})

describe('checkBasePath', () => {
  test('refuses a {base_url} on the paths of the pages, and takes that of the site', () => {
    const bad = ['/en', '/en/api', '/es/x', '/sitemap.xml', '/assets/x/y', '/favicon.ico']
    for (const path of bad) {
      const sentence = `BASE_PATH=${path}: pages use this path; set another one, or PAGES=off`
      assert.throws(() => checkBasePath(path, undefined), new StartError(sentence))
      assert.throws(() => checkBasePath(`/a${path}`, 'https://example.com/a'), StartError)
      checkBasePath(path, `https://example.com${path}`)
      checkBasePath(path, 'https://example.com/a')
    }
    for (const path of ['', '/api', '/a', '/a/api', '/english']) {
      checkBasePath(path, undefined)
      checkBasePath(path, 'https://example.com/a')
    }
  })
})
