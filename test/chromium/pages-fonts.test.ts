import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { symbolsPath } from '../../lib/pages/site.ts'
import { examine, goThrough, overhang, shiftsOf, showAll } from '../support/page-checks.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import { someOf } from '../support/rounds.ts'
import { makeSite } from '../support/site.ts'

const site = makeSite()

/** Pages of a kind; an index leads to that in one language, or in `.ci/soak` to all of them. */
const pagesOf = (pathIn: (language: Language) => string) => (from: number): readonly string[] =>
  someOf(languages, 1, from).map(pathIn)

const lists = pagesOf((language) => `/${language}/`)
const symbols = pagesOf((language) => `/${symbolsPath(language, site)}`)
const stylePages = pagesOf((language) => pathOf('morse', language))

// Visitors have other fonts than Noto's: wider ones, and lines that are higher or lower.
describePages('the pages, in fonts of DejaVu,', { fonts: 'DejaVu' }, ({ visit }) => {
  visit('pass axe, and all fits', [
    ...lists(2), ...stylePages(1), ...symbols(3),
  ], async (page) => {
    if (await page.evaluate(`$('.bar, .stage') !== null`)) await page.put('García Muñoz')
    await page.whenSettled()
    await examine(page)
  })

  visit('shift nothing when the script arrives', {
    at: [...lists(3), ...stylePages(2)],
    views: [320, 390, 1280].map((width) => ({ width, height: 844, latencyMs: 100 })),
  }, async (page) => {
    const sum = (await shiftsOf(page)).reduce((all, one) => all + one, 0)
    assert.ok(sum < 0.005, String(sum))
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
