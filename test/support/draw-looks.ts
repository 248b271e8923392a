import { openDrawing } from './draw-boxes.ts'

/** A style, and what it makes of each letter. */
export type Look = readonly [slug: string, texts: readonly string[]]

/** Two styles, and the share of the ink of either that they do not have in common. */
export type LookAlike = readonly [one: string, other: string, share: number]

/**
 * Draws texts in Chromium with Noto alone, and returns the pairs of styles that differ in at most
 * such a share of their ink, as the mean of all texts.
 */
export async function findLookAlikes(
  looks: readonly Look[],
  most: number,
): Promise<readonly LookAlike[]> {
  const { page, close } = await openDrawing()
  try {
    for (const look of looks) {
      await page.evaluate(`addLook(${look.map((part) => JSON.stringify(part)).join()})`)
    }
    return (await page.evaluate(`findLookAlikes(${most})`)) as readonly LookAlike[]
  } finally {
    await close()
  }
}
