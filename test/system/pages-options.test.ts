import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { findWithAxe } from '../support/axe.ts'
import { drawBoxes } from '../support/draw-boxes.ts'
import { samplesOf } from '../support/page-checks.ts'
import type { Page } from '../support/page.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { words } = loadShipped()
const isOn = `$('[name=accents]').checked`
const result = `$('.specimen').textContent`

describePages('the options of live pages:', {}, ({ visit, generate }) => {
  for (const lang of languages) {
    visit(`symbols have names, and are inserted at the cursor: ${lang}`, [
      `/${lang}/`, pathOf('zalgo', lang),
    ], async (page) => {
      assert.ok(!page.requests.some((url) => url.includes('symbols')))
      await page.put('abc')
      await page.evaluate(`$('#text').setSelectionRange(1, 2)`)
      const button = `$('.options [aria-expanded]')`
      await page.evaluate(`${button}.click()`)
      await page.until(`$('.symbols')?.checkVisibility()`)
      const symbols = words.texts(lang).get('symbols')?.split('|') ?? []
      const [one, other] = symbols.map(([symbol]) => symbol)
      const named = `$$('.symbols button').map((one) => one.textContent + ' ' + one.ariaLabel)`
      await page.equals(named, symbols)
      await page.click('.symbols button')
      await page.click('.symbols button:nth-child(2)')
      await page.equals(`$('#text').value`, `a${one}${other}c`)
      await page.until(`$('bdi').textContent.includes('${other}')`)
      const rules = ['button-name', 'aria-allowed-attr', 'aria-required-children']
      assert.deepEqual(await findWithAxe(page, rules), [])
      await page.evaluate(`${button}.click()`)
      await page.until(`!$('.symbols').checkVisibility()`)
    })
  }

  const box = (slug: string): string => `[name=then][value=${slug}]`

  visit('styles to add apply at once, also to a sample', pathOf('script', 'tr'), async (page) => {
    const alone = JSON.stringify(await page.evaluate(result))
    const fields = { slug: 'script', text: 'İyi günler', lang: 'tr' }
    const shows = async (then: string): Promise<void> =>
      page.until(`${result} === ${JSON.stringify(await generate({ ...fields, then }))}`)
    await page.click(box('underline'))
    await page.until(`${result} !== ${alone}`)
    await page.put(fields.text)
    await page.click(box('wrap-wings'))
    await shows('underline,wrap-wings')
    await page.click(box('wrap-wings'))
    await page.click(box('underline'))
    await shows('')
  })

  visit('styles to add are at most three', pathOf('bold-sans', 'en'), async (page) => {
    for (const slug of ['underline', 'strikethrough', 'wrap-wings']) await page.click(box(slug))
    await page.equals(`$$('[name=then]:enabled').map((box) => box.value).join()`,
      'strikethrough,underline,wrap-wings')
    await page.click(box('underline'))
    await page.equals(`$('[name=then]:disabled')`, null)
  })

  visit('styles to add are in the links that are shared, and on the pages that follow', [
    `${pathOf('bold-sans', 'fr')}#t=Ete&then=strikethrough,wrap-wings`,
  ], async (page) => {
    const fields = { text: 'Ete', lang: 'fr', then: 'strikethrough,wrap-wings' }
    await page.equals(result, await generate({ slug: 'bold-sans', ...fields }))
    await page.goto(pathOf('script', 'fr'))
    await page.equals(result, await generate({ slug: 'script', ...fields }))
    // The list adds one style.
    await page.goto('/fr/')
    await page.equals(`$('select[name=then]').value`, 'strikethrough')
    const then = 'sep-hearts'
    await page.choose('then', then)
    await page.whenShown()
    const rows = (await samplesOf(page)).map(({ text }) => text)
    for (const slug of ['bold-serif', 'uppercase', 'slash', 'wrap-wings', 'morse']) {
      const text = await generate({ slug, ...fields, then: slug === 'morse' ? '' : then })
      assert.ok(rows.includes(text), `${slug}: ${text}`)
    }
    const link = `.rows a[href^="${pathOf('script', 'fr').slice(4)}"]`
    await page.followLive(() => page.click(link))
    await page.equals(result, await generate({ slug: 'script', ...fields, then }))
  })

  const name = 'the switch for accents'
  visit(`${name} turns itself on, and leaves no boxes`, '/es/', async (page, _, t) => {
    for (const text of ['senor', 'cancion, Hello 1']) {
      await page.put(text)
      await page.whenSettled()
      await page.equals(isOn, false, text)
    }
    const before = [await textsIn(page, 'senor cancion'), await textsIn(page, 'señor canción')]
    await page.until(isOn)
    assert.match(await page.said(), /navegador/)
    await page.whenShown()
    const texts = [...before, (await samplesOf(page)).map(({ text }) => text)]
    const boxes = await drawBoxes([...new Set(texts.flat().flatMap(clustersOf))])
    const [plain = [], styled = [], left = []] = texts.map((rows) =>
      rows.map((row) => clustersOf(row).filter((cluster) => boxes.has(cluster)).length))
    for (const [row, count] of left.entries()) {
      assert.ok(count <= (plain[row] ?? 0), `${texts[1]?.[row]} became ${texts[2]?.[row]}`)
    }
    const sums = [plain, styled, left].map((all) => all.reduce((sum, count) => sum + count, 0))
    t.diagnostic(`boxes without accents, before and after the switch: ${sums.join(', ')}`)
    assert.ok((sums[1] ?? 0) > (sums[0] ?? 0) + 100)
  })

  visit(`${name} stays as the visitor left it`, '/es/', async (page) => {
    const assertStaysOff = async (text: string): Promise<void> => {
      await page.click('[name=accents]')
      await page.put(text)
      await page.whenSettled()
      await page.equals(isOn, false)
    }
    // The pages of a tab share the choice.
    const goAnew = async (path: string): Promise<void> => {
      await page.evaluate('sessionStorage.clear()')
      await page.goto(path)
    }
    await page.put('señor')
    await page.until(isOn)
    await assertStaysOff('canción señor ü')
    // Also if the visitor used it before anything was typed.
    await goAnew(pathOf('bold-serif', 'fr'))
    await page.click('[name=accents]')
    await assertStaysOff('garçon')
    await goAnew(pathOf('bold-serif', 'tr'))
    await page.put('güneş')
    await page.until(isOn)
    await assertStaysOff('güneş çiçek')
    // The text of a link is examined, too.
    await goAnew('/es/#t=se%C3%B1or')
    await page.until(isOn)
  })

  visit(`${name} stays off if every letter has a font`, '/es/', async (page) => {
    // Only the code point that no font has is still drawn as a box.
    await page.evaluate(`const { fillText } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        fillText.call(this, text === '\\u{10fffd}' ? text : 'a', ...place)
      }`)
    await page.put('señor ğüneş garçon')
    await page.whenSettled()
    await page.equals(isOn, false)
    assert.equal(await page.said(), '')
  })
})

/** Returns the rows for a text at once, before the pause in which the switch may turn itself on. */
async function textsIn(page: Page, text: string): Promise<readonly string[]> {
  const texts = await page.evaluate(`(async () => {
    $('#text').value = ${JSON.stringify(text)}
    $('#text').dispatchEvent(new InputEvent('input'))
    do await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
    while (performance.getEntriesByName('shown').length === 0)
    return $$('#styles .rows bdi').map((bdi) => bdi.textContent)
  })()`)
  return texts as readonly string[]
}

/** Returns the letters with marks: Chromium draws each of them with one font. */
function clustersOf(text: string): readonly string[] {
  return text.match(/[^\p{M}\s][\p{M}\u200c]+/gu) ?? []
}
