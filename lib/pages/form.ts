import type { TextGenerator } from '../catalogue/catalogue.ts'
import { accentChoices } from '../engine/drawn-apart.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import { countCodePoints } from '../engine/text.ts'
import { createFormReader } from '../http/form.ts'
import { roomOf } from './browser/styled-text.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { PageTexts } from './texts.ts'

/** What a visitor has filled in. */
export interface Filled {
  /** `''` where nothing is. */
  readonly text: string
  readonly accents: Accents
  /** What is wrong with it, in a language. */
  readonly fault?: (texts: PageTexts) => string
}

/** A form that nobody has filled in. */
export const unfilled: Filled = { text: '', accents: 'styled' }

/** The texts that scripts take for the forms. */
export const formTexts = [
  'share-button',
  'share-done',
  'share-failed',
  'accents-switched',
  'styled-found',
  'text-too-long',
] as const

const readFields = createFormReader(['text', 'accents'])

/** Reads what is filled in from a query; the text takes `most` code points. */
export function readFilled(query: string, most: number): Filled {
  const fields = readFields(query, undefined)
  // Browsers send CRLF for each end of a line that somebody has typed.
  const text = (fields.get('text') ?? '').replaceAll('\r\n', '\n')
  if (text === '') return unfilled
  const asked = fields.get('accents') || unfilled.accents
  const accents = accentChoices.find((choice) => choice === asked)
  if (accents === undefined) {
    return { ...unfilled, text, fault: (texts) => texts.text('accents-unknown') }
  }
  const length = countCodePoints(text)
  if (length <= most) return { text, accents }
  return { text, accents, fault: (texts) => texts.text('text-too-long', { length, most }) }
}

/** The form of the page of all styles: one line. */
export function listForm(filled: Filled, texts: PageTexts): Html {
  const { text } = texts
  return html`<form class="form" method="get" action="./">
<p><label for="text">${text('text-label')}</label>
<input type="text" id="text" name="text" value="${filled.text}" dir="auto" autocomplete="off"
required></p>
${accentsChoice(filled, texts)}<p><button>${text('list-button')}</button></p>
</form>
`
}

/**
 * The form of one style, with what came of the text if there is one. The choice about accents is
 * there where it makes a difference.
 */
export function generatorForm(
  { slug, entry, traits }: TextGenerator,
  filled: Filled,
  result: string | undefined,
  texts: PageTexts,
): Html {
  const { text, language } = texts
  const hasChoice = traits().support.accents === 'risky' || filled.accents === 'plain'
  // A line feed behind the tag is none of the text.
  return html`<form class="form pair" method="get" action="${entry(language).page}"
data-style="${slug}">
<p><label for="text">${text('text-label')}</label>
<textarea id="text" name="text" dir="auto" autocomplete="off" required>
${filled.text}</textarea></p>
${result !== undefined && resultField(filled.text, result, texts)}${
    hasChoice && accentsChoice(filled, texts)
  }<p class="whole"><button>${text('generator-button')}</button></p>
</form>
`
}

/** The field with what came of a text. */
export function resultField(plain: string, result: string, { text }: PageTexts): Html {
  return html`<p><label for="result">${text('result-label')}</label>
<textarea id="result" class="notranslate${roomOf(plain, result)}"
readonly lang="zxx" translate="no" dir="auto">
${result}</textarea></p>
`
}

function accentsChoice({ accents }: Filled, { text }: PageTexts): Html {
  return html`<p class="whole"><label><input type="checkbox" name="accents" value="plain"${
    accents === 'plain' && html` checked`
  }>${text('accents-label')}</label></p>
`
}
