import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { OtherPage, withoutBrowser } from '../support/other-browsers.ts'
import { pathOf, styled } from '../support/page-suite.ts'
import { startForSuite } from '../support/suite.ts'

/** Keys of WebDriver: https://www.w3.org/TR/webdriver2/#keyboard-actions */
const control = '\ue009'

for (const name of ['Firefox', 'WebKit'] as const) {
  describe(`pages in ${name}`, { skip: withoutBrowser(name) }, () => {
    const service = startForSuite({ RATE_LIMIT: '0' })

    /** Opens a page for a test, and calls `act`. */
    const visit = (title: string, path: string, act: (page: OtherPage) => Promise<void>) =>
      test(title, async () => {
        const page = await OtherPage.open(name)
        try {
          await page.goto(`http://127.0.0.1:${(await service).port}${path}`)
          await act(page)
          const widths = 'document.documentElement.scrollWidth <= innerWidth'
          assert.equal(await page.evaluate(widths), true, 'nothing is wider than the window')
        } finally {
          await page.close()
        }
      })

    /** Claims that a press of a button copies a text: it is pasted into a field. */
    const assertCopied = async (
      page: OtherPage,
      button: string,
      text: string,
      field = '#text',
    ): Promise<void> => {
      await page.click(button)
      await page.until(`$('#status').textContent !== ''`)
      for (const key of ['a', 'v']) await page.type(field, control + key)
      await page.until(`$('${field}').value === ${JSON.stringify(text)}`)
    }

    visit('follow the keys, frames and the search of the list, and copy', '/en/', async (page) => {
      await page.type('#text', 'Ana Luz')
      const cursive = styled('script', 'Ana Luz')
      await page.until(`$('#popular bdi').textContent === ${JSON.stringify(cursive)}`)
      await page.click('.frames label:has([value=wrap-sparkle-emoji])')
      await page.until(`$('#popular bdi').textContent.startsWith('✨')`)
      await page.click('.frames button')
      await page.until(`$('#popular bdi').textContent === ${JSON.stringify(cursive)}`)
      await page.type('#search', 'gothic')
      await page.until(`/Gothic/.test($('#found a')?.textContent)`)
      const found = String(await page.evaluate(`$('#found bdi').textContent`))
      await assertCopied(page, '#found .copy', found)
    })

    visit('show the whole of a sentence in a field that grows', '/en/', async (page) => {
      await page.type('#text', 'We are hiring an engineer who likes small text services. '.repeat(2))
      await page.until(`$('#text').scrollHeight <= $('#text').clientHeight`)
      assert.equal(await page.evaluate(`$('#text').clientHeight > 60`), true)
    })

    visit('follow the keys on the page of a style, and copy', pathOf('bold-sans', 'es'), async (page) => {
      await page.type('#text', 'Peña 42')
      const bold = styled('bold-sans', 'Peña 42', 'es')
      await page.until(`$('.specimen').textContent === ${JSON.stringify(bold)}`)
      await page.until(`$('.limits').textContent.includes('LinkedIn')`)
      await assertCopied(page, '.stage .copy', bold)
      // The styled letters are in the field now, and a press makes them plain.
      await page.until(`$('.offer:not([hidden]) button') !== null`)
      await page.click('.offer button')
      await page.until(`$('#text').value === 'Peña 42'`)
    })

    visit('read a code, and copy', pathOf('morse-decoder', 'fr'), async (page) => {
      await page.type('#text', '... --- ...')
      await page.until(`$('.specimen').textContent === 'SOS'`)
      await assertCopied(page, '.stage .copy', 'SOS')
    })

    visit('find and copy signs', '/tr/semboller', async (page) => {
      await page.type('#search', 'kalp')
      await page.until(`!$('#count').hidden && $('.signs > li[hidden]') !== null`)
      const shown = '.signs > li:not([hidden])'
      const sign = String(await page.evaluate(`$('${shown} span').textContent`))
      await assertCopied(page, `${shown} button`, sign, '#search')
    })
  })
}
