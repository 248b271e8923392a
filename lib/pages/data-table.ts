import { html } from './html.ts'
import type { Hole, Html } from './html.ts'

/** A table with what it shows, what its columns are, and rows which their first cells name. */
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
