import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { atOnce } from '../../lib/http/turn.ts'
import { findFirstStyles } from '../../lib/pages/first-styles.ts'
import { describePages, pathOf, styled } from '../support/page-suite.ts'
import type { Page, View } from '../support/page.ts'
import { someOf } from '../support/rounds.ts'
import { loadShipped } from '../support/shared-catalogue.ts'

const { catalogue, words } = loadShipped()
const lists = languages.map((lang) => `/${lang}/`)
const accented = new Map([['es', 'García Muñoz'], ['fr', 'Élodie Noël'], ['tr', 'Güneş Işık']])

/** The least number of rows in sight while a visitor types; all languages try two windows. */
const windows: ReadonlyArray<readonly [least: number, view: View]> = [
  [2, { width: 320, height: 300 }],
  [6, { width: 390, height: 844 }],
  [8, { width: 390, height: 844, isTouched: true }],
  [6, { width: 360, height: 640, isTouched: true }],
  [4, { width: 320, height: 568, isTouched: true }],
  [3, { width: 390, height: 430 }],
  [3, { width: 390, height: 430, isTouched: true }],
  [2, { width: 844, height: 390 }],
  [2, { width: 844, height: 390, isTouched: true }],
  [14, { width: 1280, height: 800 }],
  [26, { width: 1920, height: 1080 }],
]

/** Types a text with accents, after which the page is as its visitor sees it. */
async function typeAccents(page: Page, path: string): Promise<void> {
  await page.focus('#text')
  await page.type(accented.get(path.slice(1, 3)) ?? 'Zoë Café')
  await page.whenSettled()
}

const { nicks } = await findFirstStyles(catalogue, 'en', atOnce)

describePages('the page of a style for a nick', {}, ({ visit }) => {
  visit('shows it on one line of a phone', {
    at: nicks.map(({ slug }) => pathOf(slug, 'en')),
    views: [{ width: 360, height: 640, isTouched: true }],
  }, async (page) => {
    for (const nick of ['Valentina', 'Maximilian']) {
      await page.put(nick)
      const heights = await page.evaluate(`['', 'nowrap'].map((value) => {
        $('.specimen').style.whiteSpace = value
        return $('.specimen').offsetHeight
      })`) as readonly number[]
      assert.equal(heights[0], heights[1], nick)
    }
  })
})

describePages('the page of a style whose text stays as it is', {}, ({ visit }) => {
  visit('says so without moving anything', {
    at: [pathOf('sentence-case', 'en'), pathOf('sentence-case', 'tr')],
    views: [{ width: 1280, height: 800 }, { width: 390, height: 844 }],
  }, async (page) => {
    await page.put('Ana 1')
    const places = `$$('main > *:not(#status), .about > *')
      .filter((one) => one.checkVisibility())
      .map((one) => [one.className, one.getBoundingClientRect().top, one.offsetHeight])`
    const before = await page.evaluate(places)
    await page.untilSaid()
    await page.equals(places, before)
  })
})

describePages('the layout of live lists', {}, ({ visit }) => {
  for (const [index, [least, view]] of windows.entries()) {
    const count = index === 0 || view.height === 640 ? lists.length : 1
    visit(`has ${least} rows in sight while a visitor types`, {
      at: someOf(lists, count, index % lists.length), views: [view],
    }, async (page, path) => {
      await typeAccents(page, path)
      await page.equals('scrollY', 0)
      const count = await page.rowsInSight()
      assert.ok(count >= least, `${count} rows`)
      // Messages cover none.
      await page.evaluate(`$('#status').classList.remove('unseen')
        $('#status').textContent = 'A message of the page'`)
      if ((view.height ?? 0) > 384) assert.equal(await page.rowsInSight(), count)
    })
  }

  visit('has a bar of at most 120 pixels, whose current category is marked', {
    at: lists, views: [{ width: 1280, height: 800 }],
  }, async (page) => {
    await page.put('abc')
    await page.equals(`$('.bar').offsetHeight <= 120`, true)
    // As in a browser that does not follow rows above which grow, and in Chromium under load.
    await page.evaluate(`document.documentElement.style.overflowAnchor = 'none'`)
    for (const id of ['small', 'marked']) {
      await page.evaluate(`$('.jump [href="#${id}"]').click()`)
      await page.until(`$('.jump [aria-current]')?.hash === '#${id}'`)
      await page.pass(500)
      await page.equals(`$('.jump [aria-current]').hash`, `#${id}`)
    }
  })

  visit('keeps the rows where they are when one is copied', {
    at: '/tr/', views: [{ width: 390, height: 844 }, { width: 390, height: 844, isTouched: true }],
  }, async (page) => {
    await page.put('Güneş')
    await page.whenSettled()
    const places = `$$('#popular li').map((row) => Math.round(row.getBoundingClientRect().top))`
    const widths = `$$('#popular .copy').map(({ offsetWidth }) => offsetWidth)`
    const before = await page.evaluate(`[${places}, ${widths}]`)
    await page.evaluate(`$('#text').blur(); $('#popular .copy').click()`)
    await page.until(`$('#popular .copied') !== null`)
    await page.equals(`[${places}, ${widths}]`, before)
  })

  visit('shows the outline of a field that has the focus whole, and clear of texts', {
    at: '/en/', views: [
      { width: 360, height: 640, isTouched: true }, { width: 390, height: 844, isTouched: true },
      { width: 820, height: 1180 }, { width: 1280, height: 800 },
    ],
  }, async (page) => {
    await page.goToSearch()
    await page.put('qxzwv', '#search')
    await page.whenSettled()
    for (const field of ['#search', '#text']) {
      await page.focus(field)
      await page.equals(`$$('.head, .entry, .frames, #count').filter((one) => {
        const { outlineWidth, outlineOffset } = getComputedStyle($('${field}'))
        const room = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
        const [box, other] = [$('${field}'), one].map((each) => each.getBoundingClientRect())
        return getComputedStyle(one).clipPath === 'none' && !one.contains($('${field}')) &&
          other.top < box.bottom + room && other.bottom > box.top - room &&
          other.left < box.right + room && other.right > box.left - room
      }).map((one) => one.outerHTML.slice(0, 60))`, [], field)
    }
  })

  visit('has neither buttons nor the bar on paper', {
    at: ['/en/', pathOf('zalgo', 'en')], views: [{ isPrint: true }],
  }, async (page) => {
    await page.equals(`$$('main button').filter((one) => one.checkVisibility()).length`, 0)
  })
})

describePages('pages', {}, ({ visit }) => {
  visit('offer the decoder of a code, and the code of plain words', '/es/', async (page) => {
    const offer = `$('.offer:not([hidden]) a')`
    await page.put('.... --- .-.. .-')
    await page.until(`${offer} !== null`)
    await page.equals(`${offer}.textContent`, nameOf('morse-decoder', 'es'))
    await page.followLive(() => page.click('.offer a'))
    await page.equals(`$('.specimen').textContent`, 'HOLA')
    await page.put('Hola')
    await page.until(`${offer} !== null`)
    await page.followLive(() => page.click('.offer a'))
    await page.equals(`$('.specimen').textContent`, styled('morse', 'Hola', 'es'))
    await page.pass(1500)
    await page.equals(offer, null)
  })

  visit('say how far a text is shifted', pathOf('caesar-decoder', 'en'), async (page) => {
    await page.put('Ifmmp Xpsme')
    await page.until(`$('.shift').textContent === '1'`)
    await page.equals(`$('.specimen').textContent`, 'Hello World')
  })

  visit('show what is invisible', ['/en/', pathOf('invisible', 'en')], async (page) => {
    await page.put('Hello World')
    const samples = `$$('[data-blank]').map((one) => one.dataset.blank)`
    await page.equals(`new Set(${samples}).size`, 1)
    await page.equals(`${samples}[0]`, 'Invisible characters: 11')
  })

  visit('have rows of examples and related styles that can be copied and saved', [
    pathOf('zalgo', 'fr'), pathOf('morse-decoder', 'fr'),
  ], async (page, path) => {
    await page.readClipboard()
    await page.equals(`$$('.rows li').every((row) => row.querySelector('.copy'))`, true)
    await page.equals(`$$('.rows:not(.examples) li').every((row) =>
      row.querySelector('[data-star]'))`, true)
    await page.click(path.includes('zalgo') ? '.examples .copy' : '.rows .copy')
    await page.until(`$('.rows .copied')`)
    assert.equal(await page.readClipboard(), await page.evaluate(`$('.copied bdi').textContent`))
  })

  visit('show coded examples of decoders until something is typed', [
    '/en/#decoded', pathOf('binary-decoder', 'en'),
  ], async (page) => {
    const sample = catalogue.get('binary-decoder')?.data.sample
    const others = [...catalogue.values()].filter(({ data }) => data.kind === 'decoder')
    const codes = others.map(({ data }) => data.sample)
    const addresses = others.map(({ entry }) => entry('en').page)
    await page.equals(`$('form').dataset.encoder === undefined ||
      $('#text').placeholder === ${JSON.stringify(sample)}`, true)
    const shown = (await page.evaluate(`$$('.rows a')
      .filter((link) => ${JSON.stringify(addresses)}.includes(link.pathname.split('/').at(-1)))
      .map((link) => link.closest('li').querySelector('bdi').textContent)`)) as readonly string[]
    assert.ok(shown.length > 3 && shown.every((code) => codes.includes(code)), shown.join())
  })

  visit('end the input by Enter on a phone, but not by Shift and Enter', {
    at: '/en/', views: [{ width: 390, height: 844, isTouched: true }],
  }, async (page) => {
    await page.focus('#text')
    await page.type('abc')
    await page.press('Enter')
    await page.equals(`[document.activeElement.id, $('#text').value].join()`, ',abc')
    await page.put('a\nb')
    await page.equals(`$('#text').rows`, 2)
  })

  visit('have room for slanted letters, which are wider than they count', {
    at: ['/en/', pathOf('script', 'en')], views: [390, 1280].map((width) => ({ width })),
  }, async (page) => {
    for (const text of ['Aria', 'of']) {
      await page.put(text)
      // Each sample is clipped at its padding, and that of a style's page at the one around it.
      await page.equals(`$$('.sample:not(.lines), .specimen').flatMap((sample) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(sample)
        const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font })
        const ink = pen.measureText(sample.textContent)
        const isRoomy = ink.actualBoundingBoxLeft <= parseFloat(paddingLeft) &&
          ink.actualBoundingBoxRight - ink.width <= parseFloat(paddingRight)
        // Some marks are as wide as two letters.
        return isRoomy || /\\p{M}/u.test(sample.textContent) ? [] : [sample.textContent]
      })`, [])
      const show = "getComputedStyle($('.show') ?? $('.sample')).paddingLeft"
      await page.equals(`parseFloat(${show}) > 0`, true)
    }
  })

  visit('show lines and marks above and below letters whole', {
    at: '/en/', views: [390, 1280].map((width) => ({ width })),
  }, async (page) => {
    await page.put('Agj')
    await page.equals(`$$('.rows .sample:not(.lines, .marks)').flatMap((sample) => {
      const end = document.createElement('i')
      end.style.display = 'inline-block'
      sample.firstElementChild.append(end)
      const { top, bottom, height } = sample.getBoundingClientRect()
      const base = end.getBoundingClientRect().bottom
      end.remove()
      const { font, lineHeight } = getComputedStyle(sample)
      const pen = Object.assign(document.createElement('canvas').getContext('2d'), { font })
      const ink = pen.measureText(sample.textContent)
      const isWhole = base - ink.actualBoundingBoxAscent > top - 1 &&
        base + ink.actualBoundingBoxDescent < bottom + 1
      // The ink of a text that has several lines is not as high as these.
      return isWhole || height === 0 || height > 2 * parseFloat(lineHeight)
        ? [] : [sample.textContent]
    })`, [])
  })

  visit('name each language beside the name of the style', pathOf('zalgo', 'en'), async (page) => {
    const names = await page.texts('main ul:not([class]) a[hreflang]')
    assert.deepEqual(names.map((name) => name.split(':')[0]), languages.slice(1).map((lang) => {
      return words.texts(lang).get('own-name')
    }))
  })
})

function nameOf(slug: string, language: Language): string | undefined {
  return catalogue.get(slug)?.entry(language).name
}
