import { createBoxTest } from './boxes.ts'
import { createReader, onInput, onPause } from './input.ts'
import type { Field } from './input.ts'
import { sharedText, startShare, startWayBack } from './links.ts'
import { find, make, words } from './page.ts'
import type { Say } from './page.ts'
import type { Styles } from './styles.ts'
import type { Input } from './updates.ts'

/** The live form of a page: it shows what is typed at once, and sends nothing. */
export interface Controls {
  readonly form: HTMLFormElement
  /** Returns the current input. */
  input(): Input
  /** Shows the current input. */
  update(): void
}

/**
 * Makes the form of a page live; `show` is called for each change of the input. The options that
 * concern all styles move below the form.
 */
export function startControls(styles: Styles, show: (input: Input) => void, say: Say): Controls {
  const form = find<HTMLFormElement>('form.form')
  const field = find<Field>('#text', form)
  const box = form.querySelector<HTMLInputElement>('[name=accents]')
  const read = createReader(field, say)
  const input = (): Input => ({ text: read(), accents: box?.checked ? 'plain' : 'styled' })
  const update = (): void => show(input())
  find('button', form).closest('p')?.remove()
  form.classList.add('live')
  form.addEventListener('submit', (event) => event.preventDefault())
  field.required = false

  const share = make('button', { type: 'button', className: 'quiet-button' }, words('share-button'))
  const options = make('div', { className: 'options' })
  const choice = box?.closest('p')
  if (choice) options.append(choice)
  options.append(make('p', {}, share))
  form.after(options)
  startShare(share, () => input().text, say)

  const takeShared = (): void => {
    field.value = sharedText() ?? field.value
  }
  takeShared()
  addEventListener('hashchange', () => {
    takeShared()
    update()
  })
  onInput(field, update)
  const controls = { form, input, update }
  if (box !== null) startSwitch(box, field, styles, controls, say)
  startWayBack(field, options, styles, say)
  return controls
}

/**
 * Makes the switch for accented letters live. It turns itself on if this browser shows boxes,
 * unless the visitor has used it.
 */
function startSwitch(
  box: HTMLInputElement,
  field: Field,
  styles: Styles,
  { input, update }: Controls,
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
