import type { Copyable } from './copy.ts'
import { forgetAll, readKept, removeResult } from './kept.ts'
import type { Result } from './kept.ts'
import { find, make, words } from './page.ts'
import { createRow } from './row.ts'
import type { Row } from './row.ts'

/** The most styles in the line. */
const mostShown = 8

/**
 * Creates the lines of what the visitor has copied last, each with a button that forgets it, and of
 * the styles that are kept, above all others, with a button that forgets all. A press copies a
 * result or a sample. `changed` is called when a style is forgotten.
 */
export function createKeptLine(
  rows: readonly Row[],
  copy: (source: Copyable) => void,
  changed: () => void,
) {
  const lines = [make('ul'), make('ul')] as const
  const heading = make('h2', { id: 'kept' }, words('kept-heading'))
  const forget = make('button', { type: 'button', className: 'quiet-button' }, words('kept-forget'))
  const head = make('div', { className: 'kept-head' }, heading, words('kept-where'), forget)
  const section = make('section', { className: 'kept' }, head, ...lines)
  section.setAttribute('aria-labelledby', heading.id)
  find('.bar').after(section)
  let shown: readonly Row[] = []
  forget.addEventListener('click', () => {
    forgetAll()
    for (const star of document.querySelectorAll('[data-star]')) star.ariaPressed = 'false'
    changed()
    find('.first .copy').focus()
  })
  const createButton = (name: string, inner: Node): HTMLButtonElement => {
    const label = make('span', { className: 'unseen' }, words('copy-name', { name }))
    const kind = { type: 'button', className: 'quiet-button', title: name } as const
    return make('button', kind, label, inner)
  }
  const createResult = ([slug, text, plain]: Result): HTMLElement => {
    const style = rows.find((row) => row.slug === slug)?.name ?? slug
    const name = plain ? `${plain}, ${style}` : style
    const styled = make('bdi', { className: 'notranslate', lang: 'zxx', translate: false }, text)
    const sample = make('span', { className: 'sample', ariaHidden: 'true' }, styled)
    const button = createButton(name, sample)
    const remove = make('button', { type: 'button', className: 'clear' })
    remove.ariaLabel = remove.title = words('copied-remove', { name })
    const element = make('li', {}, button, remove)
    const select = (): void => getSelection()?.selectAllChildren(sample)
    const source = { slug, name, element, ...(plain && { plain }), text: () => text, select }
    button.addEventListener('click', () => copy(source))
    remove.addEventListener('click', () => {
      removeResult(text)
      renew()
      section.querySelector<HTMLElement>('li button')?.focus()
    })
    return element
  }
  const renewResults = (): void => {
    // A text that a kept style shows is not shown twice.
    const others = shown.map((row) => row.text())
    const results = readKept().copied.filter(([, text]) => !others.includes(text))
    lines[0].replaceChildren(...results.map(createResult))
  }
  /** Shows what is kept now. */
  const renew = (): void => {
    const { starred } = readKept()
    const own = starred.flatMap((slug) => rows.filter((row) => row.slug === slug))
    shown = own.slice(0, mostShown).map(({ element, added, name }) => {
      const button = createButton(name, find('.sample', element).cloneNode(true))
      return createRow(make('li', {}, button), added, name)
    })
    lines[1].replaceChildren(...shown.map(({ element }) => element))
    renewResults()
  }
  /** Shows what has just been copied, and leaves in place what was pressed. */
  const showCopied = ({ element }: Copyable): void => {
    if (lines[0].contains(element)) return
    const top = (): number => element.getBoundingClientRect().top
    const before = top()
    renewResults()
    scrollBy(0, top() - before)
  }
  return { rows: () => shown, renew, showCopied }
}
