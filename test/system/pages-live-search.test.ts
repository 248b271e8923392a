import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { searchData } from '../../lib/catalogue/search-data.ts'
import { createRanking } from '../../lib/engine/ranking.ts'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import type { View } from '../support/browser-view.ts'
import { focus, liveForSuite, put, until } from '../support/live-pages.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const shipped = loadShipped()
const { catalogue } = shipped

describe('the search of live pages', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive } = liveForSuite()

  const openSearch = async (lang: Language, view: View = {}): Promise<Page> => {
    const page = await openLive(`/${lang}/`, view)
    await focus(page, '#search')
    await until(page, `performance.getEntriesByType('resource').some(({ name, responseEnd }) =>
      name.includes('words-') && responseEnd > 0)`)
    return page
  }

  for (const lang of languages) {
    test(`shows what the ranking finds, in its order: ${lang}`, async () => {
      const page = await openSearch(lang)
      const data = searchData(shipped, lang)
      const rank = createRanking(data)
      const names = [...catalogue.values()].map(({ entry }) => entry(lang).name)
      const asked = ['bold', 'CURSIVE', 'zalgo', 'letter', 'glich', 'x', names[100] ?? '', 'qwxzkj', '★']
      for (const one of asked) {
        await put(page, one, '#search')
        const expected = rank(one).map(({ style }) => names[style])
        assert.deepEqual(await foundIn(page), expected, one)
        assert.equal(await page.evaluate(shownCategories), 0)
        if (expected.length > 0) assert.match(await countIn(page), new RegExp(`${expected.length}$`))
      }
      await put(page, '', '#search')
      assert.deepEqual(await foundIn(page), names)
      assert.equal(await countIn(page), '')
    })
  }

  test('announces the count after a pause, and at once that nothing was found', async () => {
    const page = await openSearch('es')
    // A message during typing would interrupt what a screen reader says of the typed text.
    await page.evaluate(`window.said = []
      new MutationObserver(() => said.push([announced.textContent,
        Math.round(performance.now() - window.typed)]))
        .observe(announced, { childList: true, characterData: true })`)
    for (const asked of ['n', 'ne', 'neg', 'negri']) {
      await page.evaluate('void (window.typed = performance.now())')
      await put(page, asked, '#search')
    }
    const count = (await foundIn(page)).length
    await until(page, `announced.textContent !== ''`)
    assert.match(await announcedIn(page), new RegExp(`: ${count}$`))
    const all = (await page.evaluate('window.said')) as Array<[string, number]>
    const said = all.filter(([words]) => words !== '')
    // A busy machine makes more pauses.
    assert.equal(said.at(-1)?.[0], await announcedIn(page))
    assert.ok(said.every(([, ms]) => ms >= 500), JSON.stringify(said))
    await put(page, 'qqqq', '#search')
    await until(page, `announced.textContent.endsWith('?')`)
  })

  test('suggests three styles if nothing is found, and can be cleared', async () => {
    const page = await openSearch('en')
    const all = await foundIn(page)
    await page.press('Enter')
    await put(page, 'qqqq', '#search')
    await page.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id + location.search'), 'search')
    assert.deepEqual(await foundIn(page), [])
    const labels = (await page.evaluate(buttonLabels)) as readonly string[]
    assert.equal(labels.length, 4)
    assert.ok(await page.evaluate(isCountBelow))
    assert.ok(labels.slice(0, 3).every((label) => all.includes(label)), labels.join(', '))
    await page.click('#count button')
    assert.equal((await foundIn(page))[0], labels[0])
    assert.equal(await page.evaluate('document.activeElement.id'), 'search')
    for (const clear of ['click', 'Escape']) {
      await put(page, 'qqqq', '#search')
      if (clear === 'click') await page.click('#count button:last-child')
      else await page.press('Escape')
      assert.deepEqual(await foundIn(page), all)
      assert.equal(await page.evaluate(`document.querySelector('#search').value`), '')
      assert.equal(await page.evaluate('document.activeElement.id'), 'search')
    }
  })

  for (const view of [{ width: 320, height: 640 }, { width: 1280, height: 800 }]) {
    test(`shows the first row below the field at ${view.width} pixels, and Enter goes to it`, async () => {
      const page = await openSearch('tr', view)
      for (const [asked, y] of [['kalın', 1e6], ['kalın', 0], ['zalgo', 3000]] as const) {
        await put(page, '', '#search')
        await page.evaluate(`scrollTo(0, ${y})`)
        await put(page, asked, '#search')
        const [top, bottom, bar, height] = (await page.evaluate(`(() => {
          const { top, bottom } = document.querySelector('#found li').getBoundingClientRect()
          const bar = document.querySelector('form.live').getBoundingClientRect().bottom
          return [top, bottom, bar, innerHeight]
        })()`)) as [number, number, number, number]
        assert.ok(await page.evaluate(isCountBelow), asked)
        assert.ok(top >= bar - 1 && bottom <= height + 1, `${asked}: ${[top, bottom, bar, height]}`)
        await page.press('Enter')
        const focused = await page.evaluate('document.activeElement.textContent')
        assert.equal(focused, (await foundIn(page))[0])
        await focus(page, '#search')
      }
    })
  }
})

const shownCategories = `[...document.querySelectorAll('#styles h2, .jump li a')]
  .filter((one) => one.checkVisibility()).length`

const isCountBelow = `count.getBoundingClientRect().top >=
  document.querySelector('#search').getBoundingClientRect().bottom`

const buttonLabels = `[...document.querySelectorAll('#count button')].map((one) => one.textContent)`

/** Returns the names of the visible rows. */
async function foundIn(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate(`[...document.querySelectorAll('#found li, #styles li')]
    .filter((row) => row.checkVisibility())
    .map((row) => row.querySelector('a').textContent)`)
  return names as readonly string[]
}

/** Returns what is visible below the field. */
async function countIn(page: Page): Promise<string> {
  return String(await page.evaluate(`count.checkVisibility() ? count.textContent : ''`))
}

/** Returns the announcement for screen readers. */
async function announcedIn(page: Page): Promise<string> {
  return String(await page.evaluate('announced.textContent'))
}
