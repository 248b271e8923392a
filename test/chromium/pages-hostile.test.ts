import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { languages, placeholdersOf } from '../../lib/catalogue/locale.ts'
import { categories } from '../../lib/engine/generator-file.ts'
import { temporaryFolder } from '../support/folders.ts'
import { startInProcess } from '../support/in-process.ts'
import { write } from '../support/own-files.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import { someOf } from '../support/rounds.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

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

describePages('hostile words, in Chromium', { concurrency: 3 }, ({ visit }) => {
  const bold = pathOf('bold-serif', 'fr')
  const places: ReadonlyArray<(text: string) => string> = [
    (text) => `/es/?text=${text}`,
    (text) => `${bold}?text=${text}`,
    (text) => `${bold}?accents=${text}&text=a`,
    (text) => `/tr/?${text}=${text}&text=a`,
    (text) => `/en/?text=${text}${'a'.repeat(50)}`,
    // HTTP with a NUL in its path does not get here.
    (text) => `/en/${text.replaceAll('%00', '')}`,
    (text) => `${bold}/${text.replaceAll('%00', '')}?text=${text}`,
    (text) => `/en/api?${text}`,
    (text) => `/?${text}`,
  ]
  visit('of a request stay words', places.map((place) => place('Harmless')), async (page, path) => {
    const place = places.find((one) => one('Harmless') === path) ?? assert.fail()
    const expected = await page.evaluate(shape)
    for (const text of someOf(hostileTexts, 4, places.indexOf(place))) {
      await page.goto(place(encodeURIComponent(text.toWellFormed())))
      await page.equals(shape, expected, text)
    }
  })

  visit('of an operator’s files stay words', '/', async (page, _path, t) => {
    // A file with a lone surrogate is left out.
    const texts = hostileTexts.map((text) => text.toWellFormed())
    // Styles treat a text in the same way if its signs are letters.
    const harmless = texts.map((text) => text.replace(/[^A-Za-z0-9 ]/g, 'x'))
    for (const first of someOf([...texts.keys()], 3)) {
      // One is a style of the operator, the other one is shipped.
      const slug = first % 2 === 0 ? 'of-my-own' : 'bold-serif'
      const shapes: unknown[][] = []
      for (const words of [harmless, texts]) {
        const { port } = await startInProcess(t, overlayWith(t, slug, words, first))
        const shapesOfPages: unknown[] = []
        for (const path of pathsOfOperator) {
          await page.goto(`http://127.0.0.1:${port}${path}`)
          shapesOfPages.push(await page.evaluate(shape))
        }
        shapes.push(shapesOfPages)
      }
      assert.deepEqual(shapes[1], shapes[0], texts[first])
    }
  })
})

/**
 * The elements with their attributes, and without their words. Samples are one kind: whether they
 * are images or text depends on the words, and so does which rows are folded.
 */
const shape = `$$('*').flatMap((element) => {
  if (element.matches('span:is(.sample, .specimen) > bdi')) return []
  if (element.matches('.sample, .specimen')) return ['sample']
  if (element.matches('.unchanged li, .unchanged li > a')) return []
  if (element.matches('.unchanged')) return ['unchanged']
  // Where there is no page, the closest style is named.
  if (element.matches('h1 + .lead > a[href^="../"]')) return []
  // A text that is a code gets the offer of its decoder.
  if (element.matches('.offer, .offer *')) return []
  const told = ['href', 'src', 'action', 'rel', 'type', 'name', 'http-equiv']
  const attributes = [...element.attributes].flatMap(({ name, value }) => {
    // The bar has no height at first.
    if (name === 'style' && element === document.documentElement) return []
    // A row notes which signs of the text its font lacks.
    if (['class', 'data-note'].includes(name)) return []
    // The name of the folder depends on the names of the styles.
    const address = value.replace(location.origin, '').replace(/\\?.*/s, '?')
      .replace(/assets\\/[^/]+/, 'assets')
    return told.includes(name) ? name + '=' + address : name
  })
  return [[element.localName, ...attributes].join(' ')]
})`

/** Writes an operator's files, with these words in turn in their texts; returns their settings. */
function overlayWith(
  t: TestContext,
  slug: string,
  all: readonly string[],
  first: number,
): Record<string, string> {
  const folder = temporaryFolder(t)
  const wordsAt = (place: number): string => all[(first + place) % all.length] ?? ''
  const words = wordsAt(0)
  const texts = [...loadShipped().words.texts('en')].map(([key, text], place) => {
    // An address may have no signs.
    if (key === 'symbols-page') return [key, text] as const
    // Other placeholders than those of the shipped text stop a start.
    const hostile = wordsAt(place).replaceAll(/\{[a-z_]+\}/g, '')
    return [key, hostile + placeholdersOf(text).map((name) => `{${name}}`).join('')] as const
  })
  const locale = {
    generators: { [slug]: { name: words, page: 'my-page', aliases: [words] } },
    categories: Object.fromEntries(categories.map((name, n) => [name, `${n}${wordsAt(n)}`])),
    pages: Object.fromEntries(texts),
  }
  write(folder, {
    'generators/of-my-own.json': {
      ...{ category: 'mathematical', position: 5, sample: words },
      operations: [{ type: 'wrap', before: words, after: words }],
    },
    ...Object.fromEntries(languages.map((language) => [`locales/${language}.json`, locale])),
  })
  return { GENERATORS_DIR: join(folder, 'generators'), LOCALES_DIR: join(folder, 'locales') }
}
