import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { notoFolders, startBrowser } from '../support/browser-pipe.ts'
import { Page, withoutBrowser } from '../support/browser.ts'
import { drawBoxes } from '../support/chromium.ts'
import { temporaryFolder } from '../support/folders.ts'
import { fontOfEverything } from '../support/font-of-everything.ts'
import { pathOf, put, statusOf, until, whenLive } from '../support/live-pages.ts'
import { samplesOf } from '../support/page-checks.ts'
import { startForSuite } from '../support/suite.ts'

const isOn = `document.querySelector('[name=accents]').checked`

describe('the switch for accents', { skip: withoutBrowser }, () => {
  const service = startForSuite({ RATE_LIMIT: '0', SITE_URL: 'http://pages.example' })

  /** Opens the page of all styles in a browser that has the fonts of these folders alone. */
  const openWith = async (t: TestContext, fonts: readonly string[]): Promise<Page> => {
    const pipe = startBrowser({ fonts })
    t.after(() => pipe.close())
    const page = await Page.open(pipe)
    await goto(page, '/es/')
    return page
  }
  const goto = async (page: Page, path: string): Promise<void> => {
    await page.goto(`http://127.0.0.1:${(await service).port}${path}`)
    await whenLive(page)
  }

  test('turns itself on where there are boxes: then there are no more than without', async (t) => {
    const page = await openWith(t, notoFolders)
    for (const text of ['senor', 'cancion, Hello 1']) {
      await put(page, text)
      await pass(page)
      assert.equal(await page.evaluate(isOn), false, text)
    }
    const without = await textsIn(page, 'senor cancion')
    const before = await textsIn(page, 'señor canción')
    await until(page, isOn)
    assert.match(await statusOf(page), /navegador/)
    const after = (await samplesOf(page)).map(({ text }) => text)
    const clusters = [without, before, after].flat().flatMap(clustersOf)
    const boxes = drawBoxes(t, [...new Set(clusters)])
    const counts = [without, before, after].map((texts) =>
      texts.map((text) => clustersOf(text).filter((cluster) => boxes.has(cluster)).length),
    )
    const [plainBoxes = [], styledBoxes = [], leftBoxes = []] = counts
    for (const [row, left] of leftBoxes.entries()) {
      assert.ok(left <= (plainBoxes[row] ?? 0), `${before[row]} became ${after[row]}`)
    }
    const told = [plainBoxes, styledBoxes, leftBoxes].map(sum)
    t.diagnostic(`boxes without accents, before and after the switch: ${told.join(', ')}`)
    assert.ok(sum(styledBoxes) > sum(plainBoxes) + 100)
    assert.deepEqual(page.messages, [])
  })

  test('stays off where every letter has a font', async (t) => {
    const folder = temporaryFolder(t)
    const fonts = join(folder, 'fonts')
    mkdirSync(fonts)
    writeFileSync(join(fonts, 'everything.ttf'), fontOfEverything())
    const page = await openWith(t, [fonts])
    // The font is there, and has no more than it should.
    assert.deepEqual(await page.evaluate(inkOf(['a', '𝐬', '\u{10fffd}'])), ['a', 'a', 'other'])
    for (const text of ['señor canción', 'ğüneş', 'garçon']) {
      await put(page, text)
      await pass(page)
      assert.equal(await page.evaluate(isOn), false, text)
    }
    assert.equal(await statusOf(page), '')
  })

  test('stays as a visitor has left it', async (t) => {
    const page = await openWith(t, notoFolders)
    await put(page, 'señor')
    await until(page, isOn)
    // Who turns it off again is not told twice.
    await page.click('[name=accents]')
    await put(page, 'canción señor ü')
    await pass(page)
    assert.equal(await page.evaluate(isOn), false)
    // Nor who did so before anything was typed.
    await goto(page, '/fr/')
    await page.click('[name=accents]')
    await page.click('[name=accents]')
    await put(page, 'garçon')
    await pass(page)
    assert.equal(await page.evaluate(isOn), false)
    await goto(page, pathOf('bold-serif', 'tr'))
    await put(page, 'güneş')
    await until(page, isOn)
    await page.click('[name=accents]')
    await put(page, 'güneş çiçek')
    await pass(page)
    assert.equal(await page.evaluate(isOn), false)
    // A text of a link is looked at as well.
    await goto(page, '/es/#t=se%C3%B1or')
    await until(page, isOn)
    assert.deepEqual(page.messages, [])
  })
})

/** What the rows make of a text at once, before a pause in which the switch may turn itself on. */
async function textsIn(page: Page, text: string): Promise<readonly string[]> {
  await page.evaluate(`document.querySelector('#text').value = ${JSON.stringify(text)}`)
  const texts = await page.evaluate(`(async () => {
    document.querySelector('#text').dispatchEvent(new InputEvent('input'))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
    return Array.from(document.querySelectorAll('#styles .rows bdi'), (bdi) => bdi.textContent)
  })()`)
  return texts as readonly string[]
}

/** Waits longer than the page does until it looks for boxes. */
async function pass(page: Page): Promise<void> {
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 1000))')
}

/** What Chromium draws with one font each: letters with their marks. */
function clustersOf(text: string): readonly string[] {
  return text.match(/[^\p{M}\s][\p{M}\u200c]+/gu) ?? []
}

/** Compares what is drawn for each text with the first: `a` where it is the same. */
function inkOf(texts: readonly string[]): string {
  return `(() => {
    const context = document.createElement('canvas').getContext('2d')
    context.font = '32px ' + getComputedStyle(document.body).fontFamily
    const pictures = ${JSON.stringify(texts)}.map((text) => {
      context.clearRect(0, 0, 300, 150)
      context.fillText(text, 40, 60)
      return String(context.getImageData(0, 0, 300, 150).data)
    })
    return pictures.map((picture) => picture === pictures[0] ? 'a' : 'other')
  })()`
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
