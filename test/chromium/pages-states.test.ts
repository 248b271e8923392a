import assert from 'node:assert/strict'
import { languages } from '../../lib/catalogue/locale.ts'
import type { Language } from '../../lib/catalogue/locale.ts'
import { symbolsPath } from '../../lib/pages/site.ts'
import { findWithAxe } from '../support/axe.ts'
import { leaveUnlikeRows, overhang } from '../support/page-checks.ts'
import { describePages, pathOf } from '../support/page-suite.ts'
import type { Page } from '../support/page.ts'
import { someOf } from '../support/rounds.ts'
import { makeSite } from '../support/site.ts'
import { pangramOf } from '../support/texts.ts'

const site = makeSite()

/** The kinds of pages. */
const pages: Readonly<Record<string, (language: Language) => string>> = {
  list: (language) => `/${language}/`,
  style: (language) => pathOf('bold-sans', language),
  decoder: (language) => pathOf('morse-decoder', language),
  symbols: (language) => `/${symbolsPath(language, site)}`,
  missing: (language) => `/${language}/nothing-of-this-name`,
}

const type = (text: string) => (page: Page) => page.put(text)

const find = (asked: string) => async (page: Page): Promise<void> => {
  if (await page.evaluate(`$('form.form') !== null`)) await page.goToSearch()
  await page.put(asked, '#search')
}

const press = (...selectors: readonly string[]) => async (page: Page): Promise<void> => {
  for (const selector of selectors) await page.click(selector)
}

async function keep(page: Page): Promise<void> {
  await page.put('Ana')
  await page.click('.rows li:not([hidden]) .copy')
  await page.untilSaid()
  await page.click('.rows li:not([hidden]) [aria-pressed]')
}

type Act = (page: Page, language: Language) => unknown

const openMenu: Act = (page) => page.evaluate(`$('.menu').open = true`)

/** What a visitor does on a page of some kinds. */
const states: Readonly<Record<string, readonly [kinds: string, act: Act]>> = {
  'nothing done': ['list style decoder symbols missing', () => {}],
  'a text': ['list style decoder', (page, language) => page.put(pangramOf(language))],
  'a link and a name': ['list style', type('@ana: https://example.com/ #abc')],
  'styled text': ['list style', type('𝓥𝓪𝓵𝓮')],
  'too long a text': ['list style', type('abc '.repeat(300))],
  'frames': ['list style', press('.frames [value=strikethrough]', '.frames [value=wrap-ribbon]')],
  'own signs': ['list style', async (page) => {
    await page.click('.frames [aria-expanded]')
    await page.put('★彡', '[name=around]')
  }],
  'symbols open': ['list style decoder', async (page) => {
    await page.click('.options [aria-expanded]')
    await page.until(`$('.symbols')?.checkVisibility()`)
  }],
  'a search': ['list symbols', find('a')],
  'signs found': ['list', find('★')],
  'nothing found': ['list symbols', find('qqqq')],
  'what Unicode lacks': ['list', find('comic sans')],
  'a row copied and kept': ['list style', keep],
  'kept after a reload': ['list', async (page, language) => {
    await keep(page)
    await page.goto(`/${language}/`)
    await page.whenSettled()
  }],
  'a limit': ['style', async (page) => {
    await page.put('Valentina')
    await page.click('.limits button')
  }],
  'the menu': ['list style decoder symbols missing', openMenu],
  'all unfolded': ['list style decoder', async (page) => {
    await page.put('123')
    await page.evaluate(`$$('main details').forEach((one) => (one.open = true))`)
  }],
}

/** Windows, with the size of letters. In `.ci/soak`, each state is seen in all of them. */
const views = [
  { width: 360, height: 640, isTouched: true, letters: 32 },
  { width: 360, height: 640, isTouched: true, isDark: true, letters: 16 },
  { width: 1280, height: 800, letters: 16 },
  { width: 1280, height: 800, isDark: true, letters: 32 },
]

async function show(page: Page, { letters, ...view }: (typeof views)[number]): Promise<void> {
  await page.view(view)
  await page.letters(letters)
  await page.pass(100)
}

describePages('the pages, in each state,', {}, ({ visit }) => {
  Object.entries(states).forEach(([state, [kinds, act]], index) => {
    for (const kind of kinds.split(' ')) {
      const path = pages[kind] ?? assert.fail(kind)
      const own = someOf(languages, 1, index % languages.length)
      visit(`axe has no complaints, and all fits: ${state}, ${kind}`, {
        at: own.map(path), views: [{ width: 360, height: 640, isTouched: true }],
      }, async (page, at) => {
        await act(page, own.find((one) => at.startsWith(`/${one}/`)) ?? 'en')
        await page.pass(600)
        const seen = someOf(views, 2, index % 2)
        for (const view of seen) {
          await show(page, view)
          await page.equals(overhang, [], JSON.stringify(view))
        }
        await leaveUnlikeRows(page)
        for (const view of seen) {
          await show(page, view)
          const found = (await findWithAxe(page)).filter(({ kind, rule, reason }) => {
            // Axe cannot judge the colours of what something else covers in a small window.
            const isCovered = kind === 'incomplete' && rule === 'color-contrast'
            // An open menu covers what is beneath it.
            return !isCovered && !(act === openMenu && /partially obscured/.test(reason))
          })
          assert.deepEqual(found, [], JSON.stringify(view))
        }
      })
    }
  })
})
