import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { slugs } from '../support/catalogue-files.ts'
import { liveForSuite, pathOf, put, untilSaid, whenLive } from '../support/live-pages.ts'
import { samplesOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue } = loadShipped()

/** Whether the console was told of the request that has failed, and of nothing that came of it. */
const isTold = (message: string): boolean => known.test(message)
const known = /^network error: Failed to load|\.json: 404|: Failed to fetch|: Unexpected end of JSON/

describe('pages whose scripts do not come', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { address, open } = liveForSuite()

  /** Types into the form and sends it, as without scripts. */
  const holdForm = async (page: Page, path: string, slug: string): Promise<void> => {
    assert.equal(await page.evaluate(`document.querySelector('.live, .copy') === null`), true)
    assert.equal(await page.evaluate(`document.getElementById('status')?.textContent ?? ''`), '')
    await page.evaluate(`document.querySelector('#text').focus()`)
    await page.type('Añ b')
    assert.equal(await page.follow(() => page.click('.form button')), 200)
    const shown = await page.evaluate(`(document.querySelector('#result')?.value ??
      document.querySelector('#styles .sample').textContent)`)
    assert.equal(shown, catalogue.get(slug)?.transform('Añ b', 'es'), path)
  }

  for (const [what, pattern, status] of [
    ['the script is not there', '*live.js', 404],
    ['the script does not arrive', '*live.js', 'none'],
    ['the styles are of another version', '*styles.json', 404],
    ['the styles do not arrive', '*styles.json', 'none'],
    ['the styles are cut off', '*styles.json', 200],
  ] as const) {
    test(`keep their form: ${what}`, async () => {
      for (const [path, slug] of [
        ['/es/', slugs[0] ?? ''],
        [pathOf('zalgo', 'es'), 'zalgo'],
      ] as const) {
        const page = await open()
        await page.answer(pattern, status)
        await page.goto(await address(path))
        // A script that did come would have had its time.
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))')
        await holdForm(page, path, slug)
        assert.deepEqual(page.messages.filter((message) => !isTold(message)), [])
        await page.close()
      }
    })
  }

  test('keep their form: scripts are off', async () => {
    const page = await open({ hasScripts: false })
    await page.goto(await address('/es/'))
    await holdForm(page, '/es/', slugs[0] ?? '')
    assert.deepEqual(page.messages, [])
  })

  for (const status of [404, 'none', 200] as const) {
    test(`search with fewer words until the others arrive, after ${status}`, async () => {
      const page = await open()
      await page.answer('*words-*', status)
      await page.goto(await address('/en/'))
      await whenLive(page)
      const search = async (): Promise<unknown> => {
        await page.evaluate(`document.querySelector('#text').focus()`)
        await page.evaluate(`document.querySelector('#search').focus()`)
        await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))')
        return page.evaluate(`document.querySelectorAll('#styles li:not([hidden])').length`)
      }
      await put(page, 'serif', '#search')
      const count = Number(await search())
      assert.ok(count > 0 && count < slugs.length, String(count))
      // Known by this name alone, to which no name of a style and no category comes near.
      await put(page, 'spongebob', '#search')
      assert.equal(await search(), 0)
      assert.equal(await search(), 0)
      await page.answer('*words-*', 'by the server')
      assert.equal(await search(), 1)
      assert.deepEqual(page.messages.filter((message) => !isTold(message)), [])
    })
  }
})

describe('pages to which a visitor allows little', { skip: withoutBrowser }, () => {
  const preferences = { profile: { default_content_setting_values: { cookies: 2, clipboard: 2 } } }
  const { openLive, address } = liveForSuite({ preferences })

  test('keep nothing where storage is denied, and do all else', async () => {
    const page = await openLive('/en/')
    const isDenied = `(() => { try { return localStorage === null } catch { return true } })()`
    assert.equal(await page.evaluate(isDenied), true)
    await put(page, 'abc')
    const expected = catalogue.get(slugs[0] ?? '')?.transform('abc', 'en')
    assert.equal((await samplesOf(page))[0]?.text, expected)
    await page.click('.copy')
    await untilSaid(page, 'Copied')
    await page.goto(await address(pathOf('zalgo', 'en')))
    await page.evaluate(`new Promise((resolve) => {
      const look = () => document.querySelector('[aria-pressed]') ? resolve() : setTimeout(look, 20)
      look()
    })`)
    await page.click('[aria-pressed]')
    await put(page, 'abc')
    const shown = await page.evaluate(`document.querySelector('#result').value`)
    assert.equal(shown, catalogue.get('zalgo')?.transform('abc', 'en'))
    assert.deepEqual(page.messages, [])
  })
})
