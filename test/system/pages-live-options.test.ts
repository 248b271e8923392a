import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import { findWithAxe } from '../support/axe.ts'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { drawBoxes } from '../support/draw-boxes.ts'
import {
  decide, focus, liveForSuite, pathOf, put, statusOf, until, whenLive, whenSettled, whenShown,
} from '../support/live-pages.ts'
import { samplesOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue, words } = loadShipped()
const isOn = `document.querySelector('[name=accents]').checked`
const stage = `document.querySelector('.specimen').textContent`
const boxes = `[...document.querySelectorAll('[name=then]')]`

/** Texts that few, some and nearly all styles change. */
const texts = ['abc', 'Hello World', '你好']

describe('the options of live pages:', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive, goLive, generate } = liveForSuite()

  for (const lang of languages) {
    test(`rows that the text leaves unchanged are folded, and named there: ${lang}`, async () => {
      const page = await openLive(`/${lang}/`, { width: 390, height: 844 })
      await decide(page, 'styled')
      await focus(page, '#text')
      for (const text of texts) {
        await put(page, text)
        const all = [...catalogue.values()]
        const unchanged = all.filter(({ transform }) => transform(text, lang) === text)
        const names = unchanged.map(({ entry }) => entry(lang).name)
        const summary = words.texts(lang).get('unchanged-summary')
        const expected = summary?.replace('{count}', String(names.length)) ?? ''
        await until(page, `document.querySelector('.unchanged summary').textContent ===
          ${JSON.stringify(expected)}`)
        assert.deepEqual(await textsOf(page, '.unchanged a'), names)
        const shown = all.filter((one) => !unchanged.includes(one))
        const rows = shown.map(({ entry }) => entry(lang).name)
        assert.deepEqual(await visibleIn(page, '#styles .rows a'), rows)
        // Neither categories without rows nor the links to them are shown.
        const kinds = new Set(shown.map(({ data }) => words.categoryName(data.category, lang)))
        assert.deepEqual(await visibleIn(page, '#styles h2'), [...kinds])
        assert.deepEqual(await visibleIn(page, '.jump li a'), [...kinds])
      }
      await put(page, '')
      assert.equal((await visibleIn(page, '#styles .rows a')).length, catalogue.size)
      assert.equal(await page.evaluate(`document.querySelector('.unchanged').hidden`), true)
    })
  }

  test('folded rows are found by the search, and by links to their category', async () => {
    const page = await openLive('/en/')
    await focus(page, '#text')
    await put(page, 'abc')
    const name = catalogue.get('morse-decoder')?.entry('en').name ?? ''
    const isFolded = `document.querySelector('.unchanged').textContent
      .includes(${JSON.stringify(name)})`
    await until(page, isFolded)
    await put(page, name, '#search')
    assert.deepEqual((await visibleIn(page, '#found a'))[0], name)
    await put(page, '', '#search')
    assert.ok(!(await visibleIn(page, '#styles .rows a')).includes(name))
    await put(page, '你好')
    await until(page, `document.querySelector('#mathematical').closest('.folded')`)
    await page.evaluate(`location.hash = 'mathematical'`)
    await until(page, `document.querySelector('.unchanged').open`)
    assert.ok((await visibleIn(page, '.unchanged a')).includes(name))
    const rules = ['summary-name', 'link-name', 'list', 'listitem', 'region']
    assert.deepEqual(await findWithAxe(page, rules), [])
  })

  for (const lang of languages) {
    test(`symbols have names, and are inserted at the cursor: ${lang}`, async () => {
      for (const path of [`/${lang}/`, pathOf('zalgo', lang)]) {
        const page = await openLive(path)
        assert.ok(!page.requests.some((url) => url.includes('symbols')))
        await put(page, 'abc')
        await page.evaluate(`document.querySelector('#text').setSelectionRange(1, 2)`)
        const button = `document.querySelector('.options [aria-expanded]')`
        await page.evaluate(`${button}.click()`)
        await until(page, `document.querySelector('.symbols')?.checkVisibility()`)
        const symbols = words.texts(lang).get('symbols')?.split('|') ?? []
        const named = await page.evaluate(`Array.from(document.querySelectorAll('.symbols button'),
          (one) => one.textContent + ' ' + one.ariaLabel)`)
        assert.deepEqual(named, symbols)
        await page.click('.symbols button')
        await page.click('.symbols button:nth-child(2)')
        const value = `document.querySelector('#text').value`
        assert.equal(await page.evaluate(value), `a${symbols[0]?.[0]}${symbols[1]?.[0]}c`)
        await until(page, `document.querySelector('bdi').textContent.includes('${symbols[1]?.[0]}')`)
        const rules = ['button-name', 'aria-allowed-attr', 'aria-required-children']
        assert.deepEqual(await findWithAxe(page, rules), [])
        await page.evaluate(`${button}.click()`)
        await until(page, `!document.querySelector('.symbols').checkVisibility()`)
        await page.close()
      }
    })
  }

  test('the bar covers less than a third of a small screen, with options under a button', async () => {
    for (const lang of languages) {
      const page = await openLive(`/${lang}/`, { width: 320, height: 640 })
      await page.evaluate('scrollTo(0, 2000)')
      const covered = `document.querySelector('.bar').getBoundingClientRect()`
      const { top, height } = Object(await page.evaluate(`${covered}.toJSON()`))
      assert.equal(top, 0, lang)
      assert.ok(height < 640 / 3, `${lang}: ${height}`)
      assert.equal(await page.evaluate(`document.querySelector('.options').checkVisibility()`), false)
      await page.click('.more summary')
      await page.evaluate('scrollTo(0, 2000)')
      const bottom = await page.evaluate(`${covered}.bottom`)
      assert.ok(Number(bottom) < 0, `${lang}: the open bar ends at ${bottom}`)
      await page.view({ width: 1280 })
      await until(page, `document.querySelector('.options').checkVisibility()`)
    }
  })

  const box = (slug: string): string => `[name=then][value=${slug}]`
  const outputOf = async (page: Page): Promise<string> => String(await page.evaluate(stage))

  test('styles to add apply at once on the page of a style, with a text and without', async () => {
    const page = await openLive(pathOf('script', 'tr'))
    const alone = await outputOf(page)
    await page.click(box('underline'))
    await until(page, `${stage} !== ${JSON.stringify(alone)}`)
    await put(page, 'İyi günler')
    await page.click(box('wrap-wings'))
    const expected = { slug: 'script', text: 'İyi günler', lang: 'tr' }
    const then = 'underline,wrap-wings'
    await until(page, `${stage} === ${JSON.stringify(await generate({ ...expected, then }))}`)
    await page.click(box('wrap-wings'))
    await page.click(box('underline'))
    await until(page, `${stage} === ${JSON.stringify(await generate(expected))}`)
  })

  test('styles to add are at most three', async () => {
    const page = await openLive(pathOf('bold-sans', 'en'))
    for (const slug of ['underline', 'strikethrough', 'wrap-wings']) await page.click(box(slug))
    const free = `${boxes}.filter((box) => !box.disabled).map((box) => box.value).join()`
    assert.equal(await page.evaluate(free), 'strikethrough,underline,wrap-wings')
    await page.click(box('underline'))
    assert.equal(await page.evaluate(`${boxes}.some((box) => box.disabled)`), false)
  })

  test('styles to add are in the links that are shared, and on the pages that follow', async () => {
    const page = await openLive(`${pathOf('bold-sans', 'fr')}#t=Ete&then=strikethrough,wrap-wings`)
    const fields = { text: 'Ete', lang: 'fr', then: 'strikethrough,wrap-wings' }
    assert.equal(await outputOf(page), await generate({ slug: 'bold-sans', ...fields }))
    const next = pathOf('script', 'fr')
    await goLive(page, next)
    assert.equal(await outputOf(page), await generate({ slug: 'script', ...fields }))
    // The list adds one style.
    await goLive(page, '/fr/')
    const select = `document.querySelector('select[name=then]')`
    assert.equal(await page.evaluate(`${select}.value`), 'strikethrough')
    await page.evaluate(`(() => {
      ${select}.value = 'sep-hearts'
      ${select}.dispatchEvent(new Event('change'))
    })()`)
    await whenShown(page)
    const rows = await samplesOf(page)
    for (const slug of ['bold-serif', 'uppercase', 'slash', 'wrap-wings', 'morse']) {
      const then = slug === 'morse' ? '' : 'sep-hearts'
      const text = await generate({ slug, ...fields, then })
      assert.ok(rows.some((row) => row.text === text), `${slug}: ${text}`)
    }
    await page.follow(() => page.click(`.rows a[href^="${next.slice(4)}"]`))
    await whenLive(page)
    const then = 'sep-hearts'
    assert.equal(await outputOf(page), await generate({ slug: 'script', ...fields, then }))
  })

  test('the switch for accents turns itself on, which leaves no more boxes than in plain letters', async (t) => {
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
  })

  test('the switch for accents stays as the visitor left it', async () => {
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
  })

  test('the switch for accents stays off if every letter has a font', async () => {
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

/** Returns the texts of all elements that match a selector. */
async function textsOf(page: Page, selector: string): Promise<unknown> {
  return page.evaluate(`Array.from(document.querySelectorAll(${JSON.stringify(selector)}),
    (one) => one.textContent)`)
}

/** Returns the texts of those that are shown, on the screen or elsewhere. */
async function visibleIn(page: Page, selector: string): Promise<string[]> {
  const found = await page.evaluate(`Array.from(document.querySelectorAll(
    ${JSON.stringify(selector)})).filter((one) => one.checkVisibility()).map((one) => one.textContent)`)
  return found as string[]
}

/** Returns the rows for a text at once, before the pause in which the switch may turn itself on. */
async function textsIn(page: Page, text: string): Promise<readonly string[]> {
  await page.evaluate(`document.querySelector('#text').value = ${JSON.stringify(text)}`)
  const texts = await page.evaluate(`(async () => {
    document.querySelector('#text').dispatchEvent(new InputEvent('input'))
    do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
    while (performance.getEntriesByName('shown').length === 0)
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
