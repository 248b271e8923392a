import type { Copyable } from './copy.ts'
import { readKept, removeResult } from './kept.ts'
import { find, make, words } from './page.ts'
import { createRow } from './row.ts'
import type { Row } from './row.ts'

/** The most styles in the line. */
const mostShown = 8

/**
 * Creates the lines of what the visitor has copied last, each with a button that forgets it, and of
 * the styles that are kept, above all others. A press copies a result or a sample.
 */
export function createKeptLine(rows: readonly Row[], copy: (source: Copyable) => void) {
  const lines = [make('ul'), make('ul')] as const
  const heading = make('h2', { className: 'category', id: 'kept' }, words('kept-heading'))
  const section = make('section', { className: 'kept' }, heading, ...lines)
  section.setAttribute('aria-labelledby', heading.id)
  find('.bar').after(section)
  let shown: readonly Row[] = []
  const createButton = (name: string, inner: Node): HTMLButtonElement => {
    const button = make('button', { type: 'button', className: 'quiet-button' }, inner)
    button.title = name
    button.ariaLabel = words('copy-name', { name })
    return button
  }
  const createResult = (slug: string, text: string): HTMLElement => {
    const name = rows.find((row) => row.slug === slug)?.name ?? slug
    const sample = make('bdi', { className: 'sample notranslate', translate: false }, text)
    const button = createButton(name, sample)
    const remove = make('button', { type: 'button', className: 'clear' })
    remove.ariaLabel = remove.title = words('copied-remove', { name })
    const element = make('li', {}, button, remove)
    const select = (): void => getSelection()?.selectAllChildren(sample)
    button.addEventListener('click', () => copy({ slug, name, element, text: () => text, select }))
    remove.addEventListener('click', () => {
      removeResult(text)
      renew()
      section.querySelector('button')?.focus()
    })
    return element
  }
  const renewResults = (): void =>
    lines[0].replaceChildren(...readKept().copied.map((result) => createResult(...result)))
  /** Shows what is kept now. */
  const renew = (): void => {
    renewResults()
    const { starred } = readKept()
    const own = starred.flatMap((slug) => rows.filter((row) => row.slug === slug))
    shown = own.slice(0, mostShown).map(({ element, added, name }) => {
      const button = createButton(name, find('.sample', element).cloneNode(true))
      return createRow(make('li', {}, button), added, name)
    })
    lines[1].replaceChildren(...shown.map(({ element }) => element))
  }
  /** Shows what has just been copied, and leaves in place what was pressed. */
  const showCopied = ({ element }: Copyable): void => {
    if (lines[0].contains(element)) return
    const top = (): number => element.getBoundingClientRect().top
    const before = top()
    renewResults()
    scrollBy(0, top() - before)
  }
  renew()
  return { rows: () => shown, renew, showCopied }
}
