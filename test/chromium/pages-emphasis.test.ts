import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { examine, shiftsOf } from '../support/page-checks.ts'
import { describePages, pathOf, styled } from '../support/page-suite.ts'

const typed = `$('#text').value`
const shown = `$('.specimen').textContent`
const selected = `$('#text').value.slice($('#text').selectionStart, $('#text').selectionEnd)`
const paths = languages.map((language) => pathOf('markdown', language))
const select = (from: number, to: number): string => `$('#text').setSelectionRange(${from}, ${to})`

describePages('the buttons of the page for Markdown', {}, ({ visit }) => {
  visit('style what is selected, again to take the style away, and each step can be undone', {
    at: paths, views: [{ width: 1280, height: 800 }, { width: 390, height: 844, isTouched: true }],
  }, async (page) => {
    await page.focus('#text')
    await page.type('Big news today')
    await page.evaluate(select(4, 9))
    await page.click('.emphasis [data-sign="**"]')
    await page.until(`${shown} === ${JSON.stringify(styled('markdown', 'Big **news** today'))}`)
    await page.equals(`[${typed}, ${selected}]`, ['Big **news** today', 'news '.trim()])
    await page.equals('document.activeElement.id', 'text')
    await page.click('.emphasis [data-sign="*"]')
    await page.equals(typed, 'Big ***news*** today')
    await page.until(`${shown} === ${JSON.stringify(styled('markdown', 'Big ***news*** today'))}`)
    await page.click('.emphasis [data-sign="**"]')
    await page.equals(`[${typed}, ${selected}]`, ['Big *news* today', 'news'])
    for (const before of ['Big ***news*** today', 'Big **news** today', 'Big news today']) {
      await page.evaluate(`document.execCommand('undo')`)
      await page.equals(typed, before)
    }
  })

  visit('put the signs around the cursor, where typing goes on', {
    at: paths.slice(0, 1), views: [{}, { width: 390, height: 844, isTouched: true }],
  }, async (page) => {
    for (const [sign, text] of [['~~', 'a~~b~~'], ['`', 'a`b`']] as const) {
      await page.put('a')
      await page.evaluate(select(1, 1))
      await page.click(`.emphasis [data-sign="${sign}"]`)
      await page.equals('document.activeElement.id', 'text')
      await page.type('b')
      await page.equals(typed, text)
      await page.until(`${shown} === ${JSON.stringify(styled('markdown', text))}`)
    }
  })

  visit('obey Ctrl+B, and leave links of the text as they are', paths.slice(1, 2), async (page) => {
    await page.put('a [b](https://c.de/_f_) @_g_ `https://h.ij`')
    await page.focus('#text')
    await page.evaluate(select(0, 1))
    await page.evaluate(`$('#text').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'b', ctrlKey: true, cancelable: true }))`)
    const [a, code] = [styled('bold-sans', 'a'), 'https://h.ij']
    await page.until(`${shown} === ${JSON.stringify(`${a} b (https://c.de/_f_) @_g_ ${code}`)}`)
  })

  visit('are one stop of the Tab key, have names, and are large enough for a finger', {
    at: paths, views: [{ width: 320, height: 640 }, { isDark: true }],
  }, async (page) => {
    await page.focus('#text')
    await page.evaluate(`$('#text').value = 'a b'; ${select(0, 1)}`)
    await page.press('Tab')
    await page.equals(`document.activeElement.dataset.sign`, '**')
    await page.press('ArrowRight')
    await page.press('Enter')
    await page.equals(`[${typed}, document.activeElement.dataset.sign]`, ['*a* b', '*'])
    const sizes = await page.evaluate(`$$('.emphasis button').map((one) => {
      const { width, height } = one.getBoundingClientRect()
      return Math.min(width, height)
    })`) as readonly number[]
    assert.ok(sizes.length === 4 && sizes.every((size) => size >= 44), String(sizes))
    await page.equals(`new Set($$('.emphasis button').map((one) => one.firstElementChild.ariaLabel)).size`, 4)
    await examine(page)
  })

  visit('move nothing when they are live', { at: paths, views: [{ latencyMs: 100 }] }, async (page) => {
    const sum = (await shiftsOf(page)).reduce((all, one) => all + one, 0)
    assert.ok(sum < 0.005, String(sum))
  })

  visit('are only there', pathOf('bold-sans', 'en'), async (page) => {
    await page.equals(`$('.emphasis')`, null)
  })
})

describePages('the list of all styles', {}, ({ visit }) => {
  visit('shows a text with Markdown as it is pasted', '/en/', async (page) => {
    await page.put('a **b** c')
    await page.until(`$$('#styles bdi').some((one) =>
      one.textContent === ${JSON.stringify(styled('markdown', 'a **b** c'))})`)
  })
})

describePages('the page for Markdown without scripts', {}, ({ visit }) => {
  visit('shows no buttons that do nothing', {
    at: paths.slice(0, 1), views: [{ hasScripts: false }],
  }, async (page) => {
    await page.equals(`$('.emphasis').checkVisibility({ visibilityProperty: true })`, false)
  })
})
