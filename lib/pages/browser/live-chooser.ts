import { noAdditions } from './additions.ts'
import { startControls } from './controls.ts'
import { createSay, find } from './page.ts'
import { addCopyButton, createCopy } from './row.ts'
import type { Styles } from './styles.ts'
import { createUpdates, listedRows } from './updates.ts'

/** Makes the first page of the site live; its form leads to all styles, with the text. */
export function startChooser(styles: Styles): void {
  const say = createSay()
  const copy = createCopy(say)
  const rows = listedRows(styles)
  const show = createUpdates(() => rows, styles)
  const { form, update } = startControls(styles, noAdditions, show, say)
  form.addEventListener('submit', () => find('#all').click())
  for (const row of rows) addCopyButton(row, copy)
  update()
  for (const mark of ['live', 'complete']) performance.mark(mark)
}
