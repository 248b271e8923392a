import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { languages } from '../../lib/catalogue/locale.ts'
import { compressQuickly } from '../../lib/http/compressor.ts'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { hardTexts } from '../support/hard-texts.ts'
import { decide, focus, liveForSuite, pass, pathOf, put, until } from '../support/live-pages.ts'
import { emoji, pangrams } from '../support/texts.ts'

/** The text in the field before keys are pressed. */
const beginnings: ReadonlyArray<readonly [what: string, text: string]> = [
  ['nothing', ''],
  ['200 letters', pangrams.en.repeat(2).slice(0, 200)],
  ['200 signs of emoji', emoji.join('').repeat(3).slice(0, 200)],
  ['200 letters with marks', 'e\u0301\u0323n\u0303'.repeat(40)],
  ['right to left', hardTexts[3] ?? ''],
]

describe('live pages', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { address, openLive } = liveForSuite()

  for (const slowdown of [1, 4]) {
    test(`need little work for a key, with the processor ${slowdown} times slower`, async (t) => {
      for (const path of ['/en/', pathOf('zalgo-max', 'en')]) {
        const page = await openLive(path, { slowdown })
        if (path === '/en/') await decide(page, 'styled')
        for (const [what, text] of beginnings) {
          await put(page, text)
          const yardstickMs = await measureSorting(page)
          const { work, clockMs } = await workOfKeys(page)
          const [worstMs = 0, middleMs = 0] = [work.at(-1), work[work.length >> 1]]
          const ratio = (middleMs / yardstickMs).toFixed(2)
          const [middle, worst] = [middleMs, worstMs].map(Math.round)
          t.diagnostic(`${path}, ${what}: ${ratio} of the yardstick, ${middle} ms; ` +
            `at worst ${worst}, by the clock ${clockMs}`)
          const told = `${what}: ${work.map(Math.round).join(' ')}; ${yardstickMs}`
          assert.ok(middleMs < mostOfYardstick * yardstickMs, told)
        }
        await page.close()
      }
    })
  }

  test('first show the rows in the window', async () => {
    const page = await openLive('/en/', { slowdown: 4 })
    const samples = `['#popular', '#styles'].map((list) =>
      [...document.querySelectorAll(list + ' bdi')].at(list === '#styles' ? -1 : 0).textContent)`
    const [first, last] = await page.evaluate(samples) as readonly string[]
    for (const text of ['abc', '']) {
      const shown = await page.evaluate(`(async () => {
        const field = document.querySelector('#text')
        field.value = '${text}'
        field.dispatchEvent(new InputEvent('input'))
        await new Promise(requestAnimationFrame)
        return ${samples}
      })()`) as readonly string[]
      const isSample = shown.map((sample, index) => sample === [first, last][index])
      assert.deepEqual(isSample, [text === '', text !== ''], shown.join())
      await until(page, `(${samples}[1] === ${JSON.stringify(last)}) === ${text === ''}`)
    }
  })

  test('need little work for a key in the search', async (t) => {
    const page = await openLive('/en/')
    await focus(page, '#search')
    await pass(page, 2000)
    const yardstickMs = await measureSorting(page)
    const work: number[] = []
    for (const asked of ['l', 'letters', 'cursvie', 'typewritter for instgram', 'qwxzkjvw', '']) {
      const before = await page.taskMs()
      await put(page, asked, '#search')
      work.push((await page.taskMs()) - before)
    }
    const told = `${work.map(Math.round).join(' ')} ms; the yardstick ${Math.round(yardstickMs)}`
    t.diagnostic(told)
    assert.ok(work.every((ms) => ms < mostOfYardstick * yardstickMs), told)
  })

  test('shift nothing when the script arrives', async () => {
    const styles = ['bold-serif', 'zalgo-max', 'box-light', 'plain-text'].map((slug) => {
      return pathOf(slug, 'fr')
    })
    for (const path of ['/', ...languages.map((language) => `/${language}/`), ...styles]) {
      for (const width of [320, 390, 1280]) {
        const page = await openLive(path, { width, height: 844, latencyMs: 100 })
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

  test('weigh no more than 75 KB with the engine and all styles', async (t) => {
    for (const lang of languages) {
      await whenCompressed(`/${lang}/`)
      const page = await openLive(`/${lang}/`, { latencyMs: 100 })
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

/** The longest work for a key, as a multiple of the yardstick. */
const mostOfYardstick = 2

/** The yardstick: the work of sorting numbers as texts in the same page, in milliseconds. */
async function measureSorting(page: Page): Promise<number> {
  const work: number[] = []
  for (let round = 0; round < 3; round++) {
    const before = await page.taskMs()
    await page.evaluate(`Array.from({ length: 200_000 }, (_, n) => String(n * 7919 % 200_000))
      .sort().length`)
    work.push((await page.taskMs()) - before)
  }
  return work.toSorted((one, other) => one - other)[1] ?? 0
}

/** Types some letters; returns the work of each in ascending order, and the longest event. */
async function workOfKeys(
  page: Page,
): Promise<{ readonly work: readonly number[]; readonly clockMs: unknown }> {
  await page.evaluate(`window.worst = 0
    window.observer ??= new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) worst = Math.max(worst, duration)
    })
    observer.observe({ type: 'event', durationThreshold: 16 })
    var field = document.querySelector('#text')
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)`)
  const work: number[] = []
  for (const key of 'Añ fox 1İg') {
    const before = await page.taskMs()
    await page.type(key)
    await page.evaluate(`new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(resolve)))`)
    work.push((await page.taskMs()) - before)
  }
  return { work: work.toSorted((one, other) => one - other), clockMs: await page.evaluate('worst') }
}
