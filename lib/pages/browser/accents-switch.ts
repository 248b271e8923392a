import { createBoxTest } from './boxes.ts'
import { words } from './page.ts'
import type { Say } from './page.ts'
import { onPause } from './input.ts'
import type { Styles } from './styles.ts'
import type { Input } from './updates.ts'

/**
 * Brings the switch for accented letters to life, which turns itself on where this browser draws
 * boxes, unless a visitor has touched it.
 */
export function startSwitch(
  box: HTMLInputElement,
  field: HTMLElement,
  styles: Styles,
  { input, update }: { input(): Input; update(): void },
  say: Say,
): void {
  let isDecided = box.checked
  const hasBoxes = createBoxTest(styles.values())
  box.addEventListener('change', () => {
    isDecided = true
    update()
  })
  onPause(field, () => {
    if (isDecided || !hasBoxes(input().text)) return
    isDecided = true
    box.checked = true
    update()
    say(words('accents-switched'))
  })
}
