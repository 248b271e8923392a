import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { slugs } from '../support/catalogue-files.ts'
import { liveForSuite, pathOf, put } from '../support/live-pages.ts'
import { focusOf } from '../support/page-checks.ts'

/** What takes the focus, in the order of the document. */
const reachable = `[...document.querySelectorAll('a[href], button, textarea, input, summary')]
  .filter((one) => one.checkVisibility())`

describe('live pages by the keyboard alone', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive } = liveForSuite()

  test('are gone through from the address bar to the last row', async () => {
    const page = await openLive('/en/')
    const count = await goThrough(page)
    // A link and a button each, and what stands above them.
    assert.ok(count > 2 * slugs.length + 20, String(count))
    assert.deepEqual(page.messages, [])
  })

  test('show where the focus is on a phone, at twice the size, on the page of a style', async () => {
    for (const [path, view] of [
      ['/tr/', { width: 390, height: 700 }],
      ['/fr/', { width: 320, height: 300 }],
      ['/fr/', { width: 640, height: 400, scale: 2 }],
    ] as const) {
      const page = await openLive(path, view)
      await put(page, 'a')
      await page.evaluate(`document.querySelector('#search').focus()`)
      await put(page, 'e', '#search')
      await page.evaluate(`[...document.querySelectorAll('#styles li:not([hidden])')].slice(30)
        .forEach((row) => row.remove())
        // The first of all, from which the keyboard goes on.
        document.querySelector('.skip').focus()`)
      assert.ok((await goThrough(page, 1)) > 60)
      await page.close()
    }
    for (const path of [pathOf('bold-serif', 'es'), pathOf('morse', 'en')]) {
      const page = await openLive(path)
      await put(page, 'abc')
      assert.ok((await goThrough(page)) > 20)
      assert.deepEqual(page.messages, [])
    }
  })

  test('do with Enter and the space bar what a press does, and lead nowhere else', async () => {
    const page = await openLive('/en/')
    await page.evaluate(`document.querySelector('#text').focus()`)
    await page.type('abc')
    // The form asks no server any more.
    await page.press('Enter')
    assert.equal(await page.evaluate('location.search'), '')
    await page.evaluate(`document.querySelector('.copy').focus()`)
    await page.press('Enter')
    await page.evaluate(`new Promise((resolve) => {
      const look = () => document.getElementById('status').textContent ? resolve() :
        setTimeout(look, 20)
      look()
    })`)
    assert.equal(await page.evaluate('document.activeElement.className'), 'copy')
    assert.deepEqual(page.messages, [])
  })

  test('have targets of 24 pixels at least', async () => {
    for (const path of ['/tr/', pathOf('bold-serif', 'fr')]) {
      const page = await openLive(path, { width: 390 })
      const small = await page.evaluate(`${reachable}.slice(1)
        .filter((one) => one.matches('input, button') || one.closest('p, dd') === null)
        .map((one) => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])
        .filter(([, { width, height }]) => width > 1 && Math.min(width, height) < 23.5)
        .map(([html, { width, height }]) => [html, width, height].join(' '))`)
      assert.deepEqual(small, [], path)
    }
  })
})

/**
 * Presses Tab until the focus has been everywhere, and holds that it came in the order of the
 * document, with an outline, and with nothing over it; resolves to how many there are. `from` is
 * the place where it comes first.
 */
async function goThrough(page: Page, from = 0): Promise<number> {
  // What is said stands over the page as well.
  await page.evaluate(`document.getElementById('status').textContent = 'Copied'`)
  const count = Number(await page.evaluate(`(window.reachable = ${reachable}).length`))
  for (let place = from; place < count; place++) {
    await page.press('Tab')
    const focus = await focusOf(page)
    assert.deepEqual(focus, { ...focus, hasOutline: true, isInSight: true }, String(place))
    const found = await page.evaluate('window.reachable.indexOf(document.activeElement)')
    assert.equal(found, place, focus.element)
  }
  return count
}
