import type { Catalogue, TextGenerator } from '../catalogue/catalogue.ts'
import { limitsOf } from './browser/styled-text.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { markUnspoken, showSample } from './list-page.ts'
import type { Sample } from './list-page.ts'
import type { PageTexts } from './texts.ts'

/** Returns the way from the list to the page of a style. */
export function breadcrumb(
  { data }: TextGenerator,
  category: string,
  count: number,
  { text }: PageTexts,
): Html {
  return html`<nav class="trail" aria-label="${text('breadcrumb-navigation')}">
<ol>
<li><a href="./">${text('all-styles-link', { count })}</a></li>
<li><a href="./#${data.category}">${category}</a></li>
</ol>
</nav>
`
}

/**
 * Returns the heading of a style and its result, which scripts make live. A long result scrolls,
 * so it must be reachable by the keyboard.
 */
export function stage(name: string, sample: Sample, { text, language }: PageTexts): Html {
  return html`<div class="stage">
<h1>${name}</h1>
<div class="show" role="group" aria-label="${text('result-label')}" tabindex="0">${
    showSample(sample, language, 'specimen')
  }</div>
</div>
`
}

/** Returns how much of the space that other services have a result takes. */
export function limitsList(result: string, { text }: PageTexts): Html {
  return html`<ul class="limits">
${limitsOf(result).map(({ key, count, most, isPassed }) => {
    return html`<li>${text(key, { count, most })}${isPassed && ` – ${text('limit-passed')}`}</li>\n`
  })}</ul>
`
}

/** Returns a picture of a profile with the result as its name and as its text. */
export function profile(result: string, { text }: PageTexts): Html {
  const shown = markUnspoken(result)
  return html`<figure class="profile" aria-hidden="true">
<figcaption>${text('profile-caption')}</figcaption>
<p>${shown}</p>
<p>${shown}</p>
</figure>
`
}

/**
 * Returns links to the previous and the next style, and to a style far away in the list. Following
 * that one again and again leads through all styles before any comes back.
 */
export function neighbourLinks(
  generator: TextGenerator,
  catalogue: Catalogue,
  { text, language }: PageTexts,
): Html {
  const all = [...catalogue.values()]
  const index = all.indexOf(generator)
  const entryAt = (distance: number) =>
    (all[(index + distance + all.length) % all.length] ?? generator).entry(language)
  const [previous, next] = [entryAt(-1), entryAt(1)]
  const other = entryAt(longStep(all.length))
  return html`<nav class="neighbours" aria-label="${text('neighbours-navigation')}">
<ul>
<li><a rel="prev" href="${previous.page}">${text('previous-link', { name: previous.name })}</a></li>
<li><a href="${other.page}">${text('random-link')}</a></li>
<li><a rel="next" href="${next.page}">${text('next-link', { name: next.name })}</a></li>
</ul>
</nav>
`
}

/** Returns a step, near the golden section of a circle of `count` places, that leads to each. */
function longStep(count: number): number {
  const divisor = (one: number, other: number): number =>
    other === 0 ? one : divisor(other, one % other)
  let step = Math.round(count * 0.618)
  while (divisor(step, count) !== 1) step++
  return step
}
