import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { parseObject } from '../support/answers.ts'
import { findWithAxe, isReviewed } from '../support/axe.ts'
import { browserForSuite, withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { entryOf, slugs } from '../support/catalogue-files.ts'
import { send } from '../support/client.ts'
import { whenSettled } from '../support/live-pages.ts'
import { colouredSamplesOf, focusOf, overhangOf, samplesOf, showAll } from '../support/page-checks.ts'
import { kindsOfPages, pagesOfNoLanguage } from '../support/page-kinds.ts'
import type { PageKind } from '../support/page-kinds.ts'
import { startForSuite } from '../support/suite.ts'

const allKinds = [...pagesOfNoLanguage, ...languages.flatMap(kindsOfPages)]
const settings = { RATE_LIMIT: '0', SITE_URL: 'http://pages.example' }

/** What has to go through a form as it is. */
const hardText =
  'Ünïcödé & <b class="a">\'b\'</b> 👩‍👩‍👧 Iıİi ñ + שלום 1½ e\u0301%41 </textarea> &lt;'

describe('the pages, in Chromium', { skip: withoutBrowser, concurrency: 3 }, () => {
  const service = startForSuite(settings)
  const limited = startForSuite({ ...settings, RATE_LIMIT: '1' })
  const browser = browserForSuite()

  const open = async (page: Page, { path, status }: PageKind): Promise<void> => {
    assert.equal(await page.goto(`http://127.0.0.1:${(await service).port}${path}`), status, path)
  }

  const generate = async (slug: string, words: Record<string, string>): Promise<string> => {
    const body = new URLSearchParams({ action: 'generate', slug, update_stats: '0', ...words })
    const request = { method: 'POST', target: '/api', body: body.toString() }
    return String(parseObject((await send((await service).port, request)).text)['output'])
  }

  /** Types a text into the form of a page and sends it off, as people do. */
  const fillIn = async (page: Page, text: string): Promise<void> => {
    await page.evaluate(`document.querySelector('form [name=text]').select()`)
    await page.type(text)
    assert.equal(await page.follow(() => page.click('form button')), 200)
    const kept = await page.evaluate(`document.querySelector('form [name=text]').value`)
    assert.equal(kept, text)
  }

  for (const [index, lang] of languages.entries()) {
    test(`without scripts the forms of styles give what the API gives: ${lang}`, async () => {
      const page = await browser.open({ hasScripts: false })
      const text = `\n${hardText}\n\nsecond line`
      // Every style, each in one of the languages.
      for (const slug of slugs.filter((_slug, place) => place % languages.length === index)) {
        const path = `/${lang}/${entryOf(slug, lang).page}`
        await open(page, { name: slug, path, status: 200 })
        await fillIn(page, text)
        const output = await page.evaluate(`document.querySelector('textarea[readonly]').value`)
        assert.equal(output, await generate(slug, { lang, text }), path)
      }
      assert.deepEqual(page.messages, [])
    })
  }

  for (const [index, lang] of languages.entries()) {
    const accents = index % 2 === 0 ? 'styled' : 'plain'
    const how = `${lang}, accents ${accents}`
    test(`without scripts the form of all styles gives what the API gives: ${how}`, async () => {
      const page = await browser.open({ hasScripts: false })
      await open(page, { name: 'list', path: `/${lang}/`, status: 200 })
      if (accents === 'plain') await page.click('form [name=accents]')
      await fillIn(page, hardText)
      const samples = await samplesOf(page)
      assert.equal(samples.length, slugs.length)
      for (const [index, slug] of slugs.entries()) {
        const text = await generate(slug, { lang, accents, text: hardText })
        const { page: address, name } = entryOf(slug, lang)
        const { label, ...shown } = samples[index] ?? {}
        assert.deepEqual(shown, { address, name, text }, slug)
        if (label !== null) assert.equal(label, hardText)
      }
    })
  }

  /** Checks what a page shows, in daylight and in the dark; gives the count of exceptions. */
  const examine = async (page: Page): Promise<number> => {
    const path = String(await page.evaluate('location.href'))
    await whenSettled(page)
    // Axe does not see rows that are not drawn.
    await showAll(page)
    const findings = [...(await findWithAxe(page))]
    await showAll(page, { isDark: true })
    findings.push(...(await findWithAxe(page, ['color-contrast'])))
    assert.deepEqual(findings.filter((one) => !isReviewed(one)), [], path)
    assert.deepEqual(await colouredSamplesOf(page), [], path)
    return findings.length
  }

  for (const lang of ['', ...languages]) {
    test(`axe finds nothing, and the browser says nothing: ${lang || 'others'}`, async (t) => {
      const page = await browser.open()
      const kinds = allKinds.filter(({ language }) => (language ?? '') === lang)
      let reviewed = 0
      for (const kind of kinds) {
        await open(page, kind)
        reviewed += await examine(page)
      }
      assert.deepEqual(page.messages, [])
      t.diagnostic(`${kinds.length} pages, ${reviewed} reviewed exceptions`)
    })
  }

  test('axe finds nothing on pages of a wrong method and of the limit', async () => {
    const page = await browser.open()
    const origin = `http://127.0.0.1:${(await limited).port}`
    for (const lang of languages) {
      await page.goto(`${origin}/${lang}/`)
      const post = `const form = document.querySelector('form'); form.method = 'post'; form.submit()`
      assert.equal(await page.follow(() => page.evaluate(post)), 405)
      await examine(page)
      while ((await page.goto(`${origin}/${lang}/?text=a`)) !== 429) assert.equal(lang, 'en')
      await examine(page)
    }
    assert.deepEqual(page.messages, [])
  })

  test('nothing stands out at the side of a window of 320 pixels, nor printed', async () => {
    for (const view of [{ width: 320 }, { width: 320, isPrint: true }, { width: 640 }]) {
      const page = await browser.open(view)
      for (const kind of allKinds) {
        await open(page, kind)
        assert.deepEqual(await overhangOf(page), [], kind.path)
      }
    }
  })

  test('the keyboard alone reaches everything, and shows where it is', async () => {
    const page = await browser.open({ hasScripts: false })
    for (const kind of kindsOfPages('tr').filter(({ name }) => name !== 'list-with-text')) {
      await open(page, kind)
      const reachable = await page.evaluate(`document.querySelectorAll(
        'a[href], button, textarea, input, summary').length`)
      let seen: unknown
      for (let count = 0; count < Number(reachable); count++) {
        await page.press('Tab')
        const focus = await focusOf(page)
        assert.deepEqual({ ...focus, hasOutline: true, isInSight: true }, focus, kind.path)
        seen = await page.evaluate(`(window.seen ??= new Set()).add(document.activeElement).size`)
      }
      assert.equal(seen, reachable, kind.path)
    }
  })
})
