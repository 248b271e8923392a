import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import { symbolsPath } from '../../lib/pages/site.ts'
import { readSymbols } from '../../lib/pages/symbols.ts'
import { drawBoxes } from '../support/draw-boxes.ts'
import { examine, shiftsOf } from '../support/page-checks.ts'
import { describePages } from '../support/page-suite.ts'
import { someOf } from '../support/rounds.ts'
import { makeSite } from '../support/site.ts'

const site = makeSite()
const paths = languages.map((language) => `/${symbolsPath(language, site)}`)
const shown = `$$('.signs > li:not([hidden])').filter((one) => one.checkVisibility())`

describePages('the page of all symbols,', {}, ({ visit }) => {
  const some = someOf(paths, 2, 1)
  visit('axe and the browser have no complaints, and all fits', some, async (page) => {
    await examine(page)
    const colours = `({ color, backgroundColor }) => color + backgroundColor`
    await page.equals(`new Set($$('.signs span, #search').map((one) =>
      (${colours})(getComputedStyle(one)))).size`, 1)
    await page.click('[value=add]')
    await examine(page)
  })

  visit('finds symbols by names and other words, with or without accents', [
    '/en/symbols', '/es/simbolos', '/fr/symboles', '/tr/semboller',
  ], async (page, path) => {
    const count = Number(await page.evaluate(`${shown}.length`))
    const asked: Readonly<Record<string, readonly string[]>> = {
      '/en/symbols': ['heart', 'HEARTS', 'white star', '♥', 'hug'],
      '/es/simbolos': ['corazón', 'CORAZON', 'estrella blanca', '♥', 'abrazo'],
      '/fr/symboles': ['cœur', 'COEUR', 'étoile blanche', '♥', 'calin'],
      '/tr/semboller': ['kalp', 'YILDIZ', 'isilti', '♥', 'sarılma'],
    }
    for (const words of asked[path] ?? assert.fail(path)) {
      await page.put(words, '#search')
      const found = Number(await page.evaluate(`${shown}.length`))
      assert.ok(found > 0 && found < count / 5, `${words}: ${found}`)
      await page.equals(`$('#count').textContent.match(/\\d+/)[0]`, String(found), words)
    }
    await page.put('qqqq', '#search')
    await page.equals(`${shown}.length`, 0)
    await page.equals(`$('#count').checkVisibility()`, true)
    await page.put('', '#search')
    await page.equals(`${shown}.length`, count)
    await page.equals(`$('#count').checkVisibility()`, false)
  })

  visit('copies a symbol, or adds it to the text, which the list then shows', {
    at: paths.map((path) => `${path}#t=Hello`), views: [{ width: 320, height: 640 }, {}],
  }, async (page, path) => {
    await page.evaluate(`navigator.clipboard.writeText = async (text) => {
      window.copied = text
    }`)
    await page.click('.signs button')
    await page.until(`window.copied === '♥'`)
    await page.untilSaid()
    await page.equals(`$('#text').value`, 'Hello')
    await page.click('[value=add]')
    await page.click('.signs li:nth-child(2) button')
    await page.click('.signs button')
    await page.until(`$('#text').value === 'Hello♡♥'`)
    await page.equals(`window.copied`, '♥')
    await page.followLive(() => page.click('form.yours button'))
    await page.equals(`location.pathname`, path.slice(0, 4))
    await page.equals(`$('#text').value`, 'Hello♡♥')
    await page.equals(`location.search`, '')
  })

  visit('needs neither styles nor much else', '/en/symbols', async (page, _path, t) => {
    t.diagnostic(`${page.receivedBytes} bytes`)
    assert.ok(!page.requests.some((url) => url.includes('styles.json')))
    assert.ok(page.receivedBytes < 32 * 1024)
  })

  visit('shifts nothing when the script arrives', {
    at: paths, views: [320, 390, 1280].map((width) => ({ width, height: 844, latencyMs: 100 })),
  }, async (page) => {
    assert.deepEqual(await shiftsOf(page), [])
  })

  visit('has no boxes', '/en/symbols', async () => {
    const clusters = readSymbols('en').flatMap(({ signs }) => signs).flatMap(({ sign }) =>
      Array.from(new Intl.Segmenter('en').segment(sign), ({ segment }) => segment))
    const drawn = [...new Set(clusters)].filter((cluster) => cluster.trim() !== '')
    const boxes = await drawBoxes(drawn)
    // These are filled, so that they cover every box.
    assert.deepEqual([...boxes].toSorted(), [...'■●█▇❶❷⬤'].toSorted())
  })
})

describePages('the page of all symbols, without scripts,', {}, ({ visit }) => {
  visit('selects a whole sign by a click, and shows no control', {
    at: paths, views: [{ hasScripts: false }],
  }, async (page) => {
    await page.click('#kaomoji ~ .signs span')
    await page.equals(`getSelection().toString()`, '(◕‿◕)')
    await page.equals(`$$('main input, main button, main textarea')
      .filter((one) => one.checkVisibility()).length`, 0)
  })
})
