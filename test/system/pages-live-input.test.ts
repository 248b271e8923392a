import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { browserForSuite, withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import type { View } from '../support/browser-view.ts'
import { entryOf, slugs } from '../support/catalogue-files.ts'
import { send } from '../support/client.ts'
import { compiledPath } from '../support/compiled.ts'
import { put, statusOf, until, whenLive } from '../support/live-pages.ts'
import { focusOf, samplesOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { startForSuite } from '../support/suite.ts'

const { catalogue } = loadShipped()
const pathOf = (slug: string): string => `/en/${entryOf(slug, 'en').page}`

describe('what is put into a live page', { skip: withoutBrowser, concurrency: 1 }, () => {
  before(() => void compiledPath('server.ts'))
  const settings = { RATE_LIMIT: '0', SITE_URL: 'http://pages.example', MAX_TEXT_LENGTH: '50' }
  const service = startForSuite(settings)
  const browser = browserForSuite()

  const open = async (path: string, view: View = {}): Promise<Page> => {
    const page = await browser.open(view)
    await page.goto(`http://127.0.0.1:${(await service).port}${path}`)
    await whenLive(page)
    return page
  }

  test('is not styled where the service refuses it as too long, which stays said', async () => {
    const isMarked = `document.querySelector('#text').getAttribute('aria-invalid')`
    for (const path of ['/en/', pathOf('bold-serif')]) {
      const page = await open(path)
      const result = `(document.querySelector('#result')?.value ??
        document.querySelector('.rows bdi').textContent)`
      const before = await page.evaluate(result)
      // Each is two UTF-16 units, and one of what is counted.
      await put(page, '😀'.repeat(49) + 'a')
      const shown = catalogue.get('bold-serif')?.transform('😀'.repeat(49) + 'a', 'en')
      assert.equal(await page.evaluate(result), shown)
      assert.equal(await page.evaluate(isMarked), null)
      await put(page, '😀'.repeat(50) + 'a')
      assert.equal(await page.evaluate(result), before)
      const told = 'The text has 51 characters; at most 50 are taken here.'
      assert.equal(await statusOf(page), told)
      assert.equal(await page.evaluate(isMarked), 'true')
      await put(page, 'ab')
      const short = catalogue.get('bold-serif')?.transform('ab', 'en')
      assert.equal(await page.evaluate(result), short)
      assert.equal(await page.evaluate(isMarked), null)
      assert.equal(await statusOf(page), '')
      assert.deepEqual(page.messages, [])
      await page.close()
    }
  })

  test('has a way back to plain text where it is styled already', async () => {
    const isOffered = `document.querySelector('.options a')?.checkVisibility() === true`
    const styled = catalogue.get('script')?.transform('Hello World', 'en') ?? ''
    for (const path of ['/en/', pathOf('strikethrough')]) {
      const page = await open(path)
      for (const plain of ['Hello', 'Año, œuvre, ışık', 'Ελληνικά', 'x² + ½ ™', '👩‍👩‍👧 1️⃣']) {
        await put(page, plain)
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 600))')
        assert.equal(await page.evaluate(isOffered), false, plain)
      }
      await put(page, styled)
      await until(page, isOffered)
      assert.match(await statusOf(page), /styled already/)
      await page.follow(() => page.click('.options a'))
      await whenLive(page)
      assert.equal(await page.evaluate('location.pathname'), pathOf('plain-text'))
      assert.equal(await page.evaluate(`document.querySelector('#result').value`), 'Hello World')
      assert.equal(await page.evaluate(isOffered), false)
      assert.ok(page.requests.every((address) => !address.includes('t=%')))
      assert.deepEqual(page.messages, [])
      await page.close()
    }
  })

  test('of signs by their parts is shown at the end or in a pause', async () => {
    const page = await open('/en/')
    const field = `document.querySelector('#text')`
    const compose = (text: string): Promise<unknown> => page.evaluate(`(async () => {
      ${field}.value = ${JSON.stringify(text)}
      ${field}.dispatchEvent(new InputEvent('input', { isComposing: true }))
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
    })()`)
    const before = await samplesOf(page)
    await compose('w')
    assert.deepEqual(await samplesOf(page), before)
    // The keyboards of phones compose whole words.
    const first = `document.querySelector('.rows bdi').textContent`
    await until(page, `${first} === '𝐰'`)
    await compose('wo')
    await page.evaluate(`${field}.dispatchEvent(new CompositionEvent('compositionend'))`)
    await until(page, `${first} === '𝐰𝐨'`)
  })

  test('of the search leads to the first row that is found by Enter, and goes by Escape', async () => {
    const page = await open('/en/')
    await page.evaluate(`document.querySelector('#search').focus()`)
    await page.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'search')
    await put(page, 'upside', '#search')
    await page.press('Enter')
    const { page: address } = entryOf('upside-down', 'en')
    assert.equal((await focusOf(page)).element, `a ${address}`)
    await page.evaluate(`document.querySelector('#search').focus()`)
    await page.press('Escape')
    assert.equal(await page.evaluate(`document.querySelector('#search').value`), '')
    const hidden = await page.evaluate(`document.querySelectorAll('#styles li[hidden]').length`)
    assert.equal(hidden, 0)
    // Nothing is found: Enter leaves the focus where it is.
    await put(page, 'qqqq', '#search')
    await page.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'search')
    assert.equal(await page.evaluate('location.search'), '')
  })

  test('can be changed below, on a phone', async () => {
    for (const [width, height, isSticky] of [[390, 700, true], [320, 300, false]] as const) {
      const page = await open('/fr/', { width, height })
      await put(page, 'Bonjour')
      await page.evaluate(`document.querySelectorAll('.rows a')[60].focus()`)
      const top = `document.querySelector('#text').getBoundingClientRect().top`
      const place = Number(await page.evaluate(top))
      assert.equal(place >= 0 && place < 60, isSticky, `${width}: ${place}`)
      await page.close()
    }
  })

  test('asks the server where the styles are of another version, or the script is gone', async (t) => {
    for (const missing of ['styles.json', 'live.js']) {
      const origin = await serveWithout(t, (await service).port, missing)
      for (const path of ['/en/', pathOf('bold-serif')]) {
        const page = await browser.open()
        await page.goto(origin + path)
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
        assert.equal(await page.evaluate(`document.querySelector('.live, .copy')`), null)
        await page.evaluate(`document.querySelector('#text').value = 'ab'`)
        assert.equal(await page.follow(() => page.click('.form button')), 200)
        assert.match(String(await page.evaluate('document.body.innerHTML')), /𝐚𝐛/u)
        await page.close()
      }
    }
  })

  test('is all in the page: each style can be copied, whatever else is there', async () => {
    const page = await open('/en/')
    const buttons = await page.evaluate(`document.querySelectorAll('#styles li > .copy').length`)
    assert.equal(buttons, slugs.length)
  })
})

/** Passes everything on to the service at a port, but for one file; gives the origin. */
async function serveWithout(t: TestContext, port: number, missing: string): Promise<string> {
  const server = createServer(async ({ url = '' }, response) => {
    if (url.endsWith(missing)) {
      response.writeHead(404).end()
      return
    }
    const { status, headers, body } = await send(port, { target: url })
    for (const name of ['content-type', 'content-security-policy']) {
      response.setHeader(name, headers[name] ?? '')
    }
    response.writeHead(status).end(body)
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
