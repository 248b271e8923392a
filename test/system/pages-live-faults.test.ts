import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { slugs } from '../support/catalogue-files.ts'
import { focus, liveForSuite, pass, pathOf, put, until, untilSaid } from '../support/live-pages.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue } = loadShipped()

/** The messages of failed requests, and of files that no script uses. */
const expected =
  /^network error: Failed|\.json: 404|Failed to fetch|Unexpected end of JSON|was preloaded using/

describe('pages whose scripts fail', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { address, goLive, open } = liveForSuite({}, {}, expected)

  /** Claims that the form works as without scripts. */
  const assertFormWorks = async (page: Page, path: string, slug: string): Promise<void> => {
    assert.equal(await page.evaluate(`document.querySelector('.live, .copy') === null`), true)
    assert.equal(await page.evaluate(`document.getElementById('status')?.textContent ?? ''`), '')
    await focus(page, '#text')
    await page.type('Añ b')
    assert.equal(await page.follow(() => page.click('.form button')), 200)
    const shown = await page.evaluate(`document.querySelector('.specimen, #styles .sample').textContent`)
    assert.equal(shown, catalogue.get(slug)?.transform('Añ b', 'es'), path)
  }

  for (const [what, pattern, status] of [
    ['the script is missing', '*live.js', 404],
    ['the script does not arrive', '*live.js', 'none'],
    ['the styles are of another version', '*styles.json', 404],
    ['the styles do not arrive', '*styles.json', 'none'],
    ['the styles are cut off', '*styles.json', 200],
  ] as const) {
    test(`keep their form if ${what}`, async () => {
      for (const [path, slug] of [
        ['/es/', slugs[0] ?? ''],
        [pathOf('zalgo', 'es'), 'zalgo'],
      ] as const) {
        const page = await open()
        await page.answer(pattern, status)
        await page.goto(await address(path))
        // A script that had arrived would have run by then.
        await pass(page, 500)
        await assertFormWorks(page, path, slug)
        await page.close()
      }
    })
  }

  for (const status of [404, 'none'] as const) {
    test(`say what could not be loaded, and try again, after ${status}`, async () => {
      const page = await open()
      await page.answer('*decoders.json', status)
      await goLive(page, '/en/')
      await page.readClipboard()
      const copy = `document.querySelectorAll('#styles .copy')[${slugs.indexOf('morse-decoder')}].click()`
      const symbols = `document.querySelector('.options [aria-expanded]').click()`
      const shown = `document.querySelector('#status').textContent`
      await put(page, '... --- ...')
      await page.evaluate(`void ${copy}`)
      await untilSaid(page, 'could not be loaded')
      await page.answer('*symbols-*', status)
      await page.evaluate(`void (${shown} = '', ${symbols})`)
      await untilSaid(page, 'could not be loaded')
      await page.answer('', 'by the server')
      await page.evaluate(`void ${symbols}`)
      await until(page, `document.querySelector('.symbols')?.checkVisibility()`)
      await put(page, '.... ..')
      await until(page, `(${copy}, ${shown}.includes('Copied'))`)
      assert.equal(await page.readClipboard(), catalogue.get('morse-decoder')?.transform('.... ..', 'en'))
    })
  }

  for (const status of [404, 'none', 200] as const) {
    test(`search with fewer words until the others arrive, after ${status}`, async () => {
      const page = await open()
      await page.answer('*words-*', status)
      await goLive(page, '/en/')
      const search = async (): Promise<unknown> => {
        await focus(page, '#text')
        await focus(page, '#search')
        await pass(page, 300)
        return page.evaluate(`document.querySelectorAll('#found li').length`)
      }
      await put(page, 'serif', '#search')
      const count = Number(await search())
      assert.ok(count > 0 && count < slugs.length, String(count))
      // An other name of one style, which is not part of any style's own name.
      await put(page, 'spongebob', '#search')
      assert.equal(await search(), 0)
      assert.equal(await search(), 0)
      await page.answer('*words-*', 'by the server')
      assert.equal(await search(), 1)
    })
  }
})
