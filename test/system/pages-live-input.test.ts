import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { slugs } from '../support/catalogue-files.ts'
import {
  focus, liveForSuite, pass, pathOf, put, statusOf, until, untilSaid, whenLive,
} from '../support/live-pages.ts'
import { focusOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue } = loadShipped()
const styled = (slug: string, text: string): string | undefined =>
  catalogue.get(slug)?.transform(text, 'en')

/** The elements that can have the focus, in the order of the document. */
const kinds = 'a[href], button, textarea, input, select, summary, [tabindex]'
const reachable = `[...document.querySelectorAll('${kinds}')]
  .filter((one) => one.checkVisibility())`

describe('in live pages', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive } = liveForSuite({}, { MAX_TEXT_LENGTH: '50' })

  test('text that the service would refuse as too long is not styled, and a message stays', async () => {
    const isMarked = `document.querySelector('#text').getAttribute('aria-invalid')`
    for (const path of ['/en/', pathOf('bold-serif', 'en')]) {
      const page = await openLive(path)
      const result = `document.querySelector('.specimen, #styles bdi').textContent`
      const before = await page.evaluate(result)
      // Each of these is two UTF-16 units, and one of the units that are counted.
      const longest = '😀'.repeat(49)
      await put(page, `${longest}a`)
      assert.equal(await page.evaluate(result), styled('bold-serif', `${longest}a`))
      assert.equal(await page.evaluate(isMarked), null)
      await put(page, `${longest}ab`)
      assert.equal(await page.evaluate(result), before)
      assert.equal(await page.evaluate(isMarked), 'true')
      await page.click('.copy')
      assert.equal(await page.evaluate('document.activeElement.id'), 'text', 'no sample is copied')
      assert.match(await statusOf(page), /\b51 .*\b50 /)
      await put(page, 'ab')
      assert.equal(await page.evaluate(result), styled('bold-serif', 'ab'))
      assert.equal(await page.evaluate(isMarked), null)
      assert.equal(await statusOf(page), '')
    }
  })

  test('styled text can be turned back to plain text', async () => {
    const isOffered = `document.querySelector('.offer a')?.checkVisibility() === true`
    for (const path of ['/en/', pathOf('strikethrough', 'en')]) {
      const page = await openLive(path)
      for (const plain of ['Hello', 'Año, œuvre, ışık', 'Ελληνικά', 'x² + ½ ™', '👩‍👩‍👧 1️⃣']) {
        await put(page, plain)
        await pass(page, 600)
        assert.equal(await page.evaluate(isOffered), false, plain)
      }
      await put(page, styled('script', 'Hello World') ?? '')
      await until(page, isOffered)
      assert.match(await statusOf(page), /styled already/)
      await page.follow(() => page.click('.offer a'))
      await whenLive(page)
      assert.equal(await page.evaluate('location.pathname'), pathOf('plain-text', 'en'))
      assert.equal(await page.evaluate(`document.querySelector('.specimen').textContent`), 'Hello World')
      assert.equal(await page.evaluate(isOffered), false)
      assert.ok(page.requests.every((address) => !address.includes('t=%')))
    }
  })

  test('a text is never under the button that clears it', async () => {
    const page = await openLive('/en/')
    for (const text of ['Hello', 'שלום', 'مرحبا بالعالم'.repeat(3)]) {
      await put(page, text)
      const freePixels = await page.evaluate(`(() => {
        const field = document.querySelector('#text')
        const textEnd = field.getBoundingClientRect().right - parseFloat(getComputedStyle(field).paddingRight)
        return document.querySelector('.clear').getBoundingClientRect().left - textEnd
      })()`)
      assert.ok(Number(freePixels) >= 0, `${text}: ${freePixels}`)
    }
  })

  test('a text that is cleared can be brought back', async () => {
    const page = await openLive('/en/')
    for (const clear of [() => page.click('.clear'), () => page.press('Escape')]) {
      await focus(page, '#text')
      await page.type('abc')
      await until(page, `document.querySelector('#styles bdi').textContent === '${styled(slugs[0] ?? '', 'abc')}'`)
      await clear()
      assert.equal(await page.evaluate(`document.querySelector('#text').value`), '')
      await page.evaluate(`void document.execCommand('undo')`)
      assert.equal(await page.evaluate(`document.querySelector('#text').value`), 'abc')
      await put(page, '')
    }
  })

  test('the field stays visible on a phone, unless the window is too low', async () => {
    for (const [width, height, isSticky] of [[390, 700, true], [320, 300, false]] as const) {
      const page = await openLive('/fr/', { width, height })
      await put(page, 'Bonjour')
      await page.evaluate(`Array.from(document.querySelectorAll('.rows a'))
        .filter((link) => link.checkVisibility())[60].focus()`)
      const top = `document.querySelector('#text').getBoundingClientRect().top`
      const found = Number(await page.evaluate(top))
      assert.equal(found >= 0 && found < 60, isSticky, `${width}: ${found}`)
    }
  })

  test('the keyboard leads from the address bar to the last row', async () => {
    const page = await openLive('/en/')
    const count = await goThrough(page)
    // A link and a button for each style, and the elements above them.
    assert.ok(count > 2 * slugs.length + 20, String(count))
  })

  test('the focus is visible on a phone, at twice the size, and on the page of a style', async () => {
    for (const [path, view] of [
      ['/tr/', { width: 390, height: 700 }],
      ['/fr/', { width: 320, height: 300 }],
      ['/fr/', { width: 640, height: 400, scale: 2 }],
    ] as const) {
      const page = await openLive(path, view)
      await put(page, 'a\nb\nc\nd')
      await focus(page, '#search')
      await put(page, 'e', '#search')
      await page.evaluate(`[...document.querySelectorAll('#styles li:not([hidden])')].slice(30)
        .forEach((row) => row.remove())
        // The first of all: Tab continues from here.
        document.querySelector('.skip').focus()`)
      assert.ok((await goThrough(page, 1)) > 60)
    }
    for (const path of [pathOf('bold-serif', 'es'), pathOf('morse', 'en')]) {
      const page = await openLive(path)
      await put(page, 'abc')
      assert.ok((await goThrough(page)) > 20)
    }
  })

  test('Enter does what a click does, and stays on the page', async () => {
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
  })

  test('targets have at least 24 pixels', async () => {
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
