import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { findWithAxe } from '../support/axe.ts'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { decide, focus, liveForSuite, pathOf, put, until } from '../support/live-pages.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue, words } = loadShipped()

/** Texts that few, some and nearly all styles change. */
const texts = ['abc', 'Hello World', '你好']

describe('rows that the text leaves unchanged', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive } = liveForSuite()

  for (const lang of languages) {
    test(`are folded under one line, and named there: ${lang}`, async () => {
      const page = await openLive(`/${lang}/`, { width: 390, height: 844 })
      await decide(page, 'styled')
      await focus(page, '#text')
      for (const text of texts) {
        await put(page, text)
        const all = [...catalogue.values()]
        const unchanged = all.filter(({ transform }) => transform(text, lang) === text)
        const names = unchanged.map(({ entry }) => entry(lang).name)
        const summary = words.texts(lang).get('unchanged-summary')
        const expected = summary?.replace('{count}', String(names.length)) ?? ''
        await until(page, `document.querySelector('.unchanged summary').textContent ===
          ${JSON.stringify(expected)}`)
        assert.deepEqual(await textsOf(page, '.unchanged a'), names)
        const shown = all.filter((one) => !unchanged.includes(one))
        const rows = shown.map(({ entry }) => entry(lang).name)
        assert.deepEqual(await visibleIn(page, '#styles .rows a'), rows)
        // Neither categories without rows nor the links to them are shown.
        const kinds = new Set(shown.map(({ data }) => words.categoryName(data.category, lang)))
        assert.deepEqual(await visibleIn(page, '#styles h2'), [...kinds])
        assert.deepEqual(await visibleIn(page, '.jump li a'), [...kinds])
      }
      await put(page, '')
      assert.equal((await visibleIn(page, '#styles .rows a')).length, catalogue.size)
      assert.equal(await page.evaluate(`document.querySelector('.unchanged').hidden`), true)
      assert.deepEqual(page.messages, [])
      await page.close()
    })
  }

  test('are found by the search, and by links to their category', async () => {
    const page = await openLive('/en/')
    await focus(page, '#text')
    await put(page, 'abc')
    const name = catalogue.get('morse-decoder')?.entry('en').name ?? ''
    const isFolded = `document.querySelector('.unchanged').textContent
      .includes(${JSON.stringify(name)})`
    await until(page, isFolded)
    await put(page, name, '#search')
    assert.deepEqual((await visibleIn(page, '#found a'))[0], name)
    await put(page, '', '#search')
    assert.ok(!(await visibleIn(page, '#styles .rows a')).includes(name))
    await put(page, '你好')
    await until(page, `document.querySelector('#mathematical').closest('.folded')`)
    await page.evaluate(`location.hash = 'mathematical'`)
    await until(page, `document.querySelector('.unchanged').open`)
    assert.ok((await visibleIn(page, '.unchanged a')).includes(name))
    const rules = ['summary-name', 'link-name', 'list', 'listitem', 'region']
    assert.deepEqual(await findWithAxe(page, rules), [])
    await page.close()
  })
})

describe('the symbols of live pages', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive } = liveForSuite()

  for (const lang of languages) {
    test(`have names, and are inserted at the cursor: ${lang}`, async () => {
      for (const path of [`/${lang}/`, pathOf('zalgo', lang)]) {
        const page = await openLive(path)
        assert.ok(!page.requests.some((url) => url.includes('symbols')))
        await put(page, 'abc')
        await page.evaluate(`document.querySelector('#text').setSelectionRange(1, 2)`)
        const button = `document.querySelector('.options [aria-expanded]')`
        await page.evaluate(`${button}.click()`)
        await until(page, `document.querySelector('.symbols')?.checkVisibility()`)
        const symbols = words.texts(lang).get('symbols')?.split('|') ?? []
        const named = await page.evaluate(`Array.from(document.querySelectorAll('.symbols button'),
          (one) => one.textContent + ' ' + one.ariaLabel)`)
        assert.deepEqual(named, symbols)
        await page.click('.symbols button')
        await page.click('.symbols button:nth-child(2)')
        const value = `document.querySelector('#text').value`
        assert.equal(await page.evaluate(value), `a${symbols[0]?.[0]}${symbols[1]?.[0]}c`)
        await until(page, `document.querySelector('bdi').textContent.includes('${symbols[1]?.[0]}')`)
        const rules = ['button-name', 'aria-allowed-attr', 'aria-required-children']
        assert.deepEqual(await findWithAxe(page, rules), [])
        await page.evaluate(`${button}.click()`)
        await until(page, `!document.querySelector('.symbols').checkVisibility()`)
        assert.deepEqual(page.messages, [])
        await page.close()
      }
    })
  }
})

describe('the bar of the list', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive } = liveForSuite()

  test('covers less than a third of a small screen, where options are under a button', async () => {
    for (const lang of languages) {
      const page = await openLive(`/${lang}/`, { width: 320, height: 640 })
      await page.evaluate('scrollTo(0, 2000)')
      const covered = `document.querySelector('.bar').getBoundingClientRect()`
      const { top, height } = Object(await page.evaluate(`${covered}.toJSON()`))
      assert.equal(top, 0, lang)
      assert.ok(height < 640 / 3, `${lang}: ${height}`)
      assert.equal(await page.evaluate(`document.querySelector('.options').checkVisibility()`), false)
      await page.click('.more summary')
      await page.evaluate('scrollTo(0, 2000)')
      const bottom = await page.evaluate(`${covered}.bottom`)
      assert.ok(Number(bottom) < 0, `${lang}: the open bar ends at ${bottom}`)
      await page.view({ width: 1280 })
      await until(page, `document.querySelector('.options').checkVisibility()`)
      assert.deepEqual(page.messages, [])
      await page.close()
    }
  })
})

/** Returns the texts of all elements that match a selector. */
async function textsOf(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(`Array.from(document.querySelectorAll(${JSON.stringify(selector)}),
    (one) => one.textContent)`)
}

/** Returns the texts of those that are shown, on the screen or elsewhere. */
async function visibleIn(page: Page, selector: string): Promise<string[]> {
  const found = await page.evaluate(`Array.from(document.querySelectorAll(
    ${JSON.stringify(selector)})).filter((one) => one.checkVisibility()).map((one) => one.textContent)`)
  return found as string[]
}
