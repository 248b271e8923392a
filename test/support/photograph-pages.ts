// Takes pictures of every kind of page, to be looked at:
//
//   node --import tsx test/support/photograph-pages.ts FOLDER [NAME OF A KIND OR VIEW]...
//
// It needs Debian's chromium and its Noto fonts, without which most styles are boxes.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../lib/catalogue/locale.ts'
import { startBrowser } from './browser-pipe.ts'
import type { View } from './browser-view.ts'
import { Page } from './browser.ts'
import { startInProcess } from './in-process.ts'
import { kindsOfPages, pagesOfNoLanguage } from './page-kinds.ts'

const views: Readonly<Record<string, View>> = {
  desktop: { width: 1280, height: 900 },
  dark: { width: 1280, height: 900, isDark: true },
  phone: { width: 390, height: 844, scale: 2 },
  narrow: { width: 320, height: 640 },
  // Twice as large in a window of 640 pixels.
  zoomed: { width: 320, height: 400, scale: 2 },
  print: { width: 794, height: 1123, isPrint: true },
  forced: { width: 1280, height: 900, hasForcedColors: true },
}

const [folder, ...wanted] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder for the pictures')
mkdirSync(folder, { recursive: true })

const ends: Array<() => unknown> = []
const after = (end?: unknown): unknown => ends.push(end as () => unknown)
const settings = { RATE_LIMIT: '0', SITE_URL: 'http://pages.example' }
const { port } = await startInProcess({ after }, settings)
const limited = await startInProcess({ after }, { RATE_LIMIT: '1' })
const pipe = startBrowser()
try {
  for (const [view, how] of Object.entries(views)) {
    const page = await Page.open(pipe, how)
    for (const language of ['', ...languages]) {
      const one = languages.find((tag) => tag === language)
      for (const { name, path } of one === undefined ? pagesOfNoLanguage : kindsOfPages(one)) {
        const words = [view, name, one ?? 'en']
        if (!wanted.every((word) => words.includes(word))) continue
        await page.goto(`http://127.0.0.1:${port}${path}`)
        // Rows are drawn where a window shows them. Lists go on and on.
        const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
        await page.view({ ...how, height: Math.min(height, name.startsWith('list') ? 1200 : 8000) })
        await page.photograph(join(folder, `${[name, one ?? 'en', view].join('-')}.png`))
        await page.view(how)
      }
    }
    if (wanted.every((word) => [view, 'limit', 'tr'].includes(word))) {
      for (const text of ['a', 'b']) {
        await page.goto(`http://127.0.0.1:${limited.port}/tr/?text=${text}`)
      }
      await page.photograph(join(folder, `limit-tr-${view}.png`))
    }
    await page.close()
  }
} finally {
  await pipe.close()
  for (const end of ends.toReversed()) await end()
}
