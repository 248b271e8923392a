// Photographs the list of all styles for README.md, as lib/pages/front-page.png. Needs
// Chromium and Debian's Noto fonts.
//
//   node --import tsx test/support/draw-front-page.ts
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { startBrowser } from './browser-pipe.ts'
import { root } from './folders.ts'
import { startInProcess } from './in-process.ts'
import { Page } from './page.ts'

const file = join(root, 'lib', 'pages', 'front-page.png')
const ends: Array<() => unknown> = []
const service = await startInProcess({ after: (end: () => unknown) => void ends.push(end) })
const pipe = startBrowser()
try {
  const view = { width: 1000, height: 760, language: 'en' }
  const page = await Page.open(pipe, view, `http://127.0.0.1:${service.port}`)
  await page.goto('/en/')
  await page.put('Hello World')
  await page.whenShown()
  await page.photograph(file)
  console.log(`${file}: ${statSync(file).size} bytes`)
} finally {
  await pipe.close()
  for (const end of ends.toReversed()) await end()
}
