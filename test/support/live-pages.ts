import type { Page } from './browser.ts'

/** Waits until the script of a page has brought all of it to life, where it has one. */
export async function whenLive(page: Page): Promise<void> {
  await page.evaluate(`new Promise((resolve) => {
    const isThere = () => document.querySelector('script[src]') === null ||
      performance.getEntriesByName('complete').length > 0
    const look = () => isThere() ? resolve() : setTimeout(look, 10)
    look()
  })`)
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
