import assert from 'node:assert/strict'
import type { Accents } from '../../lib/engine/drawn-apart.ts'
import type { Key } from '../../lib/pages/browser/keys.ts'
import { findWithAxe } from './axe.ts'
import type { Page, View } from './page.ts'
import { triesAll } from './rounds.ts'

/** Checks a page in light and dark colours, in narrow windows and on paper. */
export async function examine(page: Page): Promise<void> {
  await showAll(page, { isDark: true })
  await page.equals(colouredSamples, [])
  for (const view of [{ width: 320 }, { width: 320, isPrint: true }, { width: 640 }]) {
    await page.view(view)
    await page.equals(overhang, [], JSON.stringify(view))
  }
  await leaveUnlikeRows(page)
  // Axe does not see rows that are not drawn, and not all of a line that scrolls sideways.
  await page.evaluate(`$$('.jump ul, .frames').forEach(({ style }) =>
    Object.assign(style, { flexWrap: 'wrap', inlineSize: 'auto' }))`)
  await showAll(page)
  assert.deepEqual(await findWithAxe(page), [])
  await showAll(page, { isDark: true })
  assert.deepEqual(await findWithAxe(page, ['color-contrast']), [])
  await page.evaluate(`$$('.jump ul, .frames').forEach((list) => list.removeAttribute('style'))`)
  await page.view({})
}

/**
 * Takes away each row that has the same elements, classes and attributes as three rows of its
 * category before it. Axe needs most of its time for them; in `.ci/soak` they stay.
 */
export async function leaveUnlikeRows(page: Page): Promise<void> {
  if (triesAll) return
  await page.evaluate(`for (const list of $$('#styles > section > .rows')) {
    const counts = {}
    for (const row of [...list.children]) {
      const shape = [row, ...row.querySelectorAll('*')]
        .map((one) => [one.tagName, one.className, ...one.getAttributeNames()])
      counts[shape] = (counts[shape] ?? 0) + 1
      if (counts[shape] > 3) row.remove()
    }
  }`)
}

/**
 * Makes the window higher than the page, whose rows are all drawn then; what the page says at the
 * lower edge of the window covers none of them.
 */
export async function showAll(page: Page, view: View = {}): Promise<void> {
  await page.view({ ...view, height: 800 })
  const height = await page.evaluate(`$$('.rows > li').forEach(({ style }) => {
    style.contentVisibility = 'visible'
  })
  document.body.offsetHeight`)
  await page.view({ ...view, height: Number(height) + 400 })
}

/** The elements that make the page wider than the window. */
export const overhang = `(() => {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth <= clientWidth ? [] : $$('body *')
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
    .map(({ outerHTML }) => outerHTML.slice(0, 200))
})()`

/** The stops of the Tab key, in the order of the document. */
export const reachable = `$$('a[href], button, textarea, input, select, summary, [tabindex]')
  .filter((one) => one.checkVisibility() && one.tabIndex >= 0)`

/**
 * Presses Tab until every element from the index `from` on had the focus, and claims that they come
 * in the order of the document, each with an outline and uncovered. Resolves to their number.
 */
export async function goThrough(page: Page, from = 0): Promise<number> {
  // A message covers a part of the page.
  await page.evaluate(`$('#status').textContent = 'Copied'`)
  const count = Number(await page.evaluate(`(window.reachable = ${reachable}).length`))
  for (let place = from; place < count; place++) {
    await page.press('Tab')
    await page.equals(`(async () => {
      const element = document.activeElement
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const isInSight = () => {
        const { x, y, width, height } = element.getClientRects()[0]
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return top !== null && element.contains(top)
      }
      // A row that comes into the window is laid out in the next frame, which moves those below it.
      for (let frame = 0; frame < 5 && !isInSight(); frame++) {
        await new Promise(requestAnimationFrame)
      }
      return [window.reachable.indexOf(element), outlineStyle, outlineWidth, isInSight()]
    })()`, [place, 'solid', '3px', true], 'the focus')
  }
  return count
}

/** Returns how much the page has shifted since it began, each time, and waits for more. */
export async function shiftsOf(page: Page): Promise<readonly number[]> {
  return (await page.evaluate(`new Promise((resolve) => {
    const take = (list) => resolve(list.getEntries().map(({ value }) => value))
    new PerformanceObserver(take).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve([]), 500)
  })`)) as readonly number[]
}

/** The samples, and the styled text in tables, whose colours differ from the page's. */
const colouredSamples = `(() => {
  const { color } = getComputedStyle(document.body)
  const isOdd = (element) => {
    const { backgroundColor, backgroundImage, color: own, opacity } = getComputedStyle(element)
    const isBare = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none'
    return !(isBare && own === color && opacity === '1')
  }
  return $$('.sample, .specimen, table bdi, .profile bdi').filter((sample) => {
    const above = sample.closest('li, p, th, td, .show')
    return isOdd(sample) || [...sample.children].some(isOdd) || isOdd(above)
  }).map(({ outerHTML }) => outerHTML.slice(0, 200))
})()`

/** Returns the expression of a text of the page's language that its script uses. */
export function wordsOf(key: Key): string {
  return `$('#words').content.querySelector('[data-key=${key}]').textContent`
}

/** A row of a list of styles. */
interface Sample {
  /** The last part of the address of its link. */
  readonly address: string
  readonly name: string
  readonly text: string
  /** What assistive technology reads instead of the text, if anything. */
  readonly label: string | null
  /** What the row does with accented letters. */
  readonly accents: Accents
  /** Whether it says that it shows boxes. */
  readonly isBoxed: boolean
}

/** Returns the rows of the list of all styles. */
export async function samplesOf(page: Page): Promise<readonly Sample[]> {
  const hasNote = (key: Key): string =>
    `row.querySelector('a').dataset.note === ${wordsOf(key)}`
  const samples = await page.evaluate(`(() => {
    const nameOf = (image) => {
      const other = image?.getAttribute('aria-labelledby')
      return (other ? document.getElementById(other).textContent : image?.ariaLabel) ?? null
    }
    return $$('#styles .rows > li').map((row) => ({
      address: new URL(row.querySelector('a').href).pathname.replace(/.*\\//, ''),
      name: row.querySelector('a').textContent,
      text: row.querySelector('bdi').textContent,
      label: nameOf(row.querySelector('[role=img]')),
      accents: ${hasNote('accents-kept')} ? 'plain' : 'styled',
      isBoxed: ${hasNote('boxes-shown')},
    }))
  })()`)
  return samples as readonly Sample[]
}
