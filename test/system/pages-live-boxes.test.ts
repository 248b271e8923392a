import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { drawBoxes } from '../support/draw-boxes.ts'
import { liveForSuite, pathOf, put, statusOf, until, whenSettled } from '../support/live-pages.ts'
import { samplesOf } from '../support/page-checks.ts'

const isOn = `document.querySelector('[name=accents]').checked`

describe('the switch for accents', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive, goLive } = liveForSuite()

  test('turns itself on if there are boxes, and leaves no more than for plain letters', async (t) => {
    const page = await openLive('/es/')
    for (const text of ['senor', 'cancion, Hello 1']) {
      await put(page, text)
      await whenSettled(page)
      assert.equal(await page.evaluate(isOn), false, text)
    }
    const without = await textsIn(page, 'senor cancion')
    const before = await textsIn(page, 'señor canción')
    await until(page, isOn)
    assert.match(await statusOf(page), /navegador/)
    const after = (await samplesOf(page)).map(({ text }) => text)
    const clusters = [without, before, after].flat().flatMap(clustersOf)
    const boxes = await drawBoxes([...new Set(clusters)])
    const counts = [without, before, after].map((texts) =>
      texts.map((text) => clustersOf(text).filter((cluster) => boxes.has(cluster)).length),
    )
    const [plainBoxes = [], styledBoxes = [], leftBoxes = []] = counts
    for (const [row, left] of leftBoxes.entries()) {
      assert.ok(left <= (plainBoxes[row] ?? 0), `${before[row]} became ${after[row]}`)
    }
    const sums = [plainBoxes, styledBoxes, leftBoxes].map(sum)
    t.diagnostic(`boxes without accents, before and after the switch: ${sums.join(', ')}`)
    assert.ok(sum(styledBoxes) > sum(plainBoxes) + 100)
    assert.deepEqual(page.messages, [])
  })

  test('stays as the visitor left it', async () => {
    const page = await openLive('/es/')
    await put(page, 'señor')
    await until(page, isOn)
    const assertStaysOff = async (text: string): Promise<void> => {
      await page.click('[name=accents]')
      await put(page, text)
      await whenSettled(page)
      assert.equal(await page.evaluate(isOn), false)
    }
    await assertStaysOff('canción señor ü')
    // The pages of a tab share the choice.
    const goAnew = async (path: string): Promise<void> => {
      await page.evaluate('sessionStorage.clear()')
      await goLive(page, path)
    }
    // Also if the visitor used it before anything was typed.
    await goAnew(pathOf('bold-serif', 'fr'))
    await page.click('[name=accents]')
    await assertStaysOff('garçon')
    await goAnew(pathOf('bold-serif', 'tr'))
    await put(page, 'güneş')
    await until(page, isOn)
    await assertStaysOff('güneş çiçek')
    // The text of a link is examined, too.
    await goAnew('/es/#t=se%C3%B1or')
    await until(page, isOn)
    assert.deepEqual(page.messages, [])
  })

  test('stays off if every letter has a font', async () => {
    const page = await openLive('/es/')
    // Only the code point that no font has is still drawn as a box.
    await page.evaluate(`const { fillText } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        fillText.call(this, text === '\\u{10fffd}' ? text : 'a', ...place)
      }`)
    await put(page, 'señor ğüneş garçon')
    await whenSettled(page)
    assert.equal(await page.evaluate(isOn), false)
    assert.equal(await statusOf(page), '')
  })
})

/** Returns the rows for a text at once, before the pause in which the switch may turn itself on. */
async function textsIn(page: Page, text: string): Promise<readonly string[]> {
  await page.evaluate(`document.querySelector('#text').value = ${JSON.stringify(text)}`)
  const texts = await page.evaluate(`(async () => {
    document.querySelector('#text').dispatchEvent(new InputEvent('input'))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
    return Array.from(document.querySelectorAll('#styles .rows bdi'), (bdi) => bdi.textContent)
  })()`)
  return texts as readonly string[]
}

/** Returns the letters with marks: Chromium draws each of them with one font. */
function clustersOf(text: string): readonly string[] {
  return text.match(/[^\p{M}\s][\p{M}\u200c]+/gu) ?? []
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
