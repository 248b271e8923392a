import { memoize } from '../../engine/memo.ts'
import { graphemeClusters, isSpace } from '../../engine/text.ts'
import type { Additions } from './additions.ts'
import { startCarrying } from './carried.ts'
import { createReader, onInput, onPause } from './input.ts'
import type { Field } from './input.ts'
import { copyText, find, make, words } from './page.ts'
import type { Say } from './page.ts'
import type { Input } from './row.ts'
import type { Style, Styles } from './styles.ts'

/**
 * Makes the form of a page live, which then sends nothing; `show` is called for each change of the
 * input. The options that concern all styles move below the form. Returns functions that return the
 * current input, and show it.
 */
export function startControls(
  styles: Styles,
  additions: Additions,
  show: (input: Input) => void,
  say: Say,
) {
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
  share.addEventListener('click', async () => {
    const link = addressWithText(location.href)
    if ('share' in navigator) return void navigator.share({ url: link }).catch(() => {})
    say(words((await copyText(link)) ? 'share-done' : 'share-failed', { link }))
  })
  const options = form.querySelector('.options') ?? make('div', { className: 'options' })
  const choice = box?.closest('p')
  const added = form.querySelector('.with')
  if (choice) options.append(choice)
  if (added) options.append(added)
  options.append(make('p', {}, share, createSymbolsButton(form, field, say)))
  if (!options.isConnected) form.after(options)

  const addressWithText = startCarrying(field, box, additions, update)
  onInput(field, update)
  field.addEventListener('focus', () => void styles.load(), { once: true })
  const controls = { form, input, update }
  if (box !== null) startSwitch(box, field, styles, controls, say)
  startWayBack(field, form, styles, addressWithText, say)
  return controls
}

/** Creates the button that shows and hides the strip of symbols, which is loaded then. */
function createSymbolsButton(form: HTMLFormElement, field: Field, say: Say): HTMLButtonElement {
  const text = words('symbols-button')
  const button = make('button', { type: 'button', className: 'quiet-button' }, text)
  button.ariaExpanded = 'false'
  const load = memoize(async () => {
    const { createSymbols } = await import('./symbols.ts')
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

/**
 * Makes the switch for accented letters live. It turns itself on if this browser shows boxes,
 * unless the visitor has used it.
 */
function startSwitch(
  box: HTMLInputElement,
  field: Field,
  styles: Styles,
  { input, update }: Pick<ReturnType<typeof startControls>, 'input' | 'update'>,
  say: Say,
): void {
  let isDecided = false
  const load = memoize(async () => {
    const { createBoxTest } = await import('./boxes.ts')
    return createBoxTest(styles.all.values())
  })
  box.addEventListener('change', update)
  field.addEventListener('focus', () => void load(), { once: true })
  onPause(field, async () => {
    const { text } = input()
    const isOpen = (): boolean => !isDecided && box.dataset['decided'] === undefined
    if (!isOpen() || !/\P{ASCII}/u.test(text)) return
    const hasBoxes = await load()
    // What was typed since then is examined after the next pause.
    if (!(await hasBoxes(text)) || !isOpen()) return
    isDecided = true
    box.checked = true
    update()
    say(words('accents-switched'))
  })
}

/** Offers to turn the text back to plain letters if it is styled already. */
function startWayBack(
  field: Field,
  form: HTMLFormElement,
  styles: Styles,
  addressWithText: (address: string) => string,
  say: Say,
): void {
  const known = document.querySelector<HTMLAnchorElement>('a[data-plain]')
  const plain = styles.all.get(known?.dataset['plain'] ?? '')
  if (known === null || plain === undefined || known.pathname === location.pathname) return
  const link = make('a', { href: known.href }, known.textContent ?? '')
  const offer = make('p', { className: 'offer', hidden: true }, words('styled-found'), ' ', link)
  form.after(offer)
  onPause(field, async () => {
    const text = field.value.toWellFormed()
    const hasOthers = /\P{ASCII}/u.test(text)
    if (hasOthers) await styles.load()
    const wasHidden = offer.hidden
    offer.hidden = !hasOthers || !isStyled(text.slice(0, mostExamined), plain)
    if (offer.hidden) return
    link.href = addressWithText(known.href)
    if (wasHidden) say(words('styled-found'))
  })
}

/** UTF-16 units of a text that are examined. */
const mostExamined = 400

/** Whether the plain form of a text differs in at least half of its visible characters. */
function isStyled(text: string, plain: Style): boolean {
  const visible = graphemeClusters(text.normalize()).filter((cluster) => !isSpace(cluster))
  const styled = visible.filter((cluster) => plain.transform(cluster, 'styled') !== cluster)
  return styled.length > 1 && 2 * styled.length >= visible.length
}
