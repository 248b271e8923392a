import { listedOf } from '../catalogue/catalogue.ts'
import type { Catalogue, TextGenerator } from '../catalogue/catalogue.ts'
import type { Language } from '../catalogue/locale.ts'
import { parameters } from '../api/parameters.ts'
import { changesLooks } from '../engine/chain.ts'
import { accentChoices, mayShowBoxes } from '../engine/drawn-apart.ts'
import type { Accents } from '../engine/drawn-apart.ts'
import { wraps } from '../engine/first-operations.ts'
import type { KeepKind } from '../engine/keep.ts'
import type { Kind } from '../engine/kind.ts'
import { countCodePoints } from '../engine/text.ts'
import { createFormReader } from '../http/form.ts'
import { canTake, keptKinds } from './browser/styled-text.ts'
import { emphasisButtons } from './emphasis-buttons.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import type { PageTexts, TextKey } from './page-texts.ts'
import type { Site } from './site.ts'

/** The values of a form. */
export interface Filled {
  /** `''` if the form is not filled in. */
  readonly text: string
  readonly accents: Accents
  /** What stays as it is; what is newly typed keeps what only works so. */
  readonly keep: readonly KeepKind[]
  /** The slugs of the styles that are added. */
  readonly then: readonly string[]
  /** What is wrong with the values, as arguments for `text`. */
  readonly fault?: Parameters<PageTexts['text']>
}

/** The values of a form that is not filled in. */
export const unfilled: Filled = { text: '', accents: 'styled', keep: keptKinds, then: [] }

const readFields = createFormReader(['text', 'accents', 'keep'])

/**
 * Reads the values from a query. `mostOf` returns the longest text, in code points, for `then`.
 * Styles of several boxes come in the order of the list, in which they can follow one another.
 */
export function readFilled(
  query: string,
  mostOf: (then: Filled['then']) => number,
  catalogue: ReadonlyMap<string, unknown> = new Map(),
): Filled {
  const fields = readFields(query, undefined)
  // Browsers send CRLF for each line break in a field.
  const text = (fields.get('text') ?? '').replaceAll('\r\n', '\n')
  if (text === '') return unfilled
  const asked = fields.get('accents') || unfilled.accents
  const accents = accentChoices.find((choice) => choice === asked)
  if (accents === undefined) return { ...unfilled, text, fault: ['accents-unknown'] }
  const keep = parameters.keep.parse(fields.get('keep'))
  if (keep === undefined) return { ...unfilled, text, fault: ['keep-unknown'] }
  const length = countCodePoints(text)
  // Each box of a form sends a value of its own.
  const boxes = new URLSearchParams(query).getAll('then').filter((slug) => slug !== '')
  const added = parameters.then.parse(boxes.join())
  const order = boxes.length > 1 ? [...catalogue.keys()] : []
  const then = added.toSorted((one, other) => order.indexOf(one) - order.indexOf(other))
  const filled = { text, accents, keep, then }
  const most = mostOf(filled.then)
  if (length <= most) return filled
  return { ...filled, fault: ['text-too-long', { length, most }] }
}

/** Returns what `canTake` needs of a style. */
export function addable({ data, file: { operations } }: TextGenerator) {
  return { layer: data.layer, operations }
}

/** Returns the styles that can be added to a style, in the order of the list. */
export function additionsTo(generator: TextGenerator, catalogue: Catalogue): TextGenerator[] {
  // A law compares this with all that is checked of a chain, which would take a millisecond.
  return additionsOf(catalogue).filter((one) => {
    return one !== generator && canTake(addable(generator), addable(one)) &&
      (isFrame(one) || changesLooks(one, generator.example))
  })
}

const plainLetters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns the styles that, added to a style, may make boxes of its plain letters. */
export function additionsWithBoxes(
  generator: TextGenerator,
  catalogue: Catalogue,
): TextGenerator[] {
  const letters = generator.transform(plainLetters, 'en')
  const added = mayShowBoxes(letters) ? [] : additionsTo(generator, catalogue)
  return added.filter(({ transform }) => mayShowBoxes(transform(letters, 'en')))
}

/** Returns the styles that pages offer to add to others. */
export function additionsOf(catalogue: Catalogue): TextGenerator[] {
  return listedOf(catalogue).filter(({ file }) => file.addition)
}

/** Whether a style puts something around a text. */
function isFrame({ file }: TextGenerator): boolean {
  return wraps(file.operations)
}

/** Returns the form of the page with all styles, which is in a folder: one line, which grows. */
export function listForm(
  additions: readonly TextGenerator[],
  filled: Filled,
  texts: PageTexts,
  folder = './',
): Html {
  const { text } = texts
  return html`<form class="form list" method="get" action="${folder}">
<div class="entry">
<p class="field"><label class="unseen" for="text">${text('text-label')}</label>
<textarea id="text" name="text" rows="1" dir="auto" autocomplete="off"
placeholder="${text('text-placeholder')}" required>
${filled.text}</textarea></p>
${frameStrip(additions, filled, texts)}</div>
<div class="options">
${accentsChoice(filled, texts)}${keepChoice(filled, texts)}<p><button>${
    text('list-button')
  }</button></p>
</div>
</form>
`
}

/** Returns the form of a page that has no style of its own; without scripts it opens the list. */
export function shortForm(texts: PageTexts, folder: string): Html {
  const { text } = texts
  return html`<form class="form pair" method="get" action="${folder}">
<p><label for="text">${text('text-label')}</label>
<textarea id="text" name="text" dir="auto" autocomplete="off"
placeholder="${text('text-placeholder')}" required>
</textarea></p>
<div class="options">
${keepChoice(unfilled, texts)}<p><button>${text('list-button')}</button></p>
</div>
</form>
`
}

/**
 * Returns the form of one style. The choice about accents is shown only where it makes a
 * difference.
 */
export function generatorForm(
  generator: TextGenerator,
  language: Language,
  filled: Filled,
  site: Site,
): Html {
  const { slug, entry, data } = generator
  const texts = site.texts(language)
  const { text } = texts
  const additions = additionsTo(generator, site.services.catalogue)
  const encoder = site.services.catalogue.get(generator.decodes ?? '')?.entry(language)
  const cleaner = data.kind === 'cleaned'
    ? undefined
    : listedOf(site.services.catalogue).find((one) => one.data.kind === 'cleaned')?.entry(language)
  // No addition replaces letters, so the switch concerns the style alone.
  const hasChoice = generator.traits().support.accents === 'risky' || filled.accents === 'plain'
  const [label, button] = wordsOf.get(data.kind) ?? ['text-label', 'generator-button']
  // A decoder shows what becomes of its sample.
  const placeholder = label === 'text-label' ? text('text-placeholder') : data.sample
  // HTML ignores the line feed after the tag. Scripts put other buttons in the place of this one.
  return html`<form class="form pair" method="get" action="${entry(language).page}"
data-style="${slug}"${encoder && html` data-encoder="${encoder.page}"
data-encoder-name="${encoder.name}"`}${cleaner && html` data-cleaner="${cleaner.page}"
data-cleaner-name="${cleaner.name}"`}>
<p><label for="text">${text(label)}</label>
<textarea id="text" name="text" dir="auto" autocomplete="off"
placeholder="${placeholder}" required>
${filled.text}</textarea></p>
${data.kind === 'markup' && emphasisButtons(texts)}${
    frameStrip(additions, filled, texts)}<div class="options">
${hasChoice && accentsChoice(filled, texts)}${
    data.layer !== 'code' && keepChoice(filled, texts)}<p><button>${text(button)}</button></p>
</div>
</form>
`
}

/** The label of the field and the words of the button, where they are not those of most styles. */
const wordsOf: ReadonlyMap<Kind, readonly [label: TextKey, button: TextKey]> = new Map([
  ['decoder', ['code-label', 'decoder-button']],
  ['reread', ['code-label', 'decoder-button']],
  ['plain', ['styled-label', 'plain-button']],
  ['markup', ['markdown-label', 'generator-button']],
])

/**
 * Returns a strip of boxes that show what they add, if there are any: first the frames, the
 * shortest ones before all others.
 */
function frameStrip(
  additions: readonly TextGenerator[],
  { then }: Filled,
  { text, language }: PageTexts,
): Html | false {
  const lengthOf = (one: TextGenerator): number =>
    isFrame(one) ? countCodePoints(glimpseOf(one)) : Infinity
  const shown = additions.map((one) => ({
    slug: one.slug, entry: one.entry, glimpse: glimpseOf(one), length: lengthOf(one),
  }))
  const inOrder = shown.toSorted((one, other) => {
    return one.length < other.length ? -1 : Number(one.length > other.length)
  })
  const chips = inOrder.map(({ slug, entry, glimpse }) => {
    return html`<label><input type="checkbox" name="then" value="${slug}"
aria-label="${entry(language).name}"${then.includes(slug) && html` checked`}><span
aria-hidden="true">${glimpse}</span></label>
`
  })
  return chips.length > 0 && html`<div class="frames notranslate" role="group" translate="no"
aria-label="${text('additions-label')}">
${chips}</div>
`
}

/** Returns what an addition looks like: a frame with nothing in it, or letters with it. */
function glimpseOf(generator: TextGenerator): string {
  const { data, transform } = generator
  if (!isFrame(generator)) return transform(data.layer === 'frame' ? 'ab' : 'a', 'en')
  // A code point for private use, which no frame has.
  const [before = '', after = ''] = transform('\ue000', 'en').split('\ue000')
  return `${before.trimEnd()} ${after.trimStart()}`
}

function accentsChoice({ accents }: Filled, { text }: PageTexts): Html {
  return html`<p><label><input type="checkbox" name="accents" value="plain"${
    accents === 'plain' && html` checked`
  }>${text('accents-label')}</label></p>
`
}

function keepChoice({ keep }: Filled, { text }: PageTexts): Html {
  const value = keptKinds.join()
  return html`<p class="keep"><label><input type="checkbox" name="keep" value="${value}"${
    keep.length > 0 && html` checked`
  }>${text('keep-label')}</label></p>
`
}
