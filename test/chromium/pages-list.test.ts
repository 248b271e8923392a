import assert from 'node:assert/strict'
import { listedOf } from '../../lib/catalogue/catalogue.ts'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { atOnce } from '../../lib/http/turn.ts'
import { findFirstStyles } from '../../lib/pages/first-styles.ts'
import { findWithAxe } from '../support/axe.ts'
import { entryOf } from '../support/catalogue-files.ts'
import { describePages, pathOf, styled } from '../support/page-suite.ts'
import type { Page } from '../support/page.ts'
import { someOf } from '../support/rounds.ts'
import { loadShipped, shippedRank } from '../support/shared-catalogue.ts'

const shipped = loadShipped()
const { catalogue, words } = shipped
const activeId = 'document.activeElement.id'
const phone = { width: 390, height: 844, isTouched: true }

/** Returns the name of a button in the line of what is kept. */
const nameOf = '({ ariaLabel, firstChild }) => ariaLabel ?? firstChild.textContent'

/** Returns the names of the rows that are shown, except for those above all others. */
const foundIn = (page: Page): Promise<readonly string[]> =>
  page.texts('#found a, #styles .rows a')

/** Waits until the page knows which styles show boxes; resolves to their names. */
async function findBoxed(page: Page): Promise<ReadonlySet<unknown>> {
  const names = `$$('#styles [data-note]').map((link) => link.textContent)`
  await page.until(`${names}.length > 4`)
  await page.pass(500)
  return new Set((await page.evaluate(names)) as readonly unknown[])
}

/** Returns names with those last of styles that show boxes. */
function boxedLast(names: readonly string[], boxed: ReadonlySet<unknown>): readonly string[] {
  return [false, true].flatMap((isLast) => names.filter((name) => boxed.has(name) === isLast))
}

const isCountBelow =
  `count.getBoundingClientRect().top >= $('#search').getBoundingClientRect().bottom`

describePages('the search of live pages', {}, ({ visit }) => {
  for (const lang of languages) {
    visit(`shows what the ranking finds, in its order: ${lang}`, `/${lang}/`, async (page) => {
      await page.goToSearch()
      const boxed = await findBoxed(page)
      const rank = shippedRank(lang)
      const names = listedOf(catalogue).map(({ entry }) => entry(lang).name)
      const asked = ['bold', 'CURSIVE', 'zalgo', 'letter', 'glich', 'x', 'qwxzkj', '★']
      for (const one of [...asked, names[100] ?? '']) {
        await page.put(one, '#search')
        const { styles, isUnknown } = rank(one)
        const found = styles.flatMap((index) => names[index] ?? [])
        const expected = boxedLast(found, boxed)
        assert.deepEqual(await foundIn(page), expected, one)
        assert.deepEqual(await page.texts('#styles h2, .jump li a'), [])
        const [count = ''] = await page.texts('#count')
        if (!isUnknown) assert.match(count, new RegExp(`${expected.length}$`))
      }
      await page.put('', '#search')
      assert.deepEqual((await foundIn(page)).toSorted(), names.toSorted())
      assert.deepEqual(await page.texts('#count'), [])
    })
  }

  visit('announces the count after a pause, and no result at once', '/es/', async (page) => {
    await page.goToSearch()
    // A message during typing would interrupt what a screen reader says of the typed text.
    await page.evaluate(`window.said = []
      $('#search').addEventListener('input', () => { window.typed = performance.now() })
      new MutationObserver(() => said.push([announced.textContent,
        Math.round(performance.now() - window.typed)]))
        .observe(announced, { childList: true, characterData: true })`)
    for (const asked of ['n', 'ne', 'neg', 'negri']) await page.put(asked, '#search')
    await page.until(`announced.textContent !== ''`)
    const all = (await page.evaluate('window.said')) as Array<[words: string, ms: number]>
    const said = all.filter(([text]) => text !== '')
    assert.match(said.at(-1)?.[0] ?? '', new RegExp(`: ${(await foundIn(page)).length}$`))
    // A busy machine makes more pauses.
    assert.ok(said.every(([, ms]) => ms >= 500), JSON.stringify(said))
    await page.put('qqqq', '#search')
    await page.until(`announced.textContent === $('#count span')?.textContent`)
  })

  visit('shows all, popular ones first, where nothing is found; can be cleared', '/en/', async (page) => {
    await page.goToSearch()
    await findBoxed(page)
    const all = await foundIn(page)
    await page.press('Enter')
    await page.put('qqqq', '#search')
    await page.equals(`${activeId} + location.search`, 'search')
    const shown = await foundIn(page)
    assert.equal(shown.length, all.length)
    assert.equal(shown[0], entryOf('script', 'en').name)
    assert.equal((await page.texts('#count button')).length, 1)
    await page.equals(isCountBelow, true)
    for (const clear of [() => page.click('#count button'), () => page.press('Escape')]) {
      await page.put('qqqq', '#search')
      await clear()
      assert.deepEqual(await foundIn(page), all)
      await page.equals(`$('#search').value + ${activeId}`, 'search')
    }
  })

  visit('begins again, with the text, on a page of which nothing is known', {
    at: languages.map((lang) => `/${lang}/nothing`), views: [phone],
  }, async (page, path) => {
    const lang = path.slice(1, 3) as Language
    await page.goto(`/${lang}/`)
    await page.focus('#text')
    await page.type('Ana')
    await page.whenShown()
    assert.equal(await page.goto(path), 404)
    await page.equals(`$('#text').value`, 'Ana')
    await page.equals(`$$('.rows > li').length`, 6)
    await page.focus('#text')
    await page.press('End')
    await page.type(' Luz')
    await page.whenShown()
    const { popular: [one] } = await findFirstStyles(catalogue, lang, atOnce)
    const slug = one?.slug ?? ''
    const first = styled(slug, 'Ana Luz', lang)
    await page.equals(`$('.rows bdi').textContent`, first)
    await page.click('.rows .copy')
    await page.untilSaid()
    assert.equal(await page.readClipboard(), first)
    await page.followLive(() => page.evaluate(`$('.rows a').click()`))
    await page.equals(`$('.specimen').textContent`, first)
  })

  visit('leads to the symbols, and says what Unicode lacks', '/en/', async (page) => {
    await page.goToSearch()
    for (const [asked, link, text] of [
      ['snowman', 'span', /^☃.*Symbols to copy/], ['heart symbols', 'span', /^♥♡❤/],
      ['symbols', 'span', /^Symbols to copy/],
      ['klingon', 'span', /^Unicode does not have this script/],
      ['my name in sign language', 'span', /^Unicode has no finger alphabet/],
      ['comic sans', 'span', /^A font cannot/], ['rainbow', 'span', /^Text has no colours/], ['bold', undefined, /^Styles/],
    ] as const) {
      await page.put(asked, '#search')
      const [count = ''] = await page.texts('#count')
      assert.match(count, text, asked)
      if (link !== undefined) await page.equals(`$('#count').firstChild.localName`, link)
    }
    await page.put('snowman', '#search')
    await page.equals(`$('#count a').pathname`, '/en/symbols')
  })

  visit('shows the signs that have the asked name, and copies one that is pressed', {
    at: '/es/', views: [{ width: 390, height: 844, isTouched: true }],
  }, async (page) => {
    await page.goToSearch()
    await page.type('corazones')
    await page.until(`$$('.hint button').length === 3`)
    await page.equals(`$$('.hint button').map((one) => [one.textContent, one.title])[0]`,
      ['♥', 'corazón'])
    await page.equals(`$('.hint').getBoundingClientRect().bottom <=
      $('#found li').getBoundingClientRect().top`, true)
    assert.deepEqual(await findWithAxe(page, ['button-name', 'target-size']), [])
    await page.click('.hint button')
    await page.untilSaid('corazón')
    assert.equal(await page.readClipboard(), '♥')
    await page.evaluate(`navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
      document.execCommand = () => false`)
    await page.click('.hint button')
    await page.until(`String(getSelection()) === '♥'`)
  })

  visit('shows the first row below the field, and Enter goes to it', {
    at: '/tr/', views: [{ width: 320, height: 640 }, { width: 1280, height: 800 }],
  }, async (page) => {
    await page.goToSearch()
    for (const [asked, y] of [['kalın', 1e6], ['kalın', 0], ['zalgo', 3000]] as const) {
      await page.put('', '#search')
      await page.evaluate(`scrollTo(0, ${y})`)
      await page.put(asked, '#search')
      await page.equals(isCountBelow, true)
      await page.equals(`(() => {
        const { top, bottom } = $('#found li').getBoundingClientRect()
        const bar = $('form.live').getBoundingClientRect().bottom
        return top >= bar - 1 && bottom <= innerHeight + 1 || [asked, top, bottom, bar]
      })()`, true)
      await page.press('Enter')
      await page.equals('document.activeElement.textContent', (await foundIn(page))[0])
      await page.focus('#search')
    }
  })
})

describePages('the lists of live pages', {}, ({ visit }) => {
  visit('show the typed text in rows at once', {
    at: ['/en/', '/tr/'], views: [{ width: 390, height: 844 }, { width: 1280, height: 800 }],
  }, async (page) => {
    const typed = await page.put('Hello')
    await page.equals(`$('main [role=img]').ariaLabelledByElements[0].textContent`, typed)
    assert.ok((await page.rowsInSight()) > 1)
  })

  visit('begin with saved styles, at most eight, which follow the text', '/en/', async (page) => {
    const kept = async (...slugs: readonly string[]): Promise<void> => {
      const names = slugs.map((slug) => `Copy: ${entryOf(slug, 'en').name}`)
      await page.equals(`$$('.kept li .unseen').map((one) => one.textContent)`, names)
    }
    await kept()
    await page.readClipboard()
    await page.goto(pathOf('strikethrough', 'en'))
    const star = `$('.stage [aria-pressed]')`
    await page.equals(`${star}.textContent + ${star}.ariaPressed`, 'Savefalse')
    await page.click('.stage [aria-pressed]')
    await page.equals(`${star}.textContent + ${star}.ariaPressed`, 'Savedtrue')
    await page.goto('/en/')
    await kept('strikethrough')
    await page.put('abc')
    await page.equals(`$('.kept bdi').textContent`, styled('strikethrough', 'abc'))
    await page.click('.kept li .quiet-button')
    await page.until(`$('.kept .copied') !== null`)
    assert.equal(await page.readClipboard(), styled('strikethrough', 'abc'))
    await page.focus('#styles [data-star=zalgo]')
    await page.press('Enter')
    await page.until(`$$('.kept ul:last-child li').length === 2`)
    await page.press('Enter')
    await page.until(`$$('.kept ul:last-child li').length === 1`)
    await page.evaluate(`localStorage.setItem('text-styles', JSON.stringify({
      starred: $('#popular .rows').dataset.styles.split(' ') }))`)
    await page.followLive(() => page.evaluate('void location.reload()'))
    await page.equals(`$$('.kept li button').length`, 8)
  })

  visit('begin with the last five results, which can be copied again and forgotten', {
    at: someOf(languages, 2).map((lang) => `/${lang}/`),
    views: someOf([{}, { width: 390, height: 844, isTouched: true }], 2),
  }, async (page, path) => {
    await page.readClipboard()
    const slugs = ['script', 'bold-serif', 'fraktur', 'circled', 'zalgo', 'wrap-wings', 'script']
    const texts: string[] = []
    const shown = `$$('.kept bdi').map((one) => one.textContent)`
    for (const [index, slug] of slugs.entries()) {
      await page.put(`Ana ${index % 6}`)
      await page.evaluate(`$('#styles li:has([data-star="${slug}"]) .copy').click()`)
      await page.until(`$('#styles .copied [data-star="${slug}"]') !== null`)
      texts.unshift(String(await page.readClipboard()))
    }
    // A repeated result is shown once, at once and at the next visit.
    const last = [...new Set(texts)].slice(0, 5)
    await page.equals(shown, last)
    await page.followLive(() => page.evaluate('void location.reload()'))
    await page.equals(shown, last)
    // A long one is copied, and not kept.
    await page.put('x'.repeat(1001))
    await page.evaluate(`$('#styles li:has([data-star="uppercase"]) .copy').click()`)
    await page.until(`$('#styles .copied [data-star="uppercase"]') !== null`)
    await page.put('other')
    await page.equals(shown, last)
    await page.click('.kept li:nth-child(2) .quiet-button')
    await page.until(`$('.kept .copied') !== null`)
    assert.equal(await page.readClipboard(), last[1])
    await page.equals(`$$('.kept button').every((one) =>
      Math.min(one.offsetWidth, one.offsetHeight) >= 34)`, true)
    assert.deepEqual(await findWithAxe(page, ['button-name', 'list', 'listitem', 'region']), [])
    await page.equals(`new Set($$('.kept li button').map(${nameOf})).size`, 10)
    await page.equals(`$$('.kept li button').map(${nameOf})
      .filter((name) => !/: Ana \\d, ./.test(name))`, [])
    await page.click('.kept li:nth-child(1) .clear')
    await page.until(`$$('.kept li').length === 4`)
    await page.equals(`document.activeElement.closest('.kept') !== null`, true)
    await page.followLive(() => page.evaluate('void location.reload()'))
    await page.equals(`[$$('.kept li').length, $('.kept').textContent.includes(${
      JSON.stringify(last[0])})]`, [4, false])
    for (let left = 4; left > 0; left--) await page.click('.kept .clear')
    await page.equals(`$('.kept').checkVisibility()`, false)
    // A text that a kept style shows is shown once, and all can be forgotten at once.
    await page.put('Eva')
    await page.evaluate(`$('#styles [data-star=script]').click()`)
    await page.until(`$('.kept li') !== null`)
    await page.evaluate(`$('#styles li:has([data-star=script]) .copy').click()`)
    await page.until(`$('#styles .copied [data-star=script]') !== null`)
    await page.equals(`$$('.kept bdi').map((one) => one.textContent)`, [styled('script', 'Eva')])
    await page.click('.kept-head button')
    await page.until(`!$('.kept').checkVisibility()`)
    await page.equals(`$('[aria-pressed=true][data-star]')`, null)
    await page.equals(`localStorage.getItem('text-styles')`, '{"starred":[],"copied":[]}')
    await page.equals(`document.activeElement.closest('.first') !== null`, true)
    // What another version has kept is not shown, and nothing fails.
    await page.evaluate(`localStorage.setItem('text-styles',
      '{"starred":[1,"script"],"used":["zalgo"],"copied":[1,["a"],["script","x"],["a",2]]}')`)
    await page.goto(path)
    await page.equals(`$$('.kept li').length`, 2)
  })

  visit('stay in place under a finger when a copied result comes above them', {
    at: '/en/', views: [{ width: 390, height: 844, isTouched: true }, {}],
  }, async (page) => {
    await page.put('Ana')
    await page.evaluate('scrollTo(0, 0)')
    const top = `Math.round($('#nick .rows > li:nth-child(3)').getBoundingClientRect().top)`
    const before = await page.evaluate(top)
    await page.evaluate(`$('#nick .rows > li:nth-child(3) .copy').click()`)
    await page.until(`$('.kept li') !== null`)
    await page.pass(300)
    await page.equals(top, before)
    const scrolled = await page.evaluate('scrollY')
    await page.evaluate(`$('#nick .rows > li:nth-child(2) .copy').click()`)
    await page.until(`$$('.kept li').length === 2`)
    await page.pass(300)
    await page.equals('scrollY', scrolled)
  })

  visit('stay where they were after a reload', {
    at: '/en/', views: [{ width: 390, height: 844 }, { width: 1280, height: 800 }],
  }, async (page) => {
    await page.put('Hello')
    await page.evaluate(`$('#popular [data-star]').click()`)
    for (const y of [0, 3000]) {
      await page.evaluate(`scrollTo(0, ${y})`)
      await page.pass(500)
      const before = Number(await page.evaluate('scrollY'))
      await page.followLive(() => page.evaluate('void location.reload()'))
      await page.whenSettled()
      const after = Number(await page.evaluate('scrollY'))
      // Rows that have not been drawn have no exact height.
      assert.ok(Math.abs(after - before) < 800, `${before}, then ${after}`)
      if (y === 0) assert.equal(after, 0)
    }
  })

  for (const lang of someOf(languages, 2)) {
    visit(`fold rows that the text leaves unchanged, and name them: ${lang}`, {
      at: `/${lang}/`, views: [{ width: 390, height: 844 }],
    }, async (page) => {
      await page.focus('#text')
      // Texts that few, some and nearly all styles change
      for (const text of ['abc', 'Hello World', 'Привет']) {
        await page.put(text)
        const all = listedOf(catalogue)
        const unchanged = all.filter(({ transform }) => transform(text, lang) === text)
        const names = unchanged.map(({ entry }) => entry(lang).name)
        const summary = words.texts(lang).get('unchanged-summary')
        const expected = summary?.replace('{count}', String(names.length)) ?? ''
        await page.until(`$('.unchanged summary').textContent === ${JSON.stringify(expected)}`)
        await page.equals(`$$('.unchanged a').map((one) => one.textContent)`, names)
        const shown = all.filter((one) => !unchanged.includes(one))
        const expectedNames = shown.map(({ entry }) => entry(lang).name)
        assert.deepEqual((await foundIn(page)).toSorted(), expectedNames.toSorted())
        // Neither categories without rows nor the links to them are shown.
        const kinds = new Set(shown.map(({ data }) => words.categoryName(data.category, lang)))
        assert.deepEqual(await page.texts('#styles h2'), [...kinds])
        assert.deepEqual(await page.texts('.jump li a'), [...kinds])
      }
      await page.put('')
      assert.equal((await foundIn(page)).length, listedOf(catalogue).length)
      await page.equals(`$('.unchanged').hidden`, true)
    })
  }

  visit('find folded rows by the search, and by links to their category', '/en/', async (page) => {
    await page.focus('#text')
    await page.put('abc')
    const { name } = entryOf('morse-decoder', 'en')
    await page.until(`$('.unchanged').textContent.includes(${JSON.stringify(name)})`)
    await page.goToSearch()
    await page.put(name, '#search')
    assert.equal((await foundIn(page))[0], name)
    await page.put('', '#search')
    assert.ok(!(await foundIn(page)).includes(name))
    await page.put('你好')
    await page.until(`$('#mathematical').closest('.folded')`)
    await page.evaluate(`location.hash = 'mathematical'`)
    await page.until(`$('.unchanged').open`)
    assert.ok((await page.texts('.unchanged a')).includes(name))
    const rules = ['summary-name', 'link-name', 'list', 'listitem', 'region']
    assert.deepEqual(await findWithAxe(page, rules), [])
  })

  visit('keep the field and the frames in sight, on a phone in at most 110 pixels', {
    at: languages.map((lang) => `/${lang}/`),
    views: [{ width: 320, height: 640 }, { width: 390, height: 844, isTouched: true }],
  }, async (page) => {
    const entry = `$('.entry').getBoundingClientRect()`
    await page.evaluate('scrollTo(0, 2000)')
    await page.equals(`${entry}.top === 0 && ${entry}.height <= 110`, true)
    await page.equals(`['#text', '.frames'].every((one) => $(one).checkVisibility())`, true)
    await page.equals(`$('.options').getBoundingClientRect().bottom < 0`, true)
    await page.view({ width: 1280 })
    await page.until(`$('.options').getBoundingClientRect().top >= 0`)
  })

  visit('begin with six rows for a nick, of which none comes twice', '/en/', async (page) => {
    const addresses = `$$('.first li a').map((link) => link.pathname)`
    const all = (await page.evaluate(addresses)) as readonly string[]
    assert.equal(new Set(all).size, all.length)
    await page.equals(`$$('#nick li').length`, 6)
    assert.ok(all.includes(pathOf('blank-name', 'en')))
  })
})
