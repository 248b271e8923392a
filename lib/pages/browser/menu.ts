import { find } from './page.ts'

/**
 * Closes the menu of languages by Escape, and by a click elsewhere. Brings what gets the focus by
 * the keyboard into sight in lines that scroll sideways.
 */
export function startMenu(): void {
  const menu = find<HTMLDetailsElement>('.menu')
  addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape' || !menu.open) return
    if (menu.contains(document.activeElement)) find('summary', menu).focus()
    menu.open = false
  })
  // A browser leaves a link where it is that is partly in sight. What is pressed must not move.
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    if (target.closest('.top nav, .frames, .jump') === null) return
    target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  addEventListener('click', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false
  })
}
