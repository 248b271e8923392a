import type { Accents } from '../../lib/engine/drawn-apart.ts'
import { parseObject } from './answers.ts'
import { browserForSuite } from './browser.ts'
import type { Page, SuiteBrowser } from './browser.ts'
import type { BrowserSettings } from './browser-pipe.ts'
import type { View } from './browser-view.ts'
import { entryOf } from './catalogue-files.ts'
import { compiledPath } from './compiled.ts'
import { call, generate } from './requests.ts'
import { startForSuite } from './suite.ts'

/** A service and a browser for a suite of tests of pages. */
interface LiveSuite extends SuiteBrowser {
  /** Returns the URL of a path of the service. */
  address(path: string): Promise<string>
  /** Opens the page at a path, and waits until it is live. */
  openLive(path: string, view?: View): Promise<Page>
  /** Takes an open page to a path, and waits until it is live; resolves to its status. */
  goLive(page: Page, path: string): Promise<number>
  /** Returns the output of the API for these parameters. */
  generate(parameters: Readonly<Record<string, string>>): Promise<string>
}

/** Starts a service, with additional settings, and Chromium; to be called in the suite's body. */
export function liveForSuite(
  settings: BrowserSettings = {},
  environment: Readonly<Record<string, string>> = {},
  expected?: RegExp,
): LiveSuite {
  // Browsers run the compiled files, which must be those of the sources.
  compiledPath('server.ts')
  const fixed = { RATE_LIMIT: '0', SITE_URL: 'http://pages.example' }
  const service = startForSuite({ ...fixed, ...environment })
  const browser = browserForSuite(settings, expected)
  const address = async (path: string): Promise<string> =>
    `http://127.0.0.1:${(await service).port}${path}`
  const goLive = async (page: Page, path: string): Promise<number> => {
    const status = await page.goto(await address(path))
    await whenLive(page)
    return status
  }
  return {
    ...browser,
    address,
    goLive,
    async openLive(path, view = {}) {
      const page = await browser.open(view)
      await goLive(page, path)
      return page
    },
    async generate(parameters) {
      return String(parseObject((await call(service, generate(parameters))).text)['output'])
    },
  }
}

/** Returns the path of the page of a style. */
export function pathOf(slug: string, language: string): string {
  return `/${language}/${entryOf(slug, language).page}`
}

/** Waits until the script of a page, if it has one, has made all of it live. */
export async function whenLive(page: Page): Promise<void> {
  await until(
    page,
    `document.querySelector('script[src]') === null ||
      performance.getEntriesByName('complete').length > 0 &&
      (document.querySelector('#text').value === '' || ${areShown})`,
  )
}

const areShown = `performance.getEntriesByName('shown').length > 0`

/** Waits until all rows of a live page show its text. */
export async function whenShown(page: Page): Promise<void> {
  await until(page, areShown)
}

/** Waits until a live page has also done its work for a pause in typing. */
export async function whenSettled(page: Page): Promise<void> {
  await whenLive(page)
  await pass(page, 1000)
}

/** Lets time pass in the page. */
export async function pass(page: Page, milliseconds: number): Promise<void> {
  await page.evaluate(`new Promise((resolve) => setTimeout(resolve, ${milliseconds}))`)
}

/**
 * Puts a text into a field of a live page at once, and waits until all rows show it; resolves to
 * the value that the field keeps.
 */
export async function put(page: Page, text: string, field = '#text'): Promise<string> {
  const found = `document.querySelector(${JSON.stringify(field)})`
  // A page starts in the next frame, in which a search shows its rows.
  await page.evaluate(`new Promise((resolve) => {
    ${found}.value = ${JSON.stringify(text)}
    ${found}.dispatchEvent(new InputEvent('input'))
    requestAnimationFrame(() => setTimeout(resolve, 0))
  })`)
  if (field === '#text') await whenShown(page)
  return String(await page.evaluate(`${found}.value`))
}

/** Moves the focus to the first element that matches a selector. */
export async function focus(page: Page, selector: string): Promise<void> {
  await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).focus()`)
}

/** Sets the switch for accents as a visitor does: from then on the page leaves it alone. */
export async function decide(page: Page, accents: Accents): Promise<void> {
  await page.evaluate(`(() => {
    const box = document.querySelector('[name=accents]')
    box.checked = ${accents === 'plain'}
    box.dispatchEvent(new Event('change'))
  })()`)
}

/** Waits until an expression in the page is true, for a minute at most. */
export async function until(page: Page, expression: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const end = performance.now() + 60_000
    const look = () => (${expression})
      ? resolve() : performance.now() > end ? reject(new Error('never')) : setTimeout(look, 10)
    look()
  })`)
}

/** Returns the current message of the page. */
export async function statusOf(page: Page): Promise<string> {
  return String(await page.evaluate(`document.getElementById('status').textContent`))
}

/** Waits until the page shows a message that contains these words, or any message. */
export async function untilSaid(page: Page, words = ''): Promise<void> {
  const status = `document.getElementById('status').textContent`
  await until(page, `${status} !== '' && ${status}.includes(${JSON.stringify(words)})`)
}
