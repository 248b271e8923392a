import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { findWithAxe } from '../support/axe.ts'
import { browserForSuite, withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { entryOf, slugs } from '../support/catalogue-files.ts'
import { liveForSuite, until, whenSettled } from '../support/live-pages.ts'
import { colouredSamplesOf, overhangOf, showAll } from '../support/page-checks.ts'
import { startForSuite } from '../support/suite.ts'
import { pangramOf } from '../support/texts.ts'

/** One page of a kind. */
interface PageKind {
  /** Missing if the page is in one language only. */
  readonly language?: Language
  /** A name that a file can have. */
  readonly name: string
  /** Its path and query, below the root of the site. */
  readonly path: string
  readonly status: number
}

/** Styles whose pages are tried: an ordinary one, letters that need room, several lines, codes. */
const styles = ['bold-serif', 'zalgo-max', 'box-light', 'stacked-vertical', 'plain-text', 'morse']

/** Every kind of page of a language, with and without a text. */
function kindsOfPages(language: Language): readonly PageKind[] {
  const query = `?${new URLSearchParams({ text: pangramOf(language) })}`
  const page = (slug: string): string => `/${language}/${entryOf(slug, language).page}`
  const rightToLeft = encodeURIComponent('שלום עולם, مرحبا')
  const kinds: Array<[name: string, path: string, status?: number]> = [
    ['list', `/${language}/`],
    ['list-with-text', `/${language}/${query}`],
    ...styles.flatMap((slug): Array<[string, string]> => [
      [slug, page(slug)],
      [`${slug}-with-text`, `${page(slug)}${query}`],
    ]),
    ['long-text', `${page('bold-serif')}?text=${'Abc'.repeat(160)}`],
    ['right-to-left', `${page('bold-serif')}?text=${rightToLeft}`],
    ['not-found', `/${language}/nothing-of-this-name`, 404],
    ['too-long', `/${language}/?text=${'a'.repeat(201)}`, 400],
  ]
  return kinds.map(([name, path, status = 200]) => ({ language, name, path, status }))
}

/** The pages that there are once, in English. */
const pagesOfNoLanguage: readonly PageKind[] = [
  { name: 'chooser', path: '/', status: 200 },
  { name: 'documentation', path: '/en/api', status: 200 },
]

const allKinds = [...pagesOfNoLanguage, ...languages.flatMap(kindsOfPages)]

/** A text that a form must not change. */
const hardText =
  'Ünïcödé & <b class="a">\'b\'</b> 👩‍👩‍👧 Iıİi ñ + שלום 1½ e\u0301%41 </textarea> &lt;'

describe('the pages, in Chromium', { skip: withoutBrowser, concurrency: 3 }, () => {
  const { address, generate, open: openPage } = liveForSuite()
  // Chromium complains of files that only scripts use.
  const withoutScripts = browserForSuite({}, /was preloaded using link preload/)
  const limited = startForSuite({ SITE_URL: 'http://pages.example', RATE_LIMIT: '1' })

  const open = async (page: Page, { path, status }: PageKind): Promise<void> => {
    assert.equal(await page.goto(await address(path)), status, path)
  }

  /** Types a text into the form of a page and sends it. */
  const fillIn = async (page: Page, text: string): Promise<void> => {
    await page.evaluate(`document.querySelector('form [name=text]').select()`)
    await page.type(text)
    assert.equal(await page.follow(() => page.click('form button')), 200)
    const kept = await page.evaluate(`document.querySelector('form [name=text]').value`)
    assert.equal(kept, text)
  }

  for (const [index, lang] of languages.entries()) {
    test(`without scripts, the form of each style gives what the API gives: ${lang}`, async () => {
      const page = await withoutScripts.open({ hasScripts: false })
      const text = `\n${hardText}\n\nsecond line`
      // Each style in one of the languages.
      for (const slug of slugs.filter((_slug, place) => place % languages.length === index)) {
        const path = `/${lang}/${entryOf(slug, lang).page}`
        await open(page, { name: slug, path, status: 200 })
        await fillIn(page, text)
        const output = await page.evaluate(`document.querySelector('.specimen').textContent`)
        assert.equal(output, await generate({ slug, lang, text }), path)
      }
    })
  }

  /** Checks a page in light and dark colours. */
  const examine = async (page: Page): Promise<void> => {
    const path = String(await page.evaluate('location.href'))
    await whenSettled(page)
    // Axe does not see rows that are not drawn.
    await showAll(page)
    assert.deepEqual(await findWithAxe(page), [], path)
    await showAll(page, { isDark: true })
    assert.deepEqual(await findWithAxe(page, ['color-contrast']), [], path)
    assert.deepEqual(await colouredSamplesOf(page), [], path)
  }

  for (const lang of ['', ...languages]) {
    test(`axe and the browser have no complaints: ${lang || 'others'}`, async () => {
      const page = await openPage()
      for (const kind of allKinds.filter(({ language }) => (language ?? '') === lang)) {
        await open(page, kind)
        await examine(page)
      }
    })
  }

  test('axe finds nothing on pages of status 405 and 429', async () => {
    const page = await openPage()
    const origin = `http://127.0.0.1:${(await limited).port}`
    for (const lang of languages) {
      await page.goto(`${origin}/${lang}/`)
      const post = `Object.assign(document.forms[0], { method: 'post' }).submit()`
      assert.equal(await page.follow(() => page.evaluate(post)), 405)
      await examine(page)
      while ((await page.goto(`${origin}/${lang}/?text=a`)) !== 429) assert.equal(lang, 'en')
      await examine(page)
    }
  })

  test('everything fits into a window of 320 pixels, and on paper', async () => {
    for (const view of [{ width: 320 }, { width: 320, isPrint: true }, { width: 640 }]) {
      const page = await openPage(view)
      for (const kind of allKinds) {
        await open(page, kind)
        assert.deepEqual(await overhangOf(page), [], kind.path)
      }
    }
  })

  test('the menu of languages has one line for each', async () => {
    for (const width of [320, 1280]) {
      const page = await openPage({ width })
      await open(page, kindsOfPages('tr')[0] ?? assert.fail())
      const lines = await page.evaluate(`document.querySelector('.menu').open = true,
        [...document.querySelectorAll('.menu li > *')].map((name) =>
          Math.round(name.clientHeight / parseFloat(getComputedStyle(name).lineHeight)))`)
      assert.deepEqual(lines, languages.map(() => 1), String(width))
    }
  })

  test('the widest drawings keep their lines in narrow windows, and are copied whole', async () => {
    const text = `${'M'.repeat(20)} ${'word '.repeat(20)}😀`
    const query = `?${new URLSearchParams({ text })}`
    for (const width of [320, 390]) {
      const page = await openPage({ width })
      for (const slug of ['big-blocks', 'big-lines', 'box-double', 'speech-bubble', 'staircase']) {
        const path = `/en/${entryOf(slug, 'en').page}${query}`
        await open(page, { name: slug, path, status: 200 })
        await whenSettled(page)
        assert.deepEqual(await overhangOf(page), [], path)
        const output = await generate({ slug, lang: 'en', text })
        const lines = output.split('\n').length
        assert.deepEqual(await drawnLinesOf(page), { '.specimen': lines, '.profile p + p': lines })
        await page.click('.stage .copy')
        await untilCopied(page)
        assert.equal(await page.readClipboard(), output)
      }
      await open(page, { name: 'list', path: `/en/${query}`, status: 200 })
      await whenSettled(page)
      await showAll(page, { width })
      assert.deepEqual(await overhangOf(page), [])
      const cut = `[...document.querySelectorAll('.rows .lines')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((sample) => sample.closest('li').querySelector('a').textContent)`
      assert.deepEqual(await page.evaluate(cut), [])
    }
  })
})

/** Returns the number of lines, broken or not, of the result and of that in the profile. */
function drawnLinesOf(page: Page): Promise<unknown> {
  return page.evaluate(`Object.fromEntries(['.specimen', '.profile p + p'].map((selector) => {
    const element = document.querySelector(selector)
    const range = new Range()
    range.selectNodeContents(element)
    const { lineHeight } = getComputedStyle(element)
    return [selector, Math.round(range.getBoundingClientRect().height / parseFloat(lineHeight))]
  }))`)
}

function untilCopied(page: Page): Promise<void> {
  return until(page, `document.querySelector('.stage.copied') !== null`)
}
