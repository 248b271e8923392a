import assert from 'node:assert/strict'
import { slugs } from '../support/catalogue-files.ts'
import type { Page } from '../support/page.ts'
import { describePages, pathOf, styled } from '../support/page-suite.ts'

const text = 'Año & 100 % #1 ı\n👩‍👩‍👧'
const typed = `$('#text').value`
const fragment = `#t=${encodeURIComponent(text)}`
const deniedStorage = { profile: { default_content_setting_values: { cookies: 2, clipboard: 2 } } }

/** Claims the text in the field; one of a single line has no breaks. */
const assertTyped = (page: Page, way: string): Promise<void> =>
  page.equals(`${typed}.replace('\\n', '')`, text.replace('\n', ''), way)

/** Follows a link at the end of a page, which rows move when they come into sight. */
const changeLanguage = (page: Page, language: string): Promise<void> =>
  page.followLive(() => page.evaluate(`$('.bottom a[lang=${language}]').click()`))

const reload = (page: Page): Promise<void> =>
  page.followLive(() => page.evaluate('void location.reload()'))

/** Ways from page to page, in the order in which they are tried. */
const ways: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a reload': reload,
  'the way to a style': (page) =>
    page.followLive(() => page.click(`.rows a[href^="${pathOf('script', 'en').slice(4)}"]`)),
  'a change of language there': (page) => changeLanguage(page, 'es'),
  'the way to the list': (page) => page.followLive(() => page.click('a.home')),
  'a change of language': (page) => changeLanguage(page, 'tr'),
}

for (const preferences of [{}, deniedStorage]) {
  const isAllowed = preferences !== deniedStorage
  const title = `the text of a visitor survives${isAllowed ? '' : ', without storage'}`
  describePages(title, { preferences }, ({ visit }) => {
    visit('every way from page to page', '/en/', async (page) => {
      const isDenied = `(() => { try { return localStorage === null } catch { return true } })()`
      await page.equals(isDenied, !isAllowed)
      await page.put(text)
      const first = page.requests.length
      for (const [way, act] of Object.entries(ways)) {
        // Without storage, only the address could keep it.
        if (!isAllowed && way === 'a reload') continue
        await act(page)
        await assertTyped(page, way)
      }
      await page.put('changed')
      // Chromium shows the page that it has kept: nothing is loaded.
      await page.evaluate('void history.back()')
      const isKept = isAllowed ? `${typed} === 'changed'` : 'true'
      await page.until(`location.pathname === '/es/' && ${isKept}`)
      assert.ok(page.requests.slice(first).every((url) => !url.includes('100')), 'it is not sent')
    })

    if (isAllowed) return
    visit('while everything else works, but no style is kept', '/en/', async (page) => {
      await page.put('abc')
      await page.equals(`$('#styles bdi').textContent`, styled(slugs[0] ?? '', 'abc'))
      await page.click('.copy')
      await page.untilSaid('Copied')
      await page.goto(pathOf('zalgo', 'en'))
      await page.click('.stage [aria-pressed]')
      await page.untilSaid('blocks storage')
      await page.put('abc')
      await page.equals(`$('.specimen').textContent`, styled('zalgo', 'abc'))
    })
  })
}

describePages('the text of a visitor is kept', {}, ({ visit }) => {
  visit('by a link to a part of the page, and a reload after it', '/en/', async (page) => {
    await page.put('abc')
    await page.click('.jump li a')
    await page.equals(`location.hash !== ''`, true)
    await page.equals(typed, 'abc')
    await reload(page)
    await page.equals(typed, 'abc')
  })

  for (const address of [`/en/${fragment}`, `/en/?text=${encodeURIComponent(text)}`]) {
    visit(`unless the page has its own: ${address}`, '/fr/', async (page) => {
      await page.put('an earlier text')
      await page.goto(address)
      await assertTyped(page, address)
      await page.put('other')
      await page.equals('location.search + location.hash', '')
      await reload(page)
      await page.equals(typed, 'other')
    })
  }

  visit('if the visitor returns to its link after a change', '/en/#t=abc', async (page) => {
    await page.click('.jump li a')
    await page.put('other')
    await page.evaluate('void history.back()')
    await page.until(`location.hash === ''`)
    await page.equals(typed, 'other')
    await page.evaluate(`void (location.hash = '#t=abc')`)
    await page.until(`${typed} === 'abc'`)
    // What was typed before this link came is no reason to leave it out.
    await page.evaluate(`void (location.hash = '#t=xyz')`)
    await page.until(`${typed} === 'xyz'`)
    await page.evaluate('void history.back()')
    await page.until(`${typed} === 'abc'`)
  })

  visit('if the visitor edits its link, or clears the field', '/en/#t=abc', async (page) => {
    await page.evaluate(`void (location.hash = '#t=abcd')`)
    await page.pass(100)
    await page.equals(typed, 'abcd')
    await page.put('')
    await page.goto(pathOf('script', 'en'))
    await page.equals(typed, '')
  })

  const emptyAgain = '/fr/#t='

  visit('by links that are opened, copied or dragged in any way', {
    at: ['/en/', pathOf('script', 'en'), '/en/symbols'],
  }, async (page, path) => {
    // What is typed on the page of symbols is new to the pages of styles.
    const kept = path === '/en/symbols' ? '&keep=all' : ''
    const link = 'main a:not([href*="#"]), a.home'
    const kinds = ['pointerdown', 'contextmenu', 'dragstart', 'focusin', 'auxclick']
    for (const kind of kinds) {
      for (const text of ['Ana', 'Bob']) {
        await page.evaluate(`$('#text').value = '${text}'
          $('#text').dispatchEvent(new InputEvent('input'))`)
        await page.equals(`new Promise((resolve) => requestAnimationFrame(() => {
          const link = $('${link}')
          link.dispatchEvent(new Event('${kind}', { bubbles: true, cancelable: true }))
          resolve([link.hash, link.search])
        }))`, [`#t=${text}${kept}`, ''], kind)
      }
    }
  })

  visit('with what is pressed in sight, by a link, a reload and another language', {
    at: ['/en/', pathOf('bold-sans', 'en')].map((path) => `${path}#t=Ana&then=wrap-fire`),
    views: [{ width: 390, height: 844, isTouched: true }, {}],
  }, async (page) => {
    const isInSight = `(() => {
      const pressed = $$('.frames :checked')
      const { left, right } = pressed[0].parentElement.getBoundingClientRect()
      const strip = $('.frames').getBoundingClientRect()
      return pressed.length === 1 && left >= strip.left - 1 && right <= strip.right + 1
    })()`
    await page.until(isInSight)
    await reload(page)
    await page.until(isInSight)
    await changeLanguage(page, 'tr')
    await page.until(isInSight)
  })

  visit('as far as it is there, by a link that was cut', {
    at: ['/en/', pathOf('script', 'tr'), '/es/simbolos'], views: [{ width: 390, height: 844 }],
  }, async (page, path) => {
    const whole = '👋 Año'
    const link = encodeURIComponent(whole)
    for (let end = 1; end < link.length; end++) {
      await page.goto(emptyAgain)
      await page.goto(`${path}#t=${link.slice(0, end)}`)
      const shown = String(await page.evaluate(typed))
      assert.ok(whole.startsWith(shown), shown)
      const rest = decodable(link.slice(0, end))
      assert.equal(shown, rest ?? shown)
      assert.ok([...shown].length >= [...(longestOf(link, end))].length, shown)
      assert.equal((await page.said()) !== '', rest === undefined, link.slice(0, end))
    }
  })

  // Such links were made when the page had a choice.
  visit('by a link with a choice about accented letters', `/es/${fragment}&accents=plain`,
    (page) => assertTyped(page, 'a link'))
})

function decodable(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped)
  } catch {
    return undefined
  }
}

/** Returns the longest text that the first signs of a link have. */
function longestOf(link: string, end: number): string {
  const texts = Array.from({ length: end + 1 }, (_, length) => decodable(link.slice(0, length)))
  return texts.findLast((text) => text !== undefined) ?? ''
}
