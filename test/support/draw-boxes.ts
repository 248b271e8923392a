import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startBrowser } from './browser-pipe.ts'
import type { BrowserSettings } from './browser-pipe.ts'
import { root } from './folders.ts'
import { Page } from './page.ts'

const file = pathToFileURL(join(root, 'test', 'support', 'find-boxes.html')).href

/** The value of `font-family`. */
interface Family {
  readonly family?: string
}

/** Opens a page that draws, in Chromium with these fonts. It must be closed. */
export async function openDrawing(
  { family = "'Noto Sans'", ...settings }: Pick<BrowserSettings, 'fonts'> & Family = {},
): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
  const pipe = startBrowser(settings)
  try {
    const page = await Page.open(pipe)
    await page.load(`${file}#${encodeURIComponent(family)}`)
    return { page, close: () => pipe.close() }
  } catch (error) {
    await pipe.close()
    throw error
  }
}

/** Returns the clusters for which Chromium draws a box, or part of one, in a family of fonts. */
export async function drawBoxes(
  clusters: readonly string[],
  settings: Parameters<typeof openDrawing>[0] = {},
): Promise<ReadonlySet<string>> {
  const { page, close } = await openDrawing(settings)
  try {
    const boxes: string[] = []
    for (let start = 0; start < clusters.length; start += 500) {
      const part = JSON.stringify(clusters.slice(start, start + 500))
      boxes.push(...((await page.evaluate(`${part}.filter(hasBox)`)) as readonly string[]))
    }
    return new Set(boxes)
  } finally {
    await close()
  }
}
