import { keepStar, readKept } from './kept.ts'
import { make, words } from './page.ts'
import type { Say } from './page.ts'
import type { Copyable } from './copy.ts'

/**
 * Creates the button, still without a name, that keeps a style. Its state changes, not its name.
 * Says so if the browser keeps nothing. Calls `changed` if it does.
 */
export function createStar(
  { slug }: Pick<Copyable, 'slug'>,
  say: Say,
  changed = (): void => {},
): HTMLButtonElement {
  const star = make('button', { type: 'button', className: 'quiet-button' })
  star.dataset['star'] = slug
  star.ariaPressed = String(readKept().starred.includes(slug))
  star.addEventListener('click', () => {
    const isStarred = star.ariaPressed !== 'true'
    if (!keepStar(slug, isStarred)) return say(words('storage-blocked'))
    const all = document.querySelectorAll<HTMLElement>(`[data-star="${slug}"]`)
    for (const one of all) one.ariaPressed = String(isStarred)
    changed()
  })
  return star
}

/** Adds the button that keeps the style of a row. */
export function addStar(row: Copyable, say: Say, changed?: () => void): void {
  const star = createStar(row, say, changed)
  star.ariaLabel = words('star-name', { name: row.name })
  star.className = 'star'
  row.element.append(star)
}
