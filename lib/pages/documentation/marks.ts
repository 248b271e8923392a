import { html } from '../html.ts'
import type { Html } from '../html.ts'

/** A sentence in which what stands between grave accents is code. */
export function code(sentence: string): Html {
  const parts = sentence.split('`')
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
}

/** Words of code, with commas between them. */
export function words(all: readonly string[]): Html {
  return html`${all.map((word, index) => html`${index > 0 && ', '}<code>${word}</code>`)}`
}
