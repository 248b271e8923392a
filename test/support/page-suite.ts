import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import type { Language } from '../../lib/catalogue/locale.ts'
import type { Accents } from '../../lib/engine/drawn-apart.ts'
import type { KeepKind } from '../../lib/engine/keep.ts'
import { transformOnce } from '../../lib/engine/run-chain.ts'
import { parseObject } from './answers.ts'
import { startBrowser, withoutChromium } from './browser-pipe.ts'
import type { BrowserPipe, BrowserSettings } from './browser-pipe.ts'
import { entryOf } from './catalogue-files.ts'
import { builtServer } from './built.ts'
import { Page } from './page.ts'
import type { View } from './page.ts'
import { call, generate } from './requests.ts'
import { triesAll } from './rounds.ts'
import { loadShipped } from './shared-catalogue.ts'
import { builtForSuite, serviceForSuite } from './suite.ts'

/** What the pages of a suite share. */
interface Setup extends BrowserSettings {
  /** Additional settings of the service. */
  readonly environment?: Readonly<Record<string, string>>
  /** Whether the service is the one that was built, whose files are compressed best. */
  readonly isBuilt?: boolean
  /** Messages of the browser that are not faults. */
  readonly expected?: RegExp
  /** How many pages are open at the same time; the clipboard and the focus allow one. */
  readonly concurrency?: number
}

/**
 * What is visited: a path, paths, or paths in several views: each path in the first view, and the
 * first path in each view. In `.ci/soak`, each path is visited in each view.
 */
type Places = string | readonly string[] | {
  readonly at: string | readonly string[]
  readonly views?: readonly View[]
  /** What the pages do before they are loaded, after which they need not become live. */
  readonly before?: (page: Page, path: string) => Promise<unknown>
}

type Act = (page: Page, path: string, t: TestContext) => unknown

interface PageSuite {
  /** Adds a test for each place, in which the page is live; `act` uses it, and claims something. */
  visit(name: string, places: Places, act: Act): void
  /** Returns the output of the API for these parameters. */
  generate(parameters: Readonly<Record<string, string>>): Promise<string>
}

/**
 * Describes the pages of a service in Chromium. Each visit has a page of its own, which is closed
 * when the visit ends or fails. Visits fail if the console, the content policy or an audit has a
 * message.
 */
export function describePages(
  title: string,
  { environment = {}, isBuilt = false, expected = /^$/, concurrency = 1, ...settings }: Setup,
  define: (suite: PageSuite) => void,
): void {
  describe(title, { skip: withoutChromium(settings), concurrency }, () => {
    // Browsers run the compiled files, which must be those of the sources.
    builtServer()
    const fixed = { RATE_LIMIT: '0', SITE_URL: 'http://pages.example' }
    const service = (isBuilt ? builtForSuite : serviceForSuite)({ ...fixed, ...environment })
    const browser = shareBrowser(settings)
    const open = async (view: View): Promise<Page> =>
      Page.open(browser(), view, `http://127.0.0.1:${(await service()).port}`)
    define({
      visit(name, places, act) {
        const { at, views = [{}], before } = hasViews(places) ? places : { at: places }
        const paths = typeof at === 'string' ? [at] : at
        for (const path of paths) {
          for (const view of views) {
            if (path !== paths[0] && view !== views[0] && !triesAll) continue
            const which = [paths.length > 1 && path.slice(0, 80), views.length > 1 && titleOf(view)]
            test([name, ...which.filter(Boolean)].join(': '), async (t) => {
              const page = await open(view)
              try {
                await before?.(page, path)
                await (before === undefined ? page.goto(path) : page.load(path))
                await act(page, path, t)
                assert.deepEqual(page.messages.filter((message) => !expected.test(message)), [])
              } finally {
                await page.close()
              }
            })
          }
        }
      },
      async generate(parameters) {
        return String(parseObject((await call(service(), generate(parameters))).text)['output'])
      },
    })
  })
}

function hasViews(places: Places): places is Exclude<Places, string | readonly string[]> {
  return typeof places === 'object' && !Array.isArray(places)
}

function titleOf({ width, height, ...others }: View): string {
  const size = [width ?? 1280, height ?? 800].join(' × ')
  return [size, ...Object.entries(others).map(([name, value]) => `${name} ${value}`)].join(', ')
}

/** Returns the path of the page of a style. */
export function pathOf(slug: string, language: string): string {
  return `/${language}/${entryOf(slug, language).page}`
}

/** Returns what the service's engine makes of a text. */
export function styled(
  slug: string,
  text: string,
  lang: Language = 'en',
  accents: Accents = 'styled',
  keep: readonly KeepKind[] = [],
): string {
  const { data: { layer }, transform } = loadShipped().catalogue.get(slug) ?? assert.fail(slug)
  return transformOnce({ layer, transform }, text.toWellFormed(), keep, lang, accents, '')
}

/** A browser that suites share; the last one closes it. */
interface Shared {
  users: number
  pipe: BrowserPipe | undefined
}

const browsers = new Map<string, Shared>()

/** Returns a function that starts a browser, or returns that of an earlier suite. */
function shareBrowser(settings: BrowserSettings): () => BrowserPipe {
  const key = JSON.stringify(settings)
  const shared = browsers.get(key) ?? { users: 0, pipe: undefined }
  browsers.set(key, shared)
  shared.users++
  after(async () => {
    if (--shared.users > 0) return
    browsers.delete(key)
    await shared.pipe?.close()
  })
  return () => (shared.pipe ??= startBrowser(settings))
}
