import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { hardTexts } from '../support/hard-texts.ts'
import { shiftsOf } from '../support/page-checks.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import type { Page } from '../support/page.ts'
import { someOf } from '../support/rounds.ts'
import { emoji, pangrams } from '../support/texts.ts'

/** The text in the field before keys are pressed. */
const beginnings: Readonly<Record<string, string>> = {
  nothing: '',
  '200 letters': pangrams.en.repeat(2).slice(0, 200),
  '200 signs of emoji': emoji.join('').repeat(3).slice(0, 200),
  '200 letters with marks': 'e\u0301\u0323n\u0303'.repeat(40),
  'right to left': hardTexts[3] ?? '',
}

describePages('live pages', {}, ({ visit }) => {
  visit('need little work for a key', {
    at: ['/en/', pathOf('zalgo-max', 'en')],
    views: someOf([{ slowdown: 1 }, { slowdown: 4 }], 1),
  }, async (page, _path, t) => {
    for (const [what, text] of Object.entries(beginnings)) {
      await page.put(text)
      await page.evaluate(`$('#text').focus(); $('#text').setSelectionRange(10_000, 10_000)`)
      const yardstickMs = await measureSorting(page)
      const work = await measureKeys(page, 'Añ fox 1İg')
      const told = `${what}: ${work.map(Math.round).join(' ')} ms; the yardstick ${yardstickMs}`
      t.diagnostic(told)
      assert.ok((work[work.length >> 1] ?? 0) < mostOfYardstick * yardstickMs, told)
    }
  })

  visit('need little work for a key in the search', '/en/', async (page, _path, t) => {
    await page.goToSearch()
    await page.pass(2000)
    const yardstickMs = await measureSorting(page)
    const asked = ['l', 'letters', 'cursvie', 'typewritter for instgram', 'qwxzkjvw', '']
    const work = await measureEach(asked, (one) => page.taskMs(() => page.put(one, '#search')))
    const told = `${work.map(Math.round).join(' ')} ms; the yardstick ${yardstickMs}`
    t.diagnostic(told)
    assert.ok((work.at(-1) ?? 0) < mostOfYardstick * yardstickMs, told)
  })

  visit('first show the rows in the window', {
    at: '/en/', views: [{ slowdown: 4 }],
  }, async (page) => {
    const samples = `[$('#popular bdi'), $$('#styles bdi').at(-1)].map((bdi) => bdi.textContent)`
    const [first, last] = await page.evaluate(samples) as readonly string[]
    for (const text of ['abc', '']) {
      const shown = await page.evaluate(`(async () => {
        $('#text').value = '${text}'
        $('#text').dispatchEvent(new InputEvent('input'))
        await new Promise(requestAnimationFrame)
        return ${samples}
      })()`) as readonly string[]
      const isSample = shown.map((sample, index) => sample === [first, last][index])
      assert.deepEqual(isSample, [text === '', text !== ''], shown.join())
      await page.until(`(${samples}[1] === ${JSON.stringify(last)}) === ${text === ''}`)
    }
  })

  visit('shift nothing when the script arrives', {
    at: [
      '/', ...languages.map((language) => `/${language}/`),
      ...['bold-serif', 'zalgo-max', 'box-light', 'plain-text'].map((slug) => pathOf(slug, 'fr')),
    ],
    views: [320, 390, 1280].map((width) => ({ width, height: 844, latencyMs: 100 })),
  }, async (page) => {
    const sum = (await shiftsOf(page)).reduce((all, one) => all + one, 0)
    assert.ok(sum < 0.005, String(sum))
  })
})

describePages('built pages', { isBuilt: true }, ({ visit }) => {
  visit('weigh no more than 67.5 KB when they are live, and 115 KB with the decoders', {
    at: languages.map((lang) => `/${lang}/`),
    views: [{ latencyMs: 100 }],
  }, async (page, path, t) => {
    await page.whenLive()
    const readyMs = await page.evaluate(`performance.getEntriesByName('live')[0].startTime`)
    const told = `${path}: ${page.receivedBytes} bytes`
    t.diagnostic(`${told}, ready after ${Math.round(Number(readyMs))} ms`)
    assert.ok(page.receivedBytes <= 67_500, told)
    // All are asked for before any has arrived, and none is asked for twice.
    const files = await page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.includes('/assets/'))
      .map(({ name, startTime, responseEnd }) => [name.split('/').at(-1), startTime, responseEnd])`
    ) as ReadonlyArray<readonly [file: string, startMs: number, endMs: number]>
    const names = files.map(([file]) => file)
    assert.deepEqual(names.toSorted(), ['live.js', 'style.css', 'styles.json'])
    const firstEndMs = Math.min(...files.map(([, , endMs]) => endMs))
    assert.ok(files.every(([, startMs]) => startMs < firstEndMs), JSON.stringify(files))
    await page.put('Buenos días')
    await page.whenSettled()
    const more = await page.evaluate(`performance.getEntriesByType('resource')
      .filter(({ name }) => name.includes('/assets/')).slice(3)
      .map(({ name }) => name.split('/').at(-1)).sort().join()`)
    assert.equal(more, 'all-types.js,decoding.js,later.json,soon.js')
    t.diagnostic(`${page.receivedBytes} bytes with the decoders`)
    assert.ok(page.receivedBytes <= 115_000, String(page.receivedBytes))
  })
})

// A browser then also keeps a tree of all rows.
const words = ['--force-renderer-accessibility']

describePages('live pages with a screen reader', { words }, ({ visit }) => {
  visit('need little work for each of ten letters', '/en/', async (page, _path, t) => {
    await page.focus('#text')
    await page.pass(2000)
    const yardstickMs = await measureSorting(page)
    const work = await measureKeys(page, 'abcdefghij')
    const told = `${work.map(Math.round).join(' ')} ms; the yardstick ${yardstickMs}`
    t.diagnostic(told)
    assert.ok((work[work.length >> 1] ?? 0) < yardstickMs, told)
  })
})

/** Composes letters in the focused field; resolves to the work for each, in ascending order. */
function measureKeys(page: Page, letters: string): Promise<readonly number[]> {
  return measureEach(letters, (_key, index) => page.taskMs(async () => {
    await page.compose(letters.slice(0, index + 1))
    await page.evaluate(`new Promise((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(resolve)))`)
  }))
}

/** The longest work for a key, as a multiple of the yardstick. */
const mostOfYardstick = 2

/** The yardstick: the work of sorting numbers as texts in the same page, in milliseconds. */
async function measureSorting(page: Page): Promise<number> {
  const work = await measureEach([1, 2, 3], () => page.taskMs(() => page.evaluate(`
    Array.from({ length: 200_000 }, (_, n) => String(n * 7919 % 200_000)).sort().length`)))
  return work[1] ?? 0
}

/** Measures the work for each item, one after another; returns the results in ascending order. */
async function measureEach<Item>(
  items: Iterable<Item>,
  measure: (item: Item, index: number) => Promise<number>,
): Promise<readonly number[]> {
  const work: number[] = []
  for (const item of items) work.push(await measure(item, work.length))
  return work.toSorted((one, other) => one - other)
}
