/** The mark of HTML that a template has made: nothing else can bear it. */
const safe = Symbol('safe HTML')

/** A piece of HTML in which every text is escaped. */
export interface Html {
  readonly [safe]: string
}

/** What a template takes: `undefined` and `false` leave nothing, and lists what their items do. */
export type Hole = string | number | Html | undefined | false | readonly Hole[]

/**
 * Tags a template: ``html`<p title="${title}">${text}</p>` ``. Its own words are HTML as they
 * stand; what fills a hole is text, unless a template has made it. A text may stand between tags
 * and in attributes, which are always quoted; never in `script`, `style` or a tag itself.
 */
export function html(parts: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  let text = parts[0] ?? ''
  for (let index = 0; index < holes.length; index++) {
    text += fill(holes[index]) + (parts[index + 1] ?? '')
  }
  return { [safe]: text }
}

/** The HTML itself. */
export function render(piece: Html): string {
  return piece[safe]
}

function fill(hole: Hole): string {
  if (typeof hole === 'string') return escape(hole)
  if (typeof hole === 'number') return String(hole)
  if (hole === undefined || hole === false) return ''
  if (safe in hole) return hole[safe]
  return hole.map(fill).join('')
}

/**
 * Escapes the five characters that HTML could take for its own, and CR, which it would take for LF.
 * Controls are left out and lone surrogates replaced: a document has neither.
 * https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream
 */
function escape(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  if (!notPlain.test(wellFormed)) return wellFormed
  return wellFormed.replace(controls, '').replace(special, (sign) => references[sign] ?? '')
}

const notPlain = /[&<>"'\0-\x08\v-\x1f\x7f-\x9f]/
const controls = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f]/g
const special = /[&<>"'\r]/g

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
}
