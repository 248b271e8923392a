import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { additionsOf } from '../../lib/pages/text-form.ts'
import { drawBoxes } from '../support/draw-boxes.ts'
import { wordsOf } from '../support/page-checks.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import type { Page, View } from '../support/page.ts'
import { someOf } from '../support/rounds.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const additions = additionsOf(loadShipped().catalogue).map(({ slug }) => slug)
const chip = (slug: string): string => `.frames [value=${slug}]`
const none = '.frames button'

/** Windows, and what a keyboard leaves of them. */
const windows: ReadonlyArray<readonly [view: View, left: number]> = [
  [{ width: 390, height: 844, isTouched: true }, 430],
  [{ width: 360, height: 640, isTouched: true }, 330],
  [{ width: 320, height: 568, isTouched: true }, 300],
  [{ width: 390, height: 844, isTouched: true }, 844],
  [{ width: 1280, height: 800 }, 800],
]

const names = new Map([['es', 'Peña'], ['fr', 'Zoé Noël'], ['tr', 'Güneş Işık']])

/** The rows in sight, by their places in the document: those of "Yours" do not count. */
const inSight = `Object.fromEntries($$('.first .rows > li, #styles .rows > li').entries()
  .filter(([, row]) => {
    const { top, bottom, right } = row.getBoundingClientRect()
    return row.checkVisibility() && bottom > top && bottom <= visualViewport.height + 1 &&
      row.contains(document.elementFromPoint(right - 2, bottom - 2))
  })
  .map(([place, row]) => [place, row.querySelector('bdi').textContent]))`

/** The same of all rows. */
const allRows = `Object.fromEntries($$('.first .rows > li, #styles .rows > li').entries()
  .map(([place, row]) => [place, row.querySelector('bdi').textContent]))`

type Rows = Readonly<Record<string, string>>

/** Waits until all rows have followed a press. */
async function press(page: Page, selector: string): Promise<void> {
  await page.evaluate('performance.clearMarks("shown")')
  await page.click(selector)
  await page.whenShown()
}

describePages('what is pressed', {}, ({ visit }) => {
  for (const [index, [view, left]] of windows.entries()) {
    visit(`changes most rows in sight in ${view.width} × ${left} pixels`, {
      at: languages.map((lang) => `/${lang}/`), views: [view],
    }, async (page, path) => {
      await page.click('#text')
      if (left < (view.height ?? 0)) await page.keyboard((view.height ?? 0) - left)
      await page.type(names.get(path.slice(1, 3)) ?? 'Valentina')
      await page.whenSettled()
      for (const slug of someOf(additions, 6, index)) {
        const before = Object(await page.evaluate(allRows)) as Rows
        await press(page, chip(slug))
        const after = Object.entries(Object(await page.evaluate(inSight)) as Rows)
        const changed = after.filter(([place, text]) => text !== before[place])
        assert.ok(after.length > 1, `${slug}: ${after.length} rows`)
        assert.ok(2 * changed.length >= after.length, `${slug}: ${after.join(' | ')}`)
        await press(page, none)
        assert.deepEqual(await page.evaluate(allRows), before, 'all is as it was')
      }
    })
  }

  visit('moves no row where the page is scrolled to others', {
    at: '/en/', views: [{ width: 390, height: 844, isTouched: true }, {}],
  }, async (page) => {
    await page.put('Ana')
    await page.evaluate(`$('#small').scrollIntoView()`)
    await page.whenSettled()
    const places = `Object.fromEntries($$('#styles .rows > li').entries().map(([place, row]) =>
      [place, row.getBoundingClientRect()])
      .filter(([, { top, bottom }]) => bottom > top && top > 150 && bottom < innerHeight)
      .map(([place, { top }]) => [place, Math.round(top)]))`
    for (const selector of ['wrap-wings', 'strikethrough', 'underline'].map(chip).concat(none)) {
      const before = Object(await page.evaluate(places)) as Readonly<Record<string, number>>
      assert.ok(Object.keys(before).length > 3)
      await page.evaluate(`performance.clearMarks('shown'); $('${selector}').click()`)
      await page.whenShown()
      const after = Object(await page.evaluate(places)) as typeof before
      // Rows have no whole pixels.
      const moved = Object.entries(before).filter(([place, top]) => {
        return !(Math.abs((after[place] ?? 0) - top) <= 2)
      })
      assert.deepEqual(moved, [], `${selector}: ${JSON.stringify(after)}`)
    }
  })

  const texts = ['Valentina', 'García Muñoz 1', 'Жанна и Ολγα', 'Աննա אנה', '']

  visit('shows no boxes that are not noted', {
    at: languages.map((lang) => `/${lang}/`), views: [{ width: 390, height: 844 }],
  }, async (page, path) => {
    const shown: Array<readonly [what: string, text: string]> = []
    for (const text of someOf(texts, 2, path.charCodeAt(1))) {
      await page.put(text)
      for (const slug of ['strikethrough', 'underline']) {
        await press(page, chip(slug))
        const rows = await page.evaluate(`$$('.first .rows > li, #styles .rows > li')
          .filter((row) => !row.querySelector('a').dataset.note?.includes(
            ${wordsOf('boxes-shown')}))
          .map((row) => row.querySelector('bdi').textContent)`) as readonly string[]
        for (const row of rows) shown.push([`${slug}, ${text}`, row])
        await press(page, none)
      }
    }
    const clusters = new Map(shown.flatMap(([what, row]) => {
      return (row.match(/[^\p{M}\s][\p{M}\u200c]+/gu) ?? []).map((one) => [one, what] as const)
    }))
    const family = String(await page.evaluate('getComputedStyle(document.body).fontFamily'))
    const boxes = await drawBoxes([...clusters.keys()], { family })
    assert.deepEqual([...boxes].map((box) => `${clusters.get(box)}: ${box}`), [])
  })

  visit('is left out on the page of a style, which says so, where it would be boxes', {
    at: [pathOf('bold-serif', 'en'), pathOf('script', 'tr')],
    views: [{ width: 390, height: 844, isTouched: true }],
  }, async (page) => {
    await page.put('Valentina')
    const alone = await page.evaluate(`$('.specimen').textContent`)
    await press(page, chip('strikethrough'))
    await page.equals(`$('.specimen').textContent`, alone)
    await page.equals(`$('h1').dataset.note`, await page.evaluate(wordsOf('marks-left')))
    await press(page, chip('wrap-wings'))
    await page.equals(`$('.specimen').textContent`, `꧁ ${alone} ꧂`)
    await press(page, none)
    await page.equals(`$('h1').dataset.note ?? ''`, '')
  })
})
