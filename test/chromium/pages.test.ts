import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { slugs } from '../support/catalogue-files.ts'
import { examine, overhang, showAll } from '../support/page-checks.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import { someOf } from '../support/rounds.ts'
import { pangramOf } from '../support/texts.ts'

/** Styles whose pages are tried: an ordinary one, letters that need room, several lines, codes. */
const styles = ['bold-serif', 'zalgo-max', 'box-light', 'stacked-vertical', 'plain-text', 'morse']

/** Every kind of page of a language, with and without a text. */
function kindsOfPages(language: Language): readonly string[] {
  const list = `/${language}/`
  const bold = pathOf('bold-serif', language)
  const withText = (path: string, text: string) => `${path}?${new URLSearchParams({ text })}`
  return [
    ...[list, ...styles.map((slug) => pathOf(slug, language))].flatMap((path) => {
      const text = [...pangramOf(language)].slice(0, path === list ? 100 : Infinity).join('')
      return [path, withText(path, text)]
    }),
    withText(bold, 'Abc'.repeat(160)),
    withText(bold, 'שלום עולם, مرحبا'),
    `${list}nothing-of-this-name`,
    withText(list, 'a'.repeat(101)),
  ]
}

/** The root, the documentation, which is in English only, and each kind in one language. */
const kinds = ['/', '/en/api', ...languages.flatMap((language, index) => {
  return someOf(kindsOfPages(language), 3, index)
})]

describePages('the pages, in Chromium', { concurrency: 3 }, ({ visit, generate }) => {
  visit('axe and the browser have no complaints, and all fits', kinds, async (page, path) => {
    const status = path.includes('nothing') ? 404 : path.endsWith('a'.repeat(101)) ? 400 : 200
    assert.equal(page.status, status)
    await page.whenSettled()
    await examine(page)
  })

  visit('the menu of languages has one line for each', {
    at: '/tr/', views: [{ width: 320 }, { width: 1280 }],
  }, async (page) => {
    await page.equals(`$('.menu').open = true, $$('.menu li > *').map((name) =>
      Math.round(name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)))`, [1, 1, 1, 1])
  })

  const wide = `${'M'.repeat(20)} ${'word '.repeat(15)}😀`
  visit('the widest drawings keep their lines in narrow windows', {
    at: `/en/?${new URLSearchParams({ text: wide })}`, views: [{ width: 320 }, { width: 390 }],
  }, async (page) => {
    const { width } = Object(await page.evaluate(`({ width: innerWidth })`))
    await page.whenSettled()
    await showAll(page, { width })
    await page.equals(overhang, [])
    await page.equals(`$$('.rows .lines')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((sample) => sample.closest('li').querySelector('a').textContent)`, [])
    for (const slug of ['big-blocks', 'big-lines', 'box-double', 'speech-bubble', 'staircase']) {
      await page.goto(pathOf(slug, 'en'))
      await page.whenSettled()
      await page.equals(overhang, [], slug)
      const lines = (await generate({ slug, lang: 'en', text: wide })).split('\n').length
      // In the result, and in that of the profile
      await page.equals(`['.specimen', '.profile p + p'].map((selector) => {
        const range = new Range()
        range.selectNodeContents($(selector))
        const { lineHeight } = getComputedStyle($(selector))
        return Math.round(range.getBoundingClientRect().height / parseFloat(lineHeight))
      })`, [lines, lines], slug)
    }
  })

  visit('pass axe while they are used', [
    ...someOf(languages, 2).map((lang) => `/${lang}/`),
    ...someOf(languages, 2, 1).map((lang) => pathOf('bold-serif', lang)),
  ], async (page, path) => {
    await page.put(pangramOf(languages.find((lang) => path.startsWith(`/${lang}/`)) ?? 'en'))
    if (path.length > 4) await page.click('[aria-pressed]')
    else {
      await page.goToSearch()
      await page.put('morse', '#search')
    }
    await page.click('.rows li:not([hidden]) .copy')
    await page.untilSaid()
    await page.until(`$('.copied') === null`)
    await examine(page)
    if (path.length > 4) return
    await page.put('qqqq', '#search')
    await examine(page)
  })
})

describePages('the pages, without scripts', {
  concurrency: 2,
}, ({ visit, generate }) => {
  const text =
    '\nÜnïcödé & <b class="a">\'b\'</b> 👩‍👩‍👧 Iıİi ñ + שלום 1½ e\u0301%41 </textarea> &lt;\n\nb'

  for (const [index, lang] of languages.entries()) {
    visit(`give by their forms, one for each style, what the API gives: ${lang}`, {
      at: `/${lang}/`, views: [{ hasScripts: false }],
    }, async (page) => {
      assert.deepEqual(page.requests.filter((url) => /\.js/.test(url)), [])
      const own = slugs.filter((_slug, place) => place % languages.length === index)
      for (const slug of someOf(own, 6)) {
        await page.goto(pathOf(slug, lang))
        await page.evaluate(`$('form [name=text]').select()`)
        await page.paste(text)
        assert.equal(await page.follow(() => page.click('form button:not([type])')), 200)
        await page.equals(`$('form [name=text]').value`, text)
        await page.equals(`$('.specimen').textContent`, await generate({ slug, lang, text }), slug)
      }
    })
  }
})

describePages('errors, in Chromium', { environment: { RATE_LIMIT: '1' } }, ({ visit }) => {
  visit('axe finds nothing on pages of status 404 and 429', '/en/', async (page) => {
    for (const lang of languages) {
      assert.equal(await page.goto(`/${lang}/nothing`), 404)
      await examine(page)
      while ((await page.goto(`/${lang}/?text=a`)) !== 429) assert.equal(lang, 'en')
      await examine(page)
    }
  })
})
