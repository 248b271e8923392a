import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { entryOf, slugs } from '../support/catalogue-files.ts'
import { focus, liveForSuite, put, statusOf, until, untilSaid } from '../support/live-pages.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue, words } = loadShipped()

/** What people type on any keyboard, and a style that they mean by it. */
const asTyped: ReadonlyArray<readonly [Language, slug: string, asked: readonly string[]]> = [
  ['en', 'alternating-case', ['SPONGEBOB', 'spongebob', 'alternating-case']],
  ['en', 'upside-down', [' upside  down ', 'down upside', 'upside-down']],
  ['es', 'bold-sans', ['negrita', 'NEGRITAS', 'negrita sin serifa']],
  ['es', 'bold-serif', ['negrita serifa', 'negritas con serifa']],
  ['fr', 'strikethrough', ['barré', 'BARRÉ', 'barre', 'textes barrés', 'e\u0301criture barre']],
  ['tr', 'strikethrough', ['ÜSTÜ ÇİZİLİ', 'üstü çizili', 'ustu cizili', 'USTU CIZILI']],
]

/** Names that no style has, in two spellings. */
const unknown: ReadonlyArray<readonly [Language, asked: readonly string[]]> = [
  ['es', ['árabe', 'arabe']],
  ['fr', ['cœur barré', 'coeur barre']],
]

describe('the search of live pages', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive } = liveForSuite()

  const openSearch = async (lang: Language): Promise<Page> => {
    const page = await openLive(`/${lang}/`)
    await focus(page, '#search')
    await until(page, `performance.getEntriesByType('resource').some(({ name, responseEnd }) =>
      name.includes('words-') && responseEnd > 0)`)
    return page
  }

  for (const lang of languages) {
    test(`finds each style by its name, slug, other names and category: ${lang}`, async () => {
      const page = await openSearch(lang)
      const asked = [...catalogue.values()].flatMap((generator, place) => {
        const { name, aliases } = generator.entry(lang)
        const category = words.categoryName(generator.data.category, lang)
        return [name, generator.slug, ...aliases, category].map((one) => [one, place] as const)
      })
      assert.ok(asked.length > 4 * slugs.length)
      assert.deepEqual(await lostOf(page, asked), [])
      assert.deepEqual(page.messages, [])
    })
  }

  test('finds words as people type them', async () => {
    for (const lang of languages) {
      const page = await openSearch(lang)
      for (const [, slug, ways] of asTyped.filter(([one]) => one === lang)) {
        for (const asked of ways) {
          await put(page, asked, '#search')
          const found = await foundIn(page)
          assert.ok(found.includes(entryOf(slug, lang).name), `${asked}: ${found.join(', ')}`)
          assert.ok(found.length < slugs.length / 4, `${asked}: ${found.length}`)
        }
      }
      for (const [, ways] of unknown.filter(([one]) => one === lang)) {
        for (const asked of ways) {
          await put(page, asked, '#search')
          assert.deepEqual(await foundIn(page), [], asked)
          assert.notEqual(await statusOf(page), '')
        }
      }
      await page.close()
    }
  })

  test('announces the count after a pause, and at once that nothing was found', async () => {
    const page = await openSearch('es')
    const all = slugs.length
    // A message during typing would interrupt what a screen reader says of the typed text.
    await page.evaluate(`window.said = []
      new MutationObserver(() => said.push([document.getElementById('status').textContent,
        Math.round(performance.now() - window.typed)]))
        .observe(document.getElementById('status'), { childList: true, characterData: true })`)
    for (const asked of ['n', 'ne', 'neg', 'negri']) {
      await page.evaluate('void (window.typed = performance.now())')
      await put(page, asked, '#search')
    }
    const count = (await foundIn(page)).length
    await untilSaid(page)
    assert.match(await statusOf(page), new RegExp(`: ${count}$`))
    const said = (await page.evaluate('window.said')) as Array<[string, number]>
    assert.deepEqual(said.map(([words]) => words).filter((words) => words !== ''), [
      await statusOf(page),
    ])
    assert.ok((said.at(-1)?.[1] ?? 0) >= 500, JSON.stringify(said))
    await put(page, 'qqqq', '#search')
    assert.match(await statusOf(page), /\p{L}+\.$/u)
    assert.deepEqual(await foundIn(page), [])
    const headings = `[...document.querySelectorAll('#styles h2, .jump a')]
      .filter((one) => one.checkVisibility()).length`
    assert.equal(await page.evaluate(headings), 0)
    await focus(page, '#search')
    await page.press('Escape')
    assert.equal((await foundIn(page)).length, all)
    assert.equal(await statusOf(page), '')
    assert.deepEqual(page.messages, [])
  })
})

/** Returns the names of the visible rows. */
async function foundIn(page: Page): Promise<readonly string[]> {
  const names = await page.evaluate(`[...document.querySelectorAll('#styles li')]
    .filter((row) => row.checkVisibility())
    .map((row) => row.querySelector('a').textContent)`)
  return names as readonly string[]
}

/** Returns the words that do not find the style at their index of the list. */
async function lostOf(
  page: Page,
  asked: ReadonlyArray<readonly [words: string, place: number]>,
): Promise<unknown> {
  return page.evaluate(`(async () => {
    // Thousands of words would have to wait for frames.
    window.requestAnimationFrame = (act) => { queueMicrotask(act); return 1 }
    const field = document.querySelector('#search')
    const rows = [...document.querySelectorAll('#styles li')]
    const lost = []
    for (const [words, place] of ${JSON.stringify(asked)}) {
      field.value = words
      field.dispatchEvent(new InputEvent('input'))
      await new Promise((resolve) => queueMicrotask(resolve))
      if (rows[place].hidden) lost.push(words)
    }
    return lost
  })()`)
}
