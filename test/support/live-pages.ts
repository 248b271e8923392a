import { before } from 'node:test'
import type { Accents } from '../../lib/engine/drawn-apart.ts'
import { parseObject } from './answers.ts'
import { browserForSuite } from './browser.ts'
import type { Page, SuiteBrowser } from './browser.ts'
import type { BrowserSettings } from './browser-pipe.ts'
import type { View } from './browser-view.ts'
import { entryOf } from './catalogue-files.ts'
import { send } from './client.ts'
import { compiledPath } from './compiled.ts'
import { startForSuite } from './suite.ts'

/** A service and a browser for a suite of tests of pages with scripts. */
export interface LiveSuite extends SuiteBrowser {
  /** The address of a path of the service. */
  address(path: string): Promise<string>
  /** Opens the page at a path, and waits until it is alive. */
  openLive(path: string, view?: View): Promise<Page>
  /** The output that the API gives for these parameters. */
  generate(parameters: Readonly<Record<string, string>>): Promise<string>
}

/** Starts a service and Chromium for the tests of a suite, in its body. */
export function liveForSuite(settings: BrowserSettings = {}): LiveSuite {
  // Browsers run what was compiled: it must be that of the sources.
  before(() => void compiledPath('server.ts'))
  const service = startForSuite({ RATE_LIMIT: '0', SITE_URL: 'http://pages.example' })
  const browser = browserForSuite(settings)
  const address = async (path: string): Promise<string> =>
    `http://127.0.0.1:${(await service).port}${path}`
  return {
    ...browser,
    address,
    async openLive(path, view = {}) {
      const page = await browser.open(view)
      await page.goto(await address(path))
      await whenLive(page)
      return page
    },
    async generate(parameters) {
      const fields = { action: 'generate', update_stats: '0', ...parameters }
      const body = new URLSearchParams(fields).toString()
      const answer = await send((await service).port, { method: 'POST', target: '/api', body })
      return String(parseObject(answer.text)['output'])
    },
  }
}

/** The path of the page of a style. */
export function pathOf(slug: string, language: string): string {
  return `/${language}/${entryOf(slug, language).page}`
}

/** Waits until the script of a page has brought all of it to life, where it has one. */
export async function whenLive(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const isThere = () => document.querySelector('script[src]') === null ||
      performance.getEntriesByName('complete').length > 0
    const look = () => isThere() ? resolve() : setTimeout(look, 10)
    look()
  })`)
}

/** Waits until a live page has also done what it does once nobody has typed for a moment. */
export async function whenSettled(page: Page): Promise<void> {
  await whenLive(page)
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 600))')
}

/** Puts a text into a field of a live page at once; resolves to what the field made of it. */
export async function put(page: Page, text: string, field = '#text'): Promise<string> {
  const value = await page.evaluate(`(async () => {
    const field = document.querySelector(${JSON.stringify(field)})
    field.value = ${JSON.stringify(text)}
    field.dispatchEvent(new InputEvent('input'))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
    return field.value
  })()`)
  return String(value)
}

/** Decides about accents as a visitor does: from then on the page leaves the switch alone. */
export async function decide(page: Page, accents: Accents): Promise<void> {
  await page.evaluate(`(() => {
    const box = document.querySelector('[name=accents]')
    box.checked = ${accents === 'plain'}
    box.dispatchEvent(new Event('change'))
  })()`)
}

/** Waits until an expression in the page is true. */
export async function until(page: Page, expression: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const end = performance.now() + 60_000
    const look = () => (${expression})
      ? resolve() : performance.now() > end ? reject(new Error('never')) : setTimeout(look, 20)
    look()
  })`)
}

/** What the page has said last. */
export async function statusOf(page: Page): Promise<string> {
  return String(await page.evaluate(`document.getElementById('status').textContent`))
}

/** Waits until the page has said something that contains these words. */
export async function untilSaid(page: Page, words: string): Promise<void> {
  const asked = JSON.stringify(words)
  await until(page, `document.getElementById('status').textContent.includes(${asked})`)
}
