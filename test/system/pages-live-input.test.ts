import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import { entryOf } from '../support/catalogue-files.ts'
import {
  focus, liveForSuite, pass, pathOf, put, statusOf, until, whenLive,
} from '../support/live-pages.ts'
import { focusOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue } = loadShipped()
const styled = (slug: string, text: string): string | undefined =>
  catalogue.get(slug)?.transform(text, 'en')

describe('input of a live page', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive } = liveForSuite({}, { MAX_TEXT_LENGTH: '50' })

  test('that the service would refuse as too long is not styled, and a message stays', async () => {
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
      assert.match(await statusOf(page), /\b51 .*\b50 /)
      assert.equal(await page.evaluate(isMarked), 'true')
      await put(page, 'ab')
      assert.equal(await page.evaluate(result), styled('bold-serif', 'ab'))
      assert.equal(await page.evaluate(isMarked), null)
      assert.equal(await statusOf(page), '')
      assert.deepEqual(page.messages, [])
      await page.close()
    }
  })

  test('that is styled already can be turned back to plain text', async () => {
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
      assert.deepEqual(page.messages, [])
      await page.close()
    }
  })

  test('in the search goes to the first found row by Enter, and is cleared by Escape', async () => {
    const page = await openLive('/en/')
    await focus(page, '#search')
    await page.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'search')
    await put(page, 'upside', '#search')
    await page.press('Enter')
    assert.equal((await focusOf(page)).element, `a ${entryOf('upside-down', 'en').page}`)
    await focus(page, '#search')
    await page.press('Escape')
    assert.equal(await page.evaluate(`document.querySelector('#search').value`), '')
    const hidden = await page.evaluate(`document.querySelectorAll('#styles li[hidden]').length`)
    assert.equal(hidden, 0)
    // If nothing is found, Enter leaves the focus where it is.
    await put(page, 'qqqq', '#search')
    await page.press('Enter')
    assert.equal(await page.evaluate('document.activeElement.id'), 'search')
    assert.equal(await page.evaluate('location.search'), '')
  })

  test('is never under the button that clears it', async () => {
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

  test('stays visible on a phone, unless the window is too low', async () => {
    for (const [width, height, isSticky] of [[390, 700, true], [320, 300, false]] as const) {
      const page = await openLive('/fr/', { width, height })
      await put(page, 'Bonjour')
      await page.evaluate(`document.querySelectorAll('.rows a')[60].focus()`)
      const top = `document.querySelector('#text').getBoundingClientRect().top`
      const found = Number(await page.evaluate(top))
      assert.equal(found >= 0 && found < 60, isSticky, `${width}: ${found}`)
      await page.close()
    }
  })
})
