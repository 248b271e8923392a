import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import { entryOf, slugs } from '../support/catalogue-files.ts'
import { hardTexts } from '../support/hard-texts.ts'
import {
  decide, focus, liveForSuite, pathOf, put, statusOf, untilSaid, whenLive,
} from '../support/live-pages.ts'
import { samplesOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { pangrams } from '../support/texts.ts'

const { catalogue } = loadShipped()

/** A host whose pages have no clipboard, because it has no https and is not this machine. */
const plainHost = 'plain.example'

describe('live pages copy', { skip: withoutBrowser, concurrency: 1 }, () => {
  const rules = `--host-resolver-rules=MAP ${plainHost} 127.0.0.1`
  const { address, goLive, open, openLive } = liveForSuite({ words: [rules] })

  test('by a click, and keep the focus and the name of the button', async () => {
    const page = await openLive('/fr/')
    await page.readClipboard()
    await decide(page, 'styled')
    const typed = await put(page, pangrams.fr)
    // The last styles read texts back, and are folded for a plain text.
    for (const slug of [slugs[1], 'zalgo', 'box-light', 'base64']) {
      const row = slugs.indexOf(slug ?? '')
      await page.evaluate(`document.querySelectorAll('#styles .copy, .stage .copy')[${row}].id = 'pressed'`)
      const name = await page.evaluate(`document.querySelector('#pressed').ariaLabel`)
      await page.click('#pressed')
      await untilSaid(page, entryOf(slug ?? '', 'fr').name)
      const expected = catalogue.get(slug ?? '')?.transform(typed, 'fr')
      assert.equal(await page.readClipboard(), expected, slug)
      assert.equal(await page.evaluate('document.activeElement.id'), 'pressed')
      assert.equal(await page.evaluate(`document.activeElement.ariaLabel`), name)
      await page.evaluate(`document.querySelector('#pressed').removeAttribute('id')`)
    }
  })

  test('the result of a style, and a row of a related style', async () => {
    const page = await openLive(pathOf('bold-serif', 'tr'))
    await page.readClipboard()
    await decide(page, 'styled')
    const typed = await put(page, `${pangrams.tr}\n\n${hardTexts[4]}`)
    const name = entryOf('bold-serif', 'tr').name
    const expected = catalogue.get('bold-serif')?.transform(typed, 'tr')
    await page.click('.stage .copy')
    await untilSaid(page, name)
    assert.equal(await page.readClipboard(), expected)
    const related = String(await page.evaluate(`document.querySelector('.rows').dataset.styles`))
    const [first = ''] = related.split(' ')
    await page.click('.rows .copy')
    await untilSaid(page, entryOf(first, 'tr').name)
    assert.equal(await page.readClipboard(), catalogue.get(first)?.transform(typed, 'tr'))
    await page.click('.specimen')
    await untilSaid(page, name)
    assert.equal(await page.readClipboard(), expected)
    await put(page, '')
    const shown = await page.evaluate(`document.querySelector('.specimen').textContent`)
    assert.notEqual(shown, '')
    for (const selector of ['.stage .copy', '.specimen']) {
      await page.click('.rows .copy')
      await untilSaid(page, entryOf(first, 'tr').name)
      await page.click(selector)
      await untilSaid(page, name)
      assert.equal(await page.readClipboard(), shown, selector)
    }
  })

  test('over plain http, where pages have no access to the clipboard', async () => {
    const reader = await openLive('/en/')
    await reader.readClipboard()
    const page = await open()
    const { port } = new URL(await address('/'))
    for (const [path, button, slug, text] of [
      ['/es/', '#styles .copy', slugs[0] ?? '', pangrams.es],
      [pathOf('zalgo', 'es'), '.stage .copy', 'zalgo', `${hardTexts[0]}\n ${hardTexts[4]}\n`],
    ] as const) {
      await page.goto(`http://${plainHost}:${port}${path}`)
      await whenLive(page)
      assert.equal(await page.evaluate('navigator.clipboard === undefined'), true)
      if (path === '/es/') await decide(page, 'styled')
      const typed = await put(page, text)
      await page.click(button)
      await untilSaid(page, entryOf(slug, 'es').name)
      const expected = catalogue.get(slug)?.transform(typed, 'es')
      assert.equal(await reader.readClipboard(), expected, slug)
      assert.equal(await page.evaluate('document.activeElement.localName'), 'button')
    }
  })

  test('nothing if all ways are denied, but select the text and say so', async () => {
    const page = await openLive('/en/')
    await page.evaluate(denyAll)
    await put(page, 'abc')
    await page.click('#styles .copy')
    await untilSaid(page, 'not allow')
    const shown = (await samplesOf(page))[0]?.text
    assert.equal(await page.evaluate('String(getSelection())'), shown)
    await goLive(page, pathOf('zalgo', 'en'))
    await page.evaluate(denyAll)
    await put(page, 'abc')
    await page.click('.stage .copy')
    await untilSaid(page, 'not allow')
    const selected = await page.evaluate('String(getSelection())')
    assert.equal(selected, catalogue.get('zalgo')?.transform('abc', 'en'))
    assert.doesNotMatch(await statusOf(page), /Copied/)
  })

  test('a link with the text of its address, or without one', async () => {
    const text = 'Año & 100 % #1 👩‍👩‍👧'
    for (const path of [`/en/#t=${encodeURIComponent(text)}`, pathOf('bold-serif', 'en')]) {
      const page = await openLive(path)
      await page.readClipboard()
      await page.click('.options button')
      await untilSaid(page)
      assert.equal(await page.readClipboard(), await page.evaluate('location.href'))
      if (path.includes('#')) assert.equal((await samplesOf(page))[1]?.label, text)
    }
    const broken = await openLive('/en/#t=%ff')
    assert.equal(await broken.evaluate(`document.querySelector('#text').value`), '')
  })

  test('what the list then shows below the starred styles', async () => {
    const page = await openLive('/en/')
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
  })
})

const denyAll = `navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
  document.execCommand = () => false`
