import { readKept } from './kept.ts'
import { find, make, words } from './page.ts'
import { createRow } from './row.ts'
import type { Row } from './row.ts'

/** The most styles in the line. */
const mostShown = 8

/**
 * Creates the line of the styles that the visitor has saved or copied, above all others, whose
 * samples are copied by a press.
 */
export function createKeptLine(rows: readonly Row[]) {
  const list = make('ul')
  const heading = make('h2', { className: 'category', id: 'kept' }, words('kept-heading'))
  const section = make('section', { className: 'kept' }, heading, list)
  section.setAttribute('aria-labelledby', heading.id)
  find('.bar').after(section)
  let shown: readonly Row[] = []
  const renew = (): void => {
    const { starred, used } = readKept()
    const slugs = [...new Set([...starred, ...used])]
    const own = slugs.flatMap((slug) => rows.filter((row) => row.slug === slug))
    shown = own.slice(0, mostShown).map(({ element, style, name }) => {
      const sample = find('.sample', element).cloneNode(true)
      const button = make('button', { type: 'button', className: 'quiet-button' }, sample)
      button.title = name
      button.ariaLabel = words('copy-name', { name })
      return createRow(make('li', {}, button), style, name)
    })
    list.replaceChildren(...shown.map(({ element }) => element))
  }
  renew()
  return { rows: () => shown, renew }
}
