import assert from 'node:assert/strict'
import { slugs } from '../support/catalogue-files.ts'
import { describePages, pathOf, styled } from '../support/page-suite.ts'

/** The messages of failed requests, and of files that no script uses. */
const expected =
  /^network error: Failed|\.json: 404|Failed to fetch|Unexpected end of JSON|was preloaded using/

describePages('pages whose scripts fail', { expected }, ({ visit }) => {
  for (const [what, pattern, status] of [
    ['a part of the script is missing', '*live-generator.js', 404],
    ['the script is missing', '*live.js', 404],
    ['the script does not arrive', '*live.js', 'none'],
    ['the styles are of another version', '*styles.json', 404],
    ['the styles do not arrive', '*styles.json', 'none'],
    ['the styles are cut off', '*styles.json', 200],
  ] as const) {
    visit(`keep the form that works without scripts, if ${what}`, {
      at: pattern.includes('generator') ? pathOf('zalgo', 'es') : ['/es/', pathOf('zalgo', 'es')],
      before: (page) => page.answer(pattern, status),
    }, async (page, path) => {
      // A script that had arrived would have run by then.
      await page.pass(500)
      await page.equals(`$('.live, .copy')`, null)
      await page.equals(`$('#status')?.textContent ?? ''`, '')
      await page.focus('#text')
      await page.type('Añ b')
      assert.equal(await page.follow(() => page.click('.form button')), 200)
      const slug = path === '/es/' ? slugs[0] ?? '' : 'zalgo'
      await page.equals(`$('.specimen, #styles .sample').textContent`, styled(slug, 'Añ b', 'es'))
    })
  }

  for (const status of [404, 'none'] as const) {
    visit(`say what could not be loaded, and try again, after ${status}`, {
      at: '/en/',
      before: (page) => page.answer('*later.json', status),
    }, async (page) => {
      await page.whenLive()
      await page.readClipboard()
      const copy = `$('#styles li:has([data-star=morse-decoder]) .copy').click()`
      const symbols = `$('.options [aria-expanded]').click()`
      const shown = `$('#status').textContent`
      // No code: a page that offers its decoder could say so instead.
      await page.put('abc')
      await page.evaluate(copy)
      await page.untilSaid('could not be loaded')
      await page.answer('*symbols-*', status)
      await page.evaluate(`${shown} = '', ${symbols}`)
      await page.untilSaid('could not be loaded')
      await page.answer('', 'by the server')
      await page.evaluate(symbols)
      await page.until(`$('.symbols')?.checkVisibility()`)
      await page.put('.... ..')
      await page.until(`(${copy}, ${shown}.includes('Copied'))`)
      assert.equal(await page.readClipboard(), styled('morse-decoder', '.... ..'))
    })
  }

  for (const status of [404, 'none', 200] as const) {
    visit(`search with fewer words until the others arrive, after ${status}`, {
      at: '/en/',
      before: (page) => page.answer('*words-*', status),
    }, async (page) => {
      await page.whenLive()
      const search = async (): Promise<number> => {
        await page.focus('#text')
        await page.focus('#search')
        await page.pass(300)
        return (await page.texts('#found li')).length
      }
      await page.put('serif', '#search')
      const count = await search()
      assert.ok(count > 0 && count < slugs.length, String(count))
      // Another name of one style, which is not part of any style's own name.
      await page.put('spongebob', '#search')
      assert.equal(await search(), 0)
      assert.equal(await search(), 0)
      await page.answer('*words-*', 'by the server')
      await search()
      await page.until(`$$('#found li').length === 1`)
    })
  }
})
