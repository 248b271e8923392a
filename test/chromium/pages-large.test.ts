import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { describePages, pathOf } from '../support/page-suite.ts'

/** Names of controls that have more lines than words, so that one is broken. */
const broken = `$$('button, .top a, .jump a, .bottom a, .limits > li').filter((one) => {
  if (!one.checkVisibility() || one.matches('.skip')) return false
  if (getComputedStyle(one).fontSize === '0px') return false
  const range = document.createRange()
  range.selectNodeContents(one)
  const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 8)))
  return lines.size > one.textContent.trim().split(/[\\s-]+/u).length
}).map((one) => one.textContent)`

/** Controls that are not in the window, but for those of lines that scroll sideways. */
const outside = `$$('button, input, textarea, .top a, summary').filter((one) => {
  const { left, right } = one.getBoundingClientRect()
  return one.checkVisibility() && right > left && (right > innerWidth + 1 || left < -1) &&
    one.closest('.frames, .symbols, .kept ul') === null
}).map((one) => one.outerHTML.slice(0, 80))`

describePages('letters that are large in the settings of the browser', {}, ({ visit }) => {
  visit('break no button, and leave all tools in the window', {
    at: languages.flatMap((lang) => [`/${lang}/`, pathOf('script', lang)]),
    views: [{ width: 390, height: 844, isTouched: true }, { width: 360, height: 640 }],
  }, async (page) => {
    await page.put('Valentina')
    for (const size of [24, 32]) {
      await page.letters(size)
      await page.equals(`Number.parseFloat(getComputedStyle(document.documentElement).fontSize)`,
        size)
      await page.equals(broken, [], `${size} px`)
      await page.equals(outside, [], `${size} px`)
      await page.equals('document.documentElement.scrollWidth <= innerWidth', true)
      // The whole name of what the header leads to can be read.
      const links = await page.texts('.top nav a')
      assert.equal(links.length, 3)
      await page.equals(`$('.top nav').scrollWidth <= $('.top nav').clientWidth + 1`, true)
    }
  })
})
