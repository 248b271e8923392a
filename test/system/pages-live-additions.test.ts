import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { withoutBrowser } from '../support/browser.ts'
import type { Page } from '../support/browser.ts'
import { liveForSuite, pathOf, put, until, whenLive, whenShown } from '../support/live-pages.ts'
import { samplesOf } from '../support/page-checks.ts'

const stage = `document.querySelector('.specimen').textContent`
const boxes = `[...document.querySelectorAll('[name=then]')]`

describe('styles to add', { skip: withoutBrowser, concurrency: 1 }, () => {
  const { openLive, goLive, generate } = liveForSuite()
  const box = (slug: string): string => `[name=then][value=${slug}]`
  const outputOf = async (page: Page): Promise<string> => String(await page.evaluate(stage))

  test('apply at once on the page of a style, with a text and without', async () => {
    const page = await openLive(pathOf('script', 'tr'))
    const alone = await outputOf(page)
    await page.click(box('underline'))
    await until(page, `${stage} !== ${JSON.stringify(alone)}`)
    await put(page, 'İyi günler')
    await page.click(box('wrap-wings'))
    const expected = { slug: 'script', text: 'İyi günler', lang: 'tr' }
    const then = 'underline,wrap-wings'
    await until(page, `${stage} === ${JSON.stringify(await generate({ ...expected, then }))}`)
    await page.click(box('wrap-wings'))
    await page.click(box('underline'))
    await until(page, `${stage} === ${JSON.stringify(await generate(expected))}`)
    assert.deepEqual(page.messages, [])
  })

  test('are at most three', async () => {
    const page = await openLive(pathOf('bold-sans', 'en'))
    for (const slug of ['underline', 'strikethrough', 'wrap-wings']) await page.click(box(slug))
    const free = `${boxes}.filter((box) => !box.disabled).map((box) => box.value).join()`
    assert.equal(await page.evaluate(free), 'strikethrough,underline,wrap-wings')
    await page.click(box('underline'))
    assert.equal(await page.evaluate(`${boxes}.some((box) => box.disabled)`), false)
  })

  test('are in the links that are shared, and on the pages that follow', async () => {
    const page = await openLive(`${pathOf('bold-sans', 'fr')}#t=Ete&then=strikethrough,wrap-wings`)
    const fields = { text: 'Ete', lang: 'fr', then: 'strikethrough,wrap-wings' }
    assert.equal(await outputOf(page), await generate({ slug: 'bold-sans', ...fields }))
    const next = pathOf('script', 'fr')
    await goLive(page, next)
    assert.equal(await outputOf(page), await generate({ slug: 'script', ...fields }))
    // The list adds one style.
    await goLive(page, '/fr/')
    const select = `document.querySelector('select[name=then]')`
    assert.equal(await page.evaluate(`${select}.value`), 'strikethrough')
    await page.evaluate(`(() => {
      ${select}.value = 'sep-hearts'
      ${select}.dispatchEvent(new Event('change'))
    })()`)
    await whenShown(page)
    const rows = await samplesOf(page)
    for (const slug of ['bold-serif', 'uppercase', 'slash', 'wrap-wings', 'morse']) {
      const then = slug === 'morse' ? '' : 'sep-hearts'
      const text = await generate({ slug, ...fields, then })
      assert.ok(rows.some((row) => row.text === text), `${slug}: ${text}`)
    }
    await page.follow(() => page.click(`.rows a[href^="${next.slice(4)}"]`))
    await whenLive(page)
    const then = 'sep-hearts'
    assert.equal(await outputOf(page), await generate({ slug: 'script', ...fields, then }))
    assert.deepEqual(page.messages, [])
  })
})
