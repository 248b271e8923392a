import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startBrowser } from './browser-pipe.ts'
import { root } from './folders.ts'
import { Page } from './page.ts'

/** Returns the clusters for which Chromium with the fonts of Noto draws a box, or part of one. */
export async function drawBoxes(clusters: readonly string[]): Promise<ReadonlySet<string>> {
  const pipe = startBrowser()
  try {
    const page = await Page.open(pipe)
    await page.load(pathToFileURL(join(root, 'test', 'support', 'find-boxes.html')).href)
    const boxes: string[] = []
    for (let start = 0; start < clusters.length; start += 500) {
      const part = JSON.stringify(clusters.slice(start, start + 500))
      boxes.push(...((await page.evaluate(`${part}.filter(hasBox)`)) as readonly string[]))
    }
    return new Set(boxes)
  } finally {
    await pipe.close()
  }
}
