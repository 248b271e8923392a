import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { languages } from '../../lib/catalogue/locale.ts'
import { compressQuickly } from '../../lib/http/compressor.ts'
import { withoutBrowser } from '../support/browser.ts'
import { entryOf } from '../support/catalogue-files.ts'
import { focus, liveForSuite, pathOf, put, untilSaid } from '../support/live-pages.ts'
import { samplesOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue } = loadShipped()

describe('a page with scripts, in Chromium', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { address, goLive, openLive: open } = liveForSuite()

  test('reads a text from the fragment of its address, and copies such a link', async () => {
    const text = 'Año & 100 % #1 👩‍👩‍👧'
    const page = await open(`/en/#t=${encodeURIComponent(text)}`)
    await page.readClipboard()
    assert.equal(await page.evaluate(`document.querySelector('#text').value`), text)
    assert.equal((await samplesOf(page))[1]?.label, text)
    await page.click('.options button')
    await untilSaid(page)
    assert.equal(await page.readClipboard(), await page.evaluate('location.href'))
    assert.ok(page.requests.every((url) => !url.includes('100')), 'the text is not sent')
    const broken = await open('/en/#t=%ff')
    assert.equal(await broken.evaluate(`document.querySelector('#text').value`), '')
    assert.deepEqual([...page.messages, ...broken.messages], [])
  })

  test('shifts nothing when the script arrives', async () => {
    const styles = ['bold-serif', 'zalgo-max', 'box-light', 'plain-text'].map((slug) => {
      return pathOf(slug, 'fr')
    })
    for (const path of ['/', ...languages.map((language) => `/${language}/`), ...styles]) {
      for (const width of [320, 390, 1280]) {
        const page = await open(path, { width, height: 844, latencyMs: 100 })
        const shifts = await page.evaluate(`new Promise((resolve) => {
          const take = (list) => resolve(list.getEntries().map(({ value }) => value))
          new PerformanceObserver(take).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve([]), 500)
        })`)
        const sum = (shifts as readonly number[]).reduce((all, one) => all + one, 0)
        assert.ok(sum < 0.005, `${path}, ${width}: ${sum}`)
        await page.close()
      }
    }
  })

  test('of a style offers a link without a text while the field is empty', async () => {
    const page = await open(pathOf('bold-serif', 'en'))
    await page.readClipboard()
    await page.click('.options button')
    await untilSaid(page)
    assert.equal(await page.readClipboard(), await page.evaluate('location.href'))
  })

  test('shows starred styles first, then those that were used', async () => {
    const page = await open('/en/')
    const stored = `localStorage.length`
    assert.equal(await page.evaluate(stored), 0)
    await page.readClipboard()
    await page.click('#popular .copy')
    await untilSaid(page)
    assert.equal(await page.evaluate(stored), 1)
    await goLive(page, pathOf('strikethrough', 'en'))
    const star = '.stage [aria-pressed]'
    const pressed = `document.querySelector('${star}').ariaPressed`
    assert.equal(await page.evaluate(pressed), 'false')
    await page.click(star)
    assert.equal(await page.evaluate(pressed), 'true')
    await goLive(page, '/en/')
    const kept = `Array.from(document.querySelectorAll('main > section:not(#popular) a'),
      (link) => link.textContent)`
    const nameOf = (slug: string): string => entryOf(slug, 'en').name
    assert.deepEqual(await page.evaluate(kept), ['strikethrough', 'script'].map(nameOf))
    await put(page, 'abc')
    const shown = await page.evaluate(`document.querySelector('section:not(#popular) bdi').textContent`)
    assert.equal(shown, catalogue.get('strikethrough')?.transform('abc', 'en'))
    // A star in a row of the list, and one in a row that is kept.
    await focus(page, '#styles [data-star=zalgo]')
    await page.press('Enter')
    assert.deepEqual(await page.evaluate(kept), ['zalgo', 'strikethrough', 'script'].map(nameOf))
    await focus(page, 'section:not(#popular) [data-star=strikethrough]')
    await page.press('Enter')
    assert.deepEqual(await page.evaluate(kept), ['zalgo', 'script'].map(nameOf))
    assert.equal(await page.evaluate('document.activeElement.dataset.star'), 'strikethrough')
    assert.deepEqual(page.messages, [])
  })

  /** Waits until the compressor has made the small forms of a page and its files. */
  const whenCompressed = async (path: string): Promise<void> => {
    const target = await address(path)
    const document = await (await fetch(target)).text()
    const files = [...document.matchAll(/"(\.\.\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
    for (const file of ['', ...files]) {
      const url = new URL(file, target)
      const text = await (await fetch(url)).text()
      const quickBytes = compressQuickly(Buffer.from(text)).length
      const isThere = async (): Promise<boolean> => {
        const { headers } = await fetch(url, { headers: { 'Accept-Encoding': 'br' } })
        return text.length < 2 ** 15 || Number(headers.get('content-length')) < quickBytes
      }
      for (let tries = 0; !(await isThere()); tries++) {
        assert.ok(tries < 2_000, `${target} is never compressed well`)
        await setTimeout(50)
      }
    }
  }

  test('weighs no more than 75 KB with the engine and all styles', async (t) => {
    for (const lang of languages) {
      await whenCompressed(`/${lang}/`)
      const page = await open(`/${lang}/`, { latencyMs: 100 })
      const readyMs = await page.evaluate(`performance.getEntriesByName('live')[0].startTime`)
      const told = `${lang}: ${page.receivedBytes} bytes`
      t.diagnostic(`${told}, ready after ${Math.round(Number(readyMs))} ms`)
      assert.ok(page.receivedBytes <= 75 * 1024, told)
      // All are asked for before any has arrived, and none is asked for twice.
      const asked = await page.evaluate(`performance.getEntriesByType('resource')
        .filter(({ name }) => name.includes('/assets/'))
        .map(({ name, startTime, responseEnd }) =>
          [name.split('/').at(-1), startTime, responseEnd])`)
      const files = asked as ReadonlyArray<readonly [file: string, startMs: number, endMs: number]>
      const names = files.map(([file]) => file)
      assert.deepEqual(names.toSorted(), ['live.js', 'style.css', 'styles.json'])
      const firstEndMs = Math.min(...files.map(([, , endMs]) => endMs))
      assert.ok(files.every(([, startMs]) => startMs < firstEndMs), JSON.stringify(files))
      await page.close()
    }
  })
})
