import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { slugs } from '../support/catalogue-files.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import type { Page, View } from '../support/page.ts'
import { someOf } from '../support/rounds.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const views: readonly View[] = [
  { width: 360, height: 640, isTouched: true },
  { width: 820, height: 1180, isTouched: true },
  { width: 1280, height: 800 },
]

/** The most pages of one test, which takes about a minute. */
const most = 40

/** Pages that offer another one for plain words, and some of the few that have examples. */
const decoders = [...loadShipped().catalogue.values()]
  .filter(({ decodes }) => decodes !== undefined).map(({ slug }) => slug)
const exemplified = ['zalgo', 'morse-decoder', 'caesar-decoder']

/** What can be copied on the page of a style: the result, a similar style, an example. */
const sources = ['.stage', '.rows:not(.examples) > li', '.examples > li']

describePages('on the page of each style', { concurrency: 4 }, ({ visit }) => {
  const sets = views.flatMap((view) => languages.map((language) => ({ view, language })))
  for (const [index, { view, language }] of sets.entries()) {
    // Each style in each size, in another language each time
    const turn = index + Math.floor(index / languages.length)
    const own = slugs.filter((_, at) => (at + turn) % languages.length === 0)
    const chosen = new Set([
      ...someOf(decoders, 1, index),
      ...someOf(exemplified, 1, index),
      ...someOf(own, 1, 10 * index),
    ])
    const paths = [...chosen].map((slug) => `${pathOf(slug, language)}#t=Ana%201`)
    for (let from = 0; from < paths.length; from += most) {
      const some = paths.slice(from, from + most)
      const [first = ''] = some
      visit(`no offer and no copy moves anything: ${language}, ${view.width}, from ${from}`, {
        at: first, views: [view],
      }, async (page) => {
        const faults: string[] = []
        for (const path of some) {
          if (path !== first) await page.goto(path)
          faults.push(...(await findShifts(page)).map((fault) => `${path}: ${fault}`))
        }
        assert.deepEqual(faults, [])
      })
    }
  }
})

/** Copies all that can be copied on a page that has just become live; resolves to what moves. */
async function findShifts(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  // The result of the text in the address comes in the next frame.
  const liveMs = await page.evaluate(`${twoFrames}.then(() => performance.now())`)
  await page.until(`$('.offer') !== null`)
  found.push(...(await shiftsSince(page, liveMs)).map((shift) => `at the offer: ${shift}`))
  await page.evaluate(`addEventListener('click', () => {
    window.pressedMs = performance.now()
  }, { capture: true })`)
  for (const source of sources) {
    if ((await page.evaluate(`$('${source}') === null`)) === true) continue
    await page.click(`${source} > .copy`)
    await page.until(`$('${source}').matches('.copied')`)
    const shifts = await shiftsSince(page, await page.evaluate('window.pressedMs'))
    found.push(...shifts.map((shift) => `a copy of ${source}: ${shift}`))
  }
  return found
}

const twoFrames = `new Promise((resolve) =>
  requestAnimationFrame(() => requestAnimationFrame(resolve)))`

/**
 * Returns what has moved in the window since a time, even after input: each time, with the places
 * before and after. The message of the page does not count, which covers nothing that can be used.
 */
async function shiftsSince(page: Page, timeMs: unknown): Promise<readonly string[]> {
  return (await page.evaluate(`${twoFrames}.then(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const entries = observer.takeRecords()
    observer.disconnect()
    const elementOf = (node) => (node instanceof Element ? node : node?.parentElement)
    const placeOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
    return entries.filter(({ startTime }) => startTime >= ${Number(timeMs)}).map(({ sources }) => {
      return sources.filter(({ node }) => !elementOf(node)?.closest('#status'))
        .map(({ node, previousRect, currentRect }) => {
          const { localName, className } = elementOf(node) ?? {}
          return [localName, className, placeOf(previousRect), '->', placeOf(currentRect)].join(' ')
        }).join('; ')
    }).filter((shift) => shift !== '')
  })`)) as readonly string[]
}
