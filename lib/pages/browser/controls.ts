import type { Accents } from '../../engine/drawn-apart.ts'
import { createBoxTest } from './boxes.ts'
import { find, make, words } from './page.ts'
import type { Say } from './page.ts'
import { sharedText, startShare } from './share.ts'
import type { Styles } from './styles.ts'
import { onInput } from './updates.ts'

/** The form of a page, alive: what is typed is shown at once, and not sent. */
export interface Controls {
  readonly form: HTMLFormElement
  readonly field: HTMLInputElement | HTMLTextAreaElement
  /** The text, without what no text has. */
  text(): string
  accents(): Accents
}

/** How long nobody types before letters are looked at for boxes. */
const pauseMs = 400

/**
 * Brings the form of a page to life; `update` is called whenever what is filled in has changed.
 * What has to do with all styles together, and the switch for accents, goes below the form.
 */
export function startControls(styles: Styles, update: () => void, say: Say): Controls {
  const form = find<HTMLFormElement>('form.form')
  const field = find<HTMLInputElement | HTMLTextAreaElement>('#text', form)
  const box = form.querySelector<HTMLInputElement>('[name=accents]')
  find('button', form).closest('p')?.remove()
  form.classList.add('live')
  form.addEventListener('submit', (event) => event.preventDefault())
  field.required = false
  field.value = sharedText() ?? field.value
  const controls: Controls = {
    form,
    field,
    text: () => field.value.toWellFormed(),
    accents: () => (box?.checked === true ? 'plain' : 'styled'),
  }
  const share = make('button', { type: 'button', className: 'quiet-button' }, words('share-button'))
  const options = make('div', { className: 'options' })
  const choice = box?.closest('p')
  if (choice) options.append(choice)
  options.append(make('p', {}, share))
  form.after(options)
  startShare(share, controls.text, say)
  onInput(field, update)
  addEventListener('hashchange', () => {
    const text = sharedText()
    if (text === undefined) return
    field.value = text
    update()
  })
  if (box !== null) startSwitch(box, controls, styles, update, say)
  return controls
}

/** Turns the switch on where this browser draws boxes, unless a visitor has touched it. */
function startSwitch(
  box: HTMLInputElement,
  { field, text }: Controls,
  styles: Styles,
  update: () => void,
  say: Say,
): void {
  let isDecided = box.checked
  let timer: number | undefined
  const hasBoxes = createBoxTest(styles.values())
  const look = (): void => {
    if (isDecided || !hasBoxes(text())) return
    isDecided = true
    box.checked = true
    update()
    say(words('accents-switched'))
  }
  const plan = (): void => {
    clearTimeout(timer)
    if (!isDecided) timer = setTimeout(look, pauseMs)
  }
  box.addEventListener('change', () => {
    isDecided = true
    update()
  })
  field.addEventListener('input', plan)
  plan()
}
