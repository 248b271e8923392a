import { startSwitch } from './accents-switch.ts'
import { onInput } from './input.ts'
import { find, make, words } from './page.ts'
import type { Say } from './page.ts'
import { sharedText, startShare } from './share.ts'
import type { Styles } from './styles.ts'
import { createLimit } from './text-limit.ts'
import type { Input } from './updates.ts'
import { startWayBack } from './way-back.ts'

/** The form of a page, alive: what is typed is shown at once, and not sent. */
export interface Controls {
  readonly form: HTMLFormElement
  /** What is filled in, as far as it can be taken. */
  input(): Input
  /** Shows what is filled in. */
  update(): void
}

/**
 * Brings the form of a page to life; `show` is called whenever what is filled in has changed. What
 * has to do with all styles together, and the switch for accents, goes below the form.
 */
export function startControls(styles: Styles, show: (input: Input) => void, say: Say): Controls {
  const form = find<HTMLFormElement>('form.form')
  const field = find<HTMLInputElement | HTMLTextAreaElement>('#text', form)
  const box = form.querySelector<HTMLInputElement>('[name=accents]')
  const limit = createLimit(field, say)
  const input = (): Input => ({
    text: limit(field.value.toWellFormed()),
    accents: box?.checked === true ? 'plain' : 'styled',
  })
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
  if (box !== null) startSwitch(box, field, styles, { input, update }, say)
  startWayBack(field, options, styles, say)
  return { form, input, update }
}
