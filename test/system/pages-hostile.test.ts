import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { languages, placeholdersOf } from '../../lib/catalogue/locale.ts'
import { categories } from '../../lib/engine/generator-file.ts'
import { browserForSuite, withoutBrowser } from '../support/browser.ts'
import { entryOf } from '../support/catalogue-files.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startInProcess } from '../support/in-process.ts'
import { whenLive } from '../support/live-pages.ts'
import { shapeOf } from '../support/page-checks.ts'
import { loadShipped } from '../support/shared-catalogue.ts'
import { startForSuite } from '../support/suite.ts'

/** Each fits into a name (40 code points) and has a letter: unchanged samples have other markup. */
const hostileTexts = [
  '<script>document.title=1</script>',
  '"><img src=x onerror="document.title=1">',
  "' autofocus onfocus='document.title=1",
  '</textarea></title><svg onload=alert()>',
  '--><b>bold</b><!-- a',
  ']]><a href="//evil.example">a</a>',
  '<!--<script>a',
  '&lt;i&gt; &#60;u&#62; &ampa',
  'javascript:document.title=1',
  'a\0<b>\x07\x1b c\x85',
  '\ud800<i>\udc00a\ud800',
  '{name}{count}{link}<a>{link_end}',
  '\u202ea\u2028<hr>\u2066\ufeff',
]

const pathsOfOperator = [
  ...['/', '/en/', '/tr/my-page', '/fr/my-page?text=a', '/es/nothing', '/en/api'],
]

/** Returns a harmless text that styles treat in the same way. */
function harmless(text: string): string {
  return text.replace(/[^A-Za-z0-9 ]/g, 'x')
}

describe('hostile words, in Chromium', { skip: withoutBrowser, concurrency: 3 }, () => {
  const service = startForSuite({ RATE_LIMIT: '0' })
  const browser = browserForSuite()

  test('of a request stay words', async () => {
    const page = await browser.open()
    const shapeAt = async (path: string): Promise<readonly string[]> => {
      await page.goto(`http://127.0.0.1:${(await service).port}${path}`)
      await whenLive(page)
      return shapeOf(page)
    }
    const bold = `/fr/${entryOf('bold-serif', 'fr').page}`
    const places: ReadonlyArray<(text: string) => string> = [
      (text) => `/es/?text=${text}`,
      (text) => `${bold}?text=${text}`,
      (text) => `${bold}?accents=${text}&text=a`,
      (text) => `/tr/?${text}=${text}&text=a`,
      (text) => `/en/?text=${text}${'a'.repeat(200)}`,
      // HTTP with a NUL in its path does not get here.
      (text) => `/en/${text.replaceAll('%00', '')}`,
      (text) => `${bold}/${text.replaceAll('%00', '')}?text=${text}`,
      (text) => `/en/api?${text}`,
      (text) => `/?${text}`,
    ]
    for (const place of places) {
      const expected = await shapeAt(place('Harmless'))
      for (const text of hostileTexts) {
        const path = place(encodeURIComponent(text.toWellFormed()))
        assert.deepEqual(await shapeAt(path), expected, path)
      }
    }
  })

  test('of an operator’s files stay words', async (t) => {
    const page = await browser.open()
    // A file with a lone surrogate is left out.
    for (const [index, text] of hostileTexts.map((one) => one.toWellFormed()).entries()) {
      // One is a style of the operator, the other one is shipped.
      const slug = index % 2 === 0 ? 'of-my-own' : 'bold-serif'
      const shapes: Array<readonly string[]> = []
      for (const words of [harmless(text), text]) {
        const { port } = await startInProcess(t, overlayWith(t, slug, words))
        const shapesOfPages: string[] = []
        for (const path of pathsOfOperator) {
          await page.goto(`http://127.0.0.1:${port}${path}`)
          await whenLive(page)
          shapesOfPages.push(path, ...(await shapeOf(page)))
        }
        shapes.push(shapesOfPages)
      }
      assert.deepEqual(shapes[1], shapes[0], text)
    }
  })
})

/** Writes an operator's files, with these words in every text; returns the settings for them. */
function overlayWith(t: TestContext, slug: string, words: string): Record<string, string> {
  const folder = temporaryFolder(t)
  const [generatorsFolder, localesFolder] = [join(folder, 'generators'), join(folder, 'locales')]
  mkdirSync(generatorsFolder)
  mkdirSync(localesFolder)
  const own = {
    ...{ category: 'mathematical', position: 5, sample: words },
    operations: [{ type: 'wrap', before: words, after: words }],
  }
  writeFileSync(join(generatorsFolder, 'of-my-own.json'), JSON.stringify(own))
  for (const language of languages) {
    const locale = {
      generators: { [slug]: { name: words, page: 'my-page', aliases: [words] } },
      categories: Object.fromEntries(categories.map((category, n) => [category, `${n}${words}`])),
      pages: Object.fromEntries(
        [...loadShipped().words.texts('en')].map(([key, text]) => {
          return [key, words + placeholdersOf(text).map((place) => `{${place}}`).join('')]
        }),
      ),
    }
    writeFileSync(join(localesFolder, `${language}.json`), JSON.stringify(locale))
  }
  return { GENERATORS_DIR: generatorsFolder, LOCALES_DIR: localesFolder }
}
