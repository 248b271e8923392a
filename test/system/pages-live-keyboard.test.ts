import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { slugs } from '../support/catalogue-files.ts'
import { focus, liveForSuite, pathOf, put, untilSaid } from '../support/live-pages.ts'
import { focusOf } from '../support/page-checks.ts'

/** The elements that can have the focus, in the order of the document. */
const kinds = 'a[href], button, textarea, input, select, summary, [tabindex]'
const reachable = `[...document.querySelectorAll('${kinds}')]
  .filter((one) => one.checkVisibility())`

describe('live pages by the keyboard alone', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive } = liveForSuite()

  test('can be walked from the address bar to the last row', async () => {
    const page = await openLive('/en/')
    const count = await goThrough(page)
    // A link and a button for each style, and the elements above them.
    assert.ok(count > 2 * slugs.length + 20, String(count))
    assert.deepEqual(page.messages, [])
  })

  test('show the focus on a phone, at twice the size, and on the page of a style', async () => {
    for (const [path, view] of [
      ['/tr/', { width: 390, height: 700 }],
      ['/fr/', { width: 320, height: 300 }],
      ['/fr/', { width: 640, height: 400, scale: 2 }],
    ] as const) {
      const page = await openLive(path, view)
      await put(page, 'a')
      await focus(page, '#search')
      await put(page, 'e', '#search')
      await page.evaluate(`[...document.querySelectorAll('#styles li:not([hidden])')].slice(30)
        .forEach((row) => row.remove())
        // The first of all: Tab continues from here.
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

  test('do by Enter what a click does, and stay on the page', async () => {
    const page = await openLive('/en/')
    await focus(page, '#text')
    await page.type('abc')
    // The form no longer sends anything.
    await page.press('Enter')
    assert.equal(await page.evaluate('location.search'), '')
    await focus(page, '.copy')
    await page.press('Enter')
    await untilSaid(page)
    assert.equal(await page.evaluate('document.activeElement.className'), 'copy')
    assert.deepEqual(page.messages, [])
  })

  test('have targets of at least 24 pixels', async () => {
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
 * Presses Tab until every element from the index `from` on had the focus, and claims that they come
 * in the order of the document, each with an outline and uncovered. Resolves to their number.
 */
async function goThrough(page: Page, from = 0): Promise<number> {
  // A message covers a part of the page.
  await page.evaluate(`document.getElementById('status').textContent = 'Copied'`)
  const count = Number(await page.evaluate(`(window.reachable = ${reachable}).length`))
  for (let place = from; place < count; place++) {
    await page.press('Tab')
    const focused = await focusOf(page)
    assert.deepEqual(focused, { ...focused, hasOutline: true, isInSight: true }, String(place))
    const found = await page.evaluate('window.reachable.indexOf(document.activeElement)')
    assert.equal(found, place, focused.element)
  }
  return count
}
