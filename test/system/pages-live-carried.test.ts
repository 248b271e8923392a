import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { slugs } from '../support/catalogue-files.ts'
import { liveForSuite, pathOf, put, until, untilSaid, whenLive } from '../support/live-pages.ts'
import { samplesOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue } = loadShipped()

const text = 'Año & 100 % #1 ı\n👩‍👩‍👧'
const typed = `document.querySelector('#text').value`
const scriptPage = pathOf('script', 'en').slice(4)
const fragment = `#t=${encodeURIComponent(text)}`

/** Follows a link at the end of a page, which rows move when they come into sight. */
async function changeLanguage(page: Page, language: string): Promise<void> {
  await page.evaluate(`document.querySelector('.bottom a[lang=${language}]').click()`)
}

/** Ways from page to page, in the order in which they are tried. */
const ways: ReadonlyArray<readonly [what: string, act: (page: Page) => Promise<unknown>]> = [
  ['a reload', (page) => page.evaluate('void location.reload()')],
  ['the way to a style', (page) => page.click(`.rows a[href^="${scriptPage}"]`)],
  ['a change of language there', (page) => changeLanguage(page, 'es')],
  ['the way to the list', (page) => page.click('a.home')],
  ['a change of language', (page) => changeLanguage(page, 'tr')],
]

describe('the text of a visitor survives', { skip: withoutBrowser, concurrency: 1 }, () => {
  const preferences = { profile: { default_content_setting_values: { cookies: 2, clipboard: 2 } } }
  const [allowed, denied] = [liveForSuite(), liveForSuite({ preferences })]

  for (const [what, { openLive }] of [['', allowed], [', without storage', denied]] as const) {
    test(`every way from page to page${what}`, async () => {
      const page = await openLive('/en/')
      await put(page, text)
      const first = page.requests.length
      for (const [way, act] of ways) {
        // Only the address could keep it.
        if (what !== '' && way === 'a reload') continue
        await page.follow(() => act(page))
        await whenLive(page)
        const found = await page.evaluate(typed)
        // A field of one line has no breaks.
        assert.equal(String(found).replace('\n', ''), text.replace('\n', ''), way)
      }
      await put(page, 'changed')
      // Chromium shows the page that it has kept: nothing is loaded.
      await page.evaluate('void history.back()')
      const isKept = what === '' ? `${typed} === 'changed'` : 'true'
      await until(page, `location.pathname === '/es/' && ${isKept}`)
      assert.ok(page.requests.slice(first).every((url) => !url.includes('100')), 'it is not sent')
    })
  }

  test('a link to a part of the page, and a reload after it', async () => {
    const page = await allowed.openLive('/en/')
    await put(page, 'abc')
    await page.click('.jump li a')
    assert.notEqual(await page.evaluate('location.hash'), '')
    assert.equal(await page.evaluate(typed), 'abc')
    await page.follow(() => page.evaluate('void location.reload()'))
    await whenLive(page)
    assert.equal(await page.evaluate(typed), 'abc')
  })

  test('a page that is opened by another one, until the visitor types', async () => {
    for (const address of [`/en/${fragment}`, `/en/?text=${encodeURIComponent(text)}`]) {
      const page = await allowed.openLive('/fr/')
      await put(page, 'an earlier text')
      await allowed.goLive(page, address)
      assert.equal(String(await page.evaluate(typed)).replace('\n', ''), text.replace('\n', ''))
      await put(page, 'other')
      assert.deepEqual(await page.evaluate('[location.search, location.hash]'), ['', ''])
      await page.follow(() => page.evaluate('void location.reload()'))
      await whenLive(page)
      assert.equal(await page.evaluate(typed), 'other')
    }
  })

  test('but not what was changed since, if the visitor returns to its link', async () => {
    const page = await allowed.openLive('/en/#t=abc')
    await page.click('.jump li a')
    await put(page, 'other')
    await page.evaluate('void history.back()')
    await until(page, `location.hash === ''`)
    assert.equal(await page.evaluate(typed), 'other')
    await page.evaluate(`void (location.hash = '#t=abc')`)
    await until(page, `${typed} === 'abc'`)
  })

  test('an edited link, and what was typed before the script arrives', async () => {
    const page = await allowed.openLive('/en/#t=abc')
    await page.evaluate(`void (location.hash = '#t=abcd')`)
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
    assert.equal(await page.evaluate(typed), 'abcd')
    await put(page, '')
    await allowed.goLive(page, pathOf('script', 'en'))
    assert.equal(await page.evaluate(typed), '', 'an empty field stays empty')
  })

  test('with the choice about accented letters', async () => {
    const page = await allowed.openLive(`/es/${fragment}&accents=plain`)
    const choice = `document.querySelector('[name=accents]').checked`
    assert.equal(await page.evaluate(choice), true)
    await page.follow(() => changeLanguage(page, 'fr'))
    await whenLive(page)
    assert.equal(await page.evaluate(choice), true)
    await page.evaluate(`document.querySelector('[name=accents]').click()`)
    await page.follow(() => changeLanguage(page, 'es'))
    await whenLive(page)
    assert.equal(await page.evaluate(choice), false)
  })

  test('denied storage, where no style is kept, and everything else works', async () => {
    const page = await denied.openLive('/en/')
    const isDenied = `(() => { try { return localStorage === null } catch { return true } })()`
    assert.equal(await page.evaluate(isDenied), true)
    await put(page, 'abc')
    const expected = catalogue.get(slugs[0] ?? '')?.transform('abc', 'en')
    assert.equal((await samplesOf(page))[0]?.text, expected)
    await page.click('.copy')
    await untilSaid(page, 'Copied')
    await denied.goLive(page, pathOf('zalgo', 'en'))
    await page.click('.stage [aria-pressed]')
    await untilSaid(page, 'blocks storage')
    await put(page, 'abc')
    const shown = await page.evaluate(`document.querySelector('.specimen').textContent`)
    assert.equal(shown, catalogue.get('zalgo')?.transform('abc', 'en'))
  })
})
