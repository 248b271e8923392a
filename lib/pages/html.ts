/** Marks HTML that a template has made: nothing else can have this property. */
const safe = Symbol('safe HTML')

/** A piece of HTML in which every text is escaped. */
export interface Html {
  readonly [safe]: string
}

/** A value in a template. `undefined` and `false` add nothing; a list adds its items. */
export type Hole = string | number | Html | undefined | false | readonly Hole[]

/**
 * Tags a template: ``html`<p title="${title}">${text}</p>` ``. The template is HTML; its values are
 * text, unless a template has made them. A value may be placed between tags and in quoted
 * attributes, never in `script`, `style` or a tag itself.
 */
export function html(parts: TemplateStringsArray, ...holes: readonly Hole[]): Html {
  let text = parts[0] ?? ''
  for (let index = 0; index < holes.length; index++) {
    text += fill(holes[index]) + (parts[index + 1] ?? '')
  }
  return { [safe]: text }
}

/** Returns the HTML as a string. */
export function render(piece: Html): string {
  return piece[safe]
}

/** Returns a table whose rows are named by their first cells. */
export function dataTable(
  caption: Hole,
  columns: readonly Hole[],
  rows: ReadonlyArray<readonly [name: Hole, ...cells: Hole[]]>,
): Html {
  return html`<table>
<caption>${caption}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${rows.map(([name, ...cells]) => {
    const row = cells.map((cell) => html`<td>${cell}</td>`)
    return html`<tr><th scope="row">${name}</th>${row}</tr>\n`
  })}</tbody>
</table>
`
}

/** Returns a part of a page that is hidden until its summary is pressed. */
export function folded(summary: string, content: Html): Html {
  return html`<details>
<summary>${summary}</summary>
${content}</details>
`
}

function fill(hole: Hole): string {
  if (typeof hole === 'string') return escape(hole)
  if (typeof hole === 'number') return String(hole)
  if (hole === undefined || hole === false) return ''
  if (safe in hole) return hole[safe]
  return hole.map(fill).join('')
}

/**
 * Escapes the five special characters of HTML, and CR, which HTML would read as LF. Removes
 * controls and replaces lone surrogates, because a document cannot contain them.
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
