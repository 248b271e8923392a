import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { readStrip } from '../../lib/pages/symbols.ts'
import { findWithAxe } from '../support/axe.ts'
import { accentChoices, mayShowBoxes } from '../../lib/engine/drawn-apart.ts'
import { slugs } from '../support/catalogue-files.ts'
import { drawBoxes } from '../support/draw-boxes.ts'
import { samplesOf, wordsOf } from '../support/page-checks.ts'
import { describePages, pathOf, styled } from '../support/page-suite.ts'
import { someOf } from '../support/rounds.ts'

const result = `$('.specimen').textContent`

describePages('the options of live pages:', {}, ({ visit, generate }) => {
  for (const [index, lang] of languages.entries()) {
    const places = someOf([`/${lang}/`, pathOf('zalgo', lang)], 1, index % 2)
    visit(`symbols have names, and are inserted at the cursor: ${lang}`, places, async (page) => {
      assert.ok(!page.requests.some((url) => url.includes('symbols')))
      await page.put('abc')
      await page.evaluate(`$('#text').setSelectionRange(1, 2)`)
      const button = `$('.options [aria-expanded]')`
      await page.evaluate(`${button}.click()`)
      await page.until(`$('.symbols')?.checkVisibility()`)
      const symbols = readStrip(lang)
      const [one, other] = symbols.map(([symbol]) => symbol)
      await page.equals(`$$('.symbols button').map((one) => [one.textContent, one.firstChild.ariaLabel])`,
        symbols)
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

  const box = (slug: string): string => `.frames [value=${slug}]`

  visit('styles to add apply at once, also to a sample', [
    pathOf('small-caps', 'tr'),
  ], async (page) => {
    const alone = JSON.stringify(await page.evaluate(result))
    const fields = { slug: 'small-caps', text: 'Kolay gelsin', lang: 'tr' }
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

  const chosen = `$$('.frames :checked').map((box) => box.value).join()`

  visit('frames are in sight, and one of each kind is added at a time', {
    at: someOf(languages, 2).flatMap((lang) => [`/${lang}/`, pathOf('bold-sans', lang)]),
    views: someOf([{ width: 390, height: 844, isTouched: true }, { width: 320 }, {}], 2),
  }, async (page) => {
    await page.put('Ana')
    const none = `$('.frames button').ariaPressed`
    await page.equals(`[${none}, ${chosen}]`, ['true', ''])
    // The colours of the page, which axe does not see under the boxes
    await page.equals(`new Set([document.body, ...$$('.frames label > span')].map((one) =>
      getComputedStyle(one).color)).size`, 1)
    await page.equals(`$$('.frames > *').filter((one) => {
      const { width, height, right } = one.getBoundingClientRect()
      return right <= innerWidth && width >= 44 && height >= 36
    }).length >= 4`, true)
    const shown = `$('.specimen, #popular bdi').textContent`
    const alone = String(await page.evaluate(shown))
    for (const [slug, slugs, text] of [
      ['wrap-wings', 'wrap-wings', `꧁ ${alone} ꧂`],
      ['wrap-tibetan', 'wrap-tibetan', `༺ ${alone} ༻`],
      ['underline', 'wrap-tibetan,underline', ''],
      ['strikethrough', 'wrap-tibetan,strikethrough', ''],
      ['wrap-tibetan', 'strikethrough', ''],
    ] as const) {
      await page.click(box(slug))
      await page.equals(`[${none}, ${chosen}]`, ['false', slugs])
      if (text !== '') await page.until(`${shown} === ${JSON.stringify(text)}`)
    }
    await page.click('.frames button')
    await page.equals(`[${none}, ${chosen}]`, ['true', ''])
    await page.until(`${shown} === ${JSON.stringify(alone)}`)
  })

  const own = `$$('.own input').map(({ value }) => value)`

  visit('own signs are added to all rows, and taken along', {
    at: someOf(languages, 1).map((lang) => `/${lang}/`),
    views: [{ width: 390, height: 844, isTouched: true }, {}],
  }, async (page, path) => {
    const bold = `$$('.rows .sample').map((one) => one.textContent)`
    const has = (text: string): Promise<unknown> =>
      page.until(`${bold}.includes(${JSON.stringify(text)})`)
    await page.put('Ana')
    await page.equals(`$('.own').checkVisibility()`, false)
    await page.click('.frames [aria-expanded]')
    await page.until(`$('.own').checkVisibility()`)
    await page.equals(`$('.frames [aria-expanded]').ariaExpanded`, 'true')
    await page.put('★彡', '[name=around]')
    await has('★彡𝐀𝐧𝐚彡★')
    await page.put('♥', '[name=between]')
    await has('★彡𝐀♥𝐧♥𝐚彡★')
    await page.equals(`$$('.frames [aria-pressed]').map((one) => one.ariaPressed)`,
      ['false', 'true'])
    assert.deepEqual(await findWithAxe(page, ['label', 'aria-allowed-attr']), [])
    await page.equals('document.documentElement.scrollWidth <= innerWidth', true)
    await page.goto(path)
    await has('★彡𝐀♥𝐧♥𝐚彡★')
    // A frame takes the place of signs around the text.
    await page.click(box('wrap-wings'))
    await has('꧁ 𝐀♥𝐧♥𝐚 ꧂')
    await page.equals(own, ['', '♥'])
    await page.evaluate(`location.hash = 't=Ana&around=%3C3%20%0A%E2%80%AE%3E&between='`)
    await has('<3𝐀𝐧𝐚>')
    await page.click('.frames button')
    await has('𝐀𝐧𝐚')
    await page.equals(own, ['', ''])
  })

  visit('styles to add are in the links that are shared, and on the pages that follow', [
    `${pathOf('small-caps', 'fr')}#t=Ete&then=strikethrough,wrap-wings`,
  ], async (page) => {
    const fields = { text: 'Ete', lang: 'fr', then: 'strikethrough,wrap-wings' }
    await page.equals(result, await generate({ slug: 'small-caps', ...fields }))
    await page.goto(pathOf('upside-down', 'fr'))
    await page.equals(result, await generate({ slug: 'upside-down', ...fields }))
    await page.goto('/fr/')
    await page.equals(chosen, 'wrap-wings,strikethrough')
    await page.click(box('sep-hearts'))
    await page.click(box('wrap-wings'))
    await page.whenShown()
    const then = 'strikethrough,sep-hearts'
    const rows = (await samplesOf(page)).map(({ text }) => text)
    for (const slug of ['small-caps', 'uppercase', 'slash', 'wrap-wings', 'morse']) {
      // A frame takes no marks, and a code nothing.
      const taken = { 'wrap-wings': 'sep-hearts', morse: '' }[slug] ?? then
      const text = await generate({ slug, ...fields, then: taken })
      assert.ok(rows.includes(text), `${slug}: ${text}`)
    }
    const link = `.rows a[href^="${pathOf('upside-down', 'fr').slice(4)}"]`
    await page.followLive(() => page.click(link))
    await page.equals(result, await generate({ slug: 'upside-down', ...fields, then }))
  })

  const notes = `$$('#styles .rows [data-note]')
    .filter(({ dataset }) => dataset.note === ${wordsOf('accents-kept')}).length`

  visit('accented letters stay plain where they would be boxes, and only there', {
    at: someOf(languages, 2, 1).map((lang) => `/${lang}/`), views: [{ width: 390, height: 844 }],
  }, async (page, path) => {
    const lang = languages.find((one) => path === `/${one}/`) ?? 'en'
    await page.put('senor, Hello 1')
    await page.whenSettled()
    await page.equals(notes, 0)
    await page.put('García Muñoz, Élodie à Noël, Güneş Işık')
    const typed = await page.whenSettled().then(() => page.evaluate(`$('#text').value`))
    const rows = (await samplesOf(page)).map((row, index) => {
      const [own = '', plain = ''] = accentChoices.map((accents) => {
        return styled(slugs[index] ?? '', String(typed), lang, accents)
      })
      // A mark that stays was not drawn for its accent.
      const risky = clustersOf(own).filter((one) => !plain.includes(one) && mayShowBoxes(one))
      return { ...row, own, risky }
    })
    const family = String(await page.evaluate('getComputedStyle(document.body).fontFamily'))
    const boxes = await drawBoxes([...new Set(rows.flatMap(({ risky }) => risky))], { family })
    const hasBox = rows.filter(({ risky }) => risky.some((cluster) => boxes.has(cluster)))
    assert.ok(hasBox.length > 50 && hasBox.length < 300, String(hasBox.length))
    const told = rows.filter(({ isBoxed }) => !isBoxed)
    const wrong = told.filter((row) => hasBox.includes(row) !== (row.accents === 'plain'))
    assert.deepEqual(wrong.map(({ name }) => name), [])
    for (const { accents, own, text, name } of told) {
      assert.equal(text === own, accents === 'styled', name)
    }
  })

  visit('accented letters are styled if every letter has a font', '/es/', async (page) => {
    // Only the code point that no font has is still drawn as a box.
    await page.evaluate(`const { fillText } = CanvasRenderingContext2D.prototype
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        fillText.call(this, text === '\u{10fffd}' ? text : 'a', ...place)
      }`)
    await page.put('señor ğüneş garçon')
    await page.whenSettled()
    await page.equals(notes, 0)
    assert.equal(await page.said(), '')
  })

  visit('a limit that is pressed is kept, and rows say what is too long for it', {
    at: languages.map((lang) => pathOf('bold-sans', lang)), views: [{ width: 390, height: 844, isTouched: true }],
  }, async (page, path) => {
    const noted = `$$('.rows > li').filter((row) => row.checkVisibility())
      .map((row) => [row.querySelector('bdi').textContent, row.querySelector('a').dataset.note ?? ''])`
    const chip = '.limits li:nth-child(2) button'
    const assertSaid = async (isChosen: boolean): Promise<void> => {
      const rows = await page.evaluate(noted) as ReadonlyArray<readonly [string, string]>
      for (const [styled, note] of rows) {
        const isLong = isChosen && Buffer.byteLength(styled) > 32
        assert.equal(note.includes('Steam'), isLong, `${styled}: ${note}`)
      }
      assert.ok(!isChosen || rows.some(([, note]) => note.includes('Steam')))
    }
    await page.put('Valentina')
    await assertSaid(false)
    await page.click(chip)
    await page.whenShown()
    await page.equals(`$('${chip}').ariaPressed + (document.activeElement === $('${chip}'))`, 'truetrue')
    await assertSaid(true)
    const rules = ['button-name', 'aria-allowed-attr', 'target-size']
    assert.deepEqual(await findWithAxe(page, rules), [])
    await page.goto(path.slice(0, 4))
    await page.whenSettled()
    await assertSaid(true)
    await page.goto(path)
    await page.equals(`$('${chip}').ariaPressed`, 'true')
    await page.click(chip)
    await page.whenShown()
    await assertSaid(false)
    await page.goto(path.slice(0, 4))
    await page.whenSettled()
    await assertSaid(false)
  })

  visit('a random style has other versions, which its link names', [
    pathOf('zalgo', 'es'),
  ], async (page) => {
    const first = styled('zalgo', await page.put('Hola'), 'es')
    await page.equals(result, first)
    await page.evaluate(`$$('.options button')
      .find((one) => one.textContent === ${wordsOf('version-button')}).click()`)
    await page.until(`${result} !== ${JSON.stringify(first)}`)
    const other = await page.evaluate(result)
    await page.readClipboard()
    await page.evaluate(`$$('.options button').find((one) => one.textContent === 'Copiar enlace')
      .click()`)
    await page.untilSaid()
    const link = String(await page.readClipboard())
    assert.match(link, /#t=Hola&v=1$/)
    await page.goto('/en/')
    await page.goto(link)
    await page.equals(result, other)
    // The list shows what the service gives.
    await page.goto('/es/')
    const { text } = (await samplesOf(page))[slugs.indexOf('zalgo')] ?? {}
    assert.equal(text, first)
  })
})

/** Returns the letters with marks: Chromium draws each of them with one font. */
function clustersOf(text: string): readonly string[] {
  return text.match(/[^\p{M}\s][\p{M}\u200c]+/gu) ?? []
}
