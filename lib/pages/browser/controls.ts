import { memoize } from '../../engine/memo.ts'
import type { Additions } from './additions.ts'
import { startCarrying } from './carried.ts'
import { createTextReader, onInput, onPause } from './input.ts'
import type { Field } from './input.ts'
import type { Offer } from './offers.ts'
import { copyText, find, make, words } from './page.ts'
import type { Say } from './page.ts'
import type { Styles } from './styles.ts'
import { createSymbols } from './symbols.ts'

/**
 * Makes the form of a page live, which then sends nothing; `show` is called for each change of the
 * text, which is `''` if nothing is typed, and for each press. `findOffers` returns what is looked
 * through in a pause. Returns the form, and functions that return the current text, and show it.
 */
export function startControls(
  styles: Styles,
  additions: Additions,
  findOffers: (offers: typeof import('./soon.ts')) => readonly Offer[],
  show: (text: string, isPressed: boolean) => void,
  say: Say,
) {
  const form = find<HTMLFormElement>('form.form')
  const field = find<HTMLTextAreaElement>('#text', form)
  const text = createTextReader(field, say)
  const update = (): void => show(text(), false)
  find('.options button', form).closest('p')?.remove()
  form.classList.add('live')
  form.addEventListener('submit', (event) => event.preventDefault())
  field.required = false

  const copy = make('button', { type: 'button', className: 'quiet-button' }, words('link-copy'))
  copy.addEventListener('click', async () => {
    const link = addressWithText(location.href)
    say(words((await copyText(link)) ? 'link-copied' : 'link-failed', { link }))
  })
  find('.options', form).append(make('p', {}, copy, createSymbolsButton(form, field, say)))

  const addressWithText = startCarrying(field, additions, () => show(text(), true), say)
  onInput(field, update)
  let part = ''
  document.addEventListener('selectionchange', () => {
    const range = additions.part()
    const now = String(range ?? '')
    if (now === part) return
    part = now
    say(now && words('text-part'), { stays: true })
    // A part of an ordinary text may need more than the whole.
    void styles.load(text().slice(...(range ?? []))).then(update, update)
  })
  field.addEventListener('focus', () => void styles.load(), { once: true })
  const load = memoize(async () => {
    const [offers] = await Promise.all([import('./soon.ts'), styles.load()])
    const found = [...offers.plainOffer(styles), ...findOffers(offers)]
    return offers.createOffers(form, field, found, say)
  })
  let isLoaded = false
  onPause(field, async () => {
    const typed = field.value.toWellFormed()
    isLoaded ||= typed.trim() !== ''
    if (!isLoaded) return
    const [showOffer] = await Promise.all([load(), styles.load(typed)])
    showOffer(typed, addressWithText)
  })
  return { form, text, update }
}

/** Creates the button that shows and hides the strip of symbols, which is loaded then. */
function createSymbolsButton(form: HTMLFormElement, field: Field, say: Say): HTMLButtonElement {
  const text = words('symbols-button')
  const button = make('button', { type: 'button', className: 'quiet-button' }, text)
  button.ariaExpanded = 'false'
  const load = memoize(async () => {
    const strip = await createSymbols(field, say)
    form.append(strip)
    return strip
  })
  button.addEventListener('click', async () => {
    const strip = await load().catch(() => say(words('load-failed')))
    if (strip === undefined) return
    const isShown = button.ariaExpanded !== 'true'
    button.ariaExpanded = String(isShown)
    strip.hidden = !isShown
  })
  return button
}
