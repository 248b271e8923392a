import type { View } from './browser-view.ts'
import type { Page } from './browser.ts'

/**
 * Returns the elements of a document with their attributes, and without its words. Samples are one
 * kind: whether they are images or text depends on the words, and so does which rows are folded.
 */
export async function shapeOf(page: Page): Promise<readonly string[]> {
  const shape = await page.evaluate(`[...document.querySelectorAll('*')].flatMap((element) => {
    if (element.matches('span:is(.sample, .specimen) > bdi')) return []
    if (element.matches('.sample, .specimen')) return ['sample']
    if (element.matches('.unchanged li, .unchanged li > a')) return []
    if (element.matches('.unchanged')) return ['unchanged']
    const told = ['href', 'src', 'action', 'rel', 'type', 'name', 'http-equiv']
    const attributes = [...element.attributes].flatMap(({ name, value }) => {
      if (name === 'class') return []
      // The name of the folder depends on the names of the styles.
      const address = value.replace(location.origin, '').replace(/\\?.*/s, '?')
        .replace(/assets\\/[^/]+/, 'assets')
      return told.includes(name) ? name + '=' + address : name
    })
    return [[element.localName, ...attributes].join(' ')]
  })`)
  return shape as readonly string[]
}

/**
 * Makes the window higher than the page, whose rows are all drawn then; what the page says at the
 * lower edge of the window covers none of them.
 */
export async function showAll(page: Page, view: View = {}): Promise<void> {
  let height = 0
  for (let needed = 800; needed > height; needed = await heightOf(page)) {
    height = needed + 200
    await page.view({ ...view, height })
  }
}

/** The height of the page once its rows have been drawn. */
async function heightOf(page: Page): Promise<number> {
  const height = await page.evaluate(`new Promise((resolve) => requestAnimationFrame(() =>
    requestAnimationFrame(() => resolve(document.body.offsetHeight))))`)
  return Number(height) + 200
}

/** Returns the elements that make the page wider than the window. */
export async function overhangOf(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  })()`)
  return found as readonly string[]
}

/** The focused element, and whether a person can see that. */
interface Focus {
  /** The element with its name, such as `a ../es/`; `body` if nothing has the focus. */
  readonly element: string
  readonly hasOutline: boolean
  /** Whether it is in the window and not covered. */
  readonly isInSight: boolean
}

export async function focusOf(page: Page): Promise<Focus> {
  const focus = await page.evaluate(`(() => {
    const element = document.activeElement
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    const { x, y, width, height } = element.getClientRects()[0]
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    const name = element.getAttribute('href') ?? element.getAttribute('name') ?? element.id
    return {
      element: (element.localName + ' ' + name).trim(),
      hasOutline: outlineStyle === 'solid' && outlineWidth === '3px',
      isInSight: top !== null && element.contains(top),
    }
  })()`)
  return focus as Focus
}

/** A row of a list of styles. */
interface Sample {
  /** The last part of the address of its link. */
  readonly address: string
  readonly name: string
  readonly text: string
  /** What assistive technology reads instead of the text, if anything. */
  readonly label: string | null
}

/** Returns the rows of the list of all styles. */
export async function samplesOf(page: Page): Promise<readonly Sample[]> {
  const samples = await page.evaluate(`(() => {
    const nameOf = (image) => {
      const other = image?.getAttribute('aria-labelledby')
      return (other ? document.getElementById(other).textContent : image?.ariaLabel) ?? null
    }
    return Array.from(document.querySelectorAll('.rows:not(#popular *) > li'), (row) => ({
      address: new URL(row.querySelector('a').href).pathname.replace(/.*\\//, ''),
      name: row.querySelector('a').textContent,
      text: row.querySelector('bdi').textContent,
      label: nameOf(row.querySelector('[role=img]')),
    }))
  })()`)
  return samples as readonly Sample[]
}

/** Returns the samples, and the styled text in tables, whose colours differ from the page's. */
export async function colouredSamplesOf(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(`(() => {
    const { color } = getComputedStyle(document.body)
    const isOdd = (element) => {
      const { backgroundColor, backgroundImage, color: own, opacity } = getComputedStyle(element)
      const isBare = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none'
      return !(isBare && own === color && opacity === '1')
    }
    return [...document.querySelectorAll('.sample, .specimen, table bdi, .profile bdi')].filter((sample) => {
      const above = sample.closest('li, p, th, td, .show')
      return isOdd(sample) || [...sample.children].some(isOdd) || isOdd(above)
    }).map(({ outerHTML }) => outerHTML.slice(0, 200))
  })()`)
  return found as readonly string[]
}
