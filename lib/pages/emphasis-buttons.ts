import { html } from './html.ts'
import type { Html } from './html.ts'
import type { PageTexts } from './page-texts.ts'

/** The signs of each button, what is on it, and its name. */
const buttons = [
  ['**', html`<b>B</b>`, 'emphasis-bold'],
  ['*', html`<i>I</i>`, 'emphasis-italic'],
  ['~~', html`<s>S</s>`, 'emphasis-struck'],
  ['`', html`<code>&lt;/&gt;</code>`, 'emphasis-code'],
] as const

/** Returns the buttons that put signs of Markdown around what is selected; they need scripts. */
export function emphasisButtons({ text }: PageTexts): Html {
  return html`<div class="symbols emphasis" role="toolbar" aria-label="${text('emphasis-label')}">
${buttons.map(([sign, shown, key]) => {
    const name = text(key)
    return html`<button type="button" class="quiet-button" data-sign="${sign}"
title="${name}"><span role="img" aria-label="${name}">${shown}</span></button>
`
  })}</div>
`
}
