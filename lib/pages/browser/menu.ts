import { find } from './page.ts'

/** Closes the menu of languages by Escape, and by a click elsewhere. */
export function startMenu(): void {
  const menu = find<HTMLDetailsElement>('.menu')
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    if (menu.contains(document.activeElement)) find('summary', menu).focus()
    menu.open = false
  })
  addEventListener('click', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false
  })
}
