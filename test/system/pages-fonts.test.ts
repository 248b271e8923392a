import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { symbolsPath } from '../../lib/pages/site.ts'
import { examine, goThrough, overhang, showAll } from '../support/page-checks.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import { rounds } from '../support/rounds.ts'
import { makeSite } from '../support/site.ts'

const site = makeSite()
const isWhole = rounds(1) > 1

/** The pages of a kind in all languages, or in one that differs for each kind. */
function pagesOf(pathIn: (language: (typeof languages)[number]) => string, one: number): string[] {
  const own = languages.filter((_language, index) => isWhole || index === one)
  return own.map(pathIn)
}

const lists = (one: number): string[] => pagesOf((language) => `/${language}/`, one)
const stylePages = (one: number): string[] => pagesOf((language) => pathOf('morse', language), one)

// Visitors have other fonts than Noto's: wider ones, and lines that are higher or lower.
describePages('the pages, in fonts of DejaVu,', { fonts: 'DejaVu' }, ({ visit }) => {
  visit('pass axe, and all fits', [
    ...lists(2),
    ...stylePages(1),
    ...pagesOf((language) => `/${symbolsPath(language, site)}`, 3),
  ], async (page) => {
    if (await page.evaluate(`$('.bar, .stage') !== null`)) await page.put('García Muñoz')
    await page.whenSettled()
    await examine(page)
  })

  visit('shift nothing when the script arrives', {
    at: [...lists(3), ...stylePages(2)],
    views: [320, 390, 1280].map((width) => ({ width, height: 844, latencyMs: 100 })),
  }, async (page) => {
    const shift = await page.layoutShift()
    assert.ok(shift < 0.005, String(shift))
  })

  visit('keep the focus in sight', {
    at: [...lists(2), ...stylePages(2)], views: [{ width: 390, height: 700 }],
  }, async (page) => {
    await page.put('abc')
    await page.evaluate(`$$('#styles li').slice(20).forEach((row) => row.remove())`)
    assert.ok((await goThrough(page)) > 20)
  })

  visit('keep the lines of drawings', { at: lists(2), views: [{ width: 320 }] }, async (page) => {
    await page.put(`${'M'.repeat(20)} ${'word '.repeat(20)}`)
    await page.whenSettled()
    await showAll(page, { width: 320 })
    await page.equals(overhang, [])
    await page.equals(`$$('.rows .lines').filter(({ scrollWidth, clientWidth }) =>
      scrollWidth > clientWidth).map((sample) => sample.closest('li').innerText)`, [])
  })
})
