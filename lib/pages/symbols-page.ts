import { defaultLanguage, languages } from '../catalogue/locale.ts'
import type { Language } from '../catalogue/locale.ts'
import { isInvisible } from '../engine/text.ts'
import { symbolsKeys } from './browser/keys.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { Page } from './layout.ts'
import { symbolsPath } from './site.ts'
import type { Site } from './site.ts'
import { readSymbols } from './symbols.ts'
import type { Sign } from './symbols.ts'

/**
 * Returns the page of all signs. Scripts make buttons of them, which copy the sign or add it to the
 * visitor's text, and the form leads to all styles of that text. Without scripts a click selects a
 * sign.
 */
export function symbolsPage(language: Language, site: Site): Page {
  const { text } = site.texts(language)
  const groups = readSymbols(language)
  const count = groups.reduce((sum, { signs }) => sum + signs.length, 0)
  return {
    language,
    path: symbolsPath(language, site),
    title: text('symbols-title'),
    description: text('symbols-description', { count }),
    translations: {
      paths: new Map(languages.map((one) => [one, symbolsPath(one, site)])),
      others: symbolsPath(defaultLanguage, site),
    },
    isIndexed: true,
    own: { style: 'symbols.css', script: 'live-symbols.js' },
    main: html`<div class="head">
<h1>${text('symbols-heading')}</h1>
<p class="lead">${text('symbols-lead', { count })}</p>
</div>
<div class="bar">
<div class="find">
<p class="search"><label class="unseen" for="search">${text('symbols-search')}</label>
<input type="search" id="search" autocomplete="off" placeholder="${text('symbols-search')}"></p>
<p class="taps">${
      (['copy', 'add'] as const).map((act, index) => html`<label><input type="radio" name="tap"
value="${act}"${index === 0 && html` checked`}>${text(`symbols-${act}`)}</label>\n`)
    }</p>
</div>
<nav class="jump" aria-label="${text('symbols-groups')}">
<ul>
${groups.map(({ id, name }) => html`<li><a href="#${id}">${name}</a></li>\n`)}</ul>
</nav>
</div>
<p id="count" hidden></p>
${groups.map(({ id, name, signs }) => {
      return html`<section aria-labelledby="${id}">
<h2 class="category" id="${id}">${name}</h2>
<ul class="signs notranslate" translate="no">
${signs.map(listSign)}</ul>
</section>
`
    })}<form class="yours" method="get" action="./">
<label class="unseen" for="text">${text('text-label')}</label>
<textarea id="text" name="text" rows="1" dir="auto" autocomplete="off"
placeholder="${text('text-placeholder')}"></textarea>
<button>${text('symbols-style')}</button>
</form>
`,
    liveTexts: symbolsKeys,
  }
}

/** Returns whether a sign shows nothing: a filler, a space, or Braille without dots. */
function isBlank(sign: string): boolean {
  return sign === '\u2800' || isInvisible(sign)
}

function listSign({ sign, name, words }: Sign): Html {
  const found = words !== '' && html` data-words="${words}"`
  // A style sheet shows the name of a sign that is not seen: a click selects the sign alone.
  const blank = isBlank(sign) && html` class="blank"`
  return html`<li><span${blank} role="img" title="${name}"${found}>${sign}</span></li>\n`
}
