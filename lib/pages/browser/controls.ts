import { memoize } from '../../engine/memo.ts'
import { graphemeClusters, isSpace } from '../../engine/text.ts'
import type { Additions } from './additions.ts'
import { startCarrying } from './carried.ts'
import { createReader, onInput, onPause } from './input.ts'
import type { Field } from './input.ts'
import { copyText, find, make, words } from './page.ts'
import type { Say } from './page.ts'
import { canShare } from './share.ts'
import type { Style, Styles } from './styles.ts'

/** A page that may suit the text better. */
export interface Offer {
  readonly key: 'styled-found' | 'code-found' | 'plain-found'
  readonly href: string
  readonly name: string
  isMeant(text: string): boolean
}

/**
 * Makes the form of a page live, which then sends nothing; `show` is called for each change of the
 * text, which is `''` if nothing is typed. Of the `offers`, the first one that is meant is shown.
 * Returns the form, and functions that return the current text, and show it.
 */
export function startControls(
  styles: Styles,
  additions: Additions,
  offers: readonly Offer[],
  show: (text: string) => void,
  say: Say,
) {
  const form = find<HTMLFormElement>('form.form')
  const field = find<HTMLTextAreaElement>('#text', form)
  const text = createReader(field, say)
  const update = (): void => show(text())
  find('button', form).closest('p')?.remove()
  // Each row decides about accented letters.
  form.querySelector('[name=accents]')?.closest('p')?.remove()
  form.classList.add('live')
  form.addEventListener('submit', (event) => event.preventDefault())
  field.required = false

  const share = make('button', { type: 'button', className: 'quiet-button' }, words('share-button'))
  share.addEventListener('click', async () => {
    const link = addressWithText(location.href)
    if (canShare) return void navigator.share({ url: link }).catch(() => {})
    say(words((await copyText(link)) ? 'share-done' : 'share-failed', { link }))
  })
  find('.options', form).append(make('p', {}, share, createSymbolsButton(form, field, say)))

  const addressWithText = startCarrying(field, additions, update)
  onInput(field, update)
  field.addEventListener('focus', () => void styles.load(), { once: true })
  startOffers(field, form, styles, [...plainOffer(styles), ...offers], addressWithText, say)
  return { form, text, update }
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

/** Returns the offer of the page that turns a styled text back to plain letters. */
function plainOffer(styles: Styles): readonly Offer[] {
  const link = document.querySelector<HTMLAnchorElement>('a[data-plain]')
  const plain = styles.all.get(link?.dataset['plain'] ?? '')
  if (link === null || plain === undefined || link.pathname === location.pathname) return []
  const { href, textContent } = link
  const isMeant = (text: string): boolean => /\P{ASCII}/u.test(text) && isStyled(text, plain)
  return [{ key: 'styled-found', href, name: textContent ?? '', isMeant }]
}

/** Shows below the form which page may suit the text better. */
function startOffers(
  field: Field,
  form: HTMLFormElement,
  styles: Styles,
  offers: readonly Offer[],
  addressWithText: (address: string) => string,
  say: Say,
): void {
  const shown = make('p', { className: 'offer', hidden: true })
  form.after(shown)
  let last: Offer | undefined
  onPause(field, async () => {
    const text = field.value.toWellFormed().slice(0, mostExamined)
    if (text.trim() !== '') await styles.load()
    const offer = text.trim() === '' ? undefined : offers.find((one) => one.isMeant(text))
    const isNew = offer !== last
    last = offer
    shown.hidden = offer === undefined
    if (offer === undefined) return
    const link = make('a', { href: addressWithText(offer.href) }, offer.name)
    shown.replaceChildren(words(offer.key), ' ', link)
    if (isNew) say(shown.textContent ?? '', { isOnlyHeard: true })
  })
}

/** UTF-16 units of a text that are examined. */
const mostExamined = 400

/** Whether the plain form of a text differs in at least half of its visible characters. */
function isStyled(text: string, plain: Style): boolean {
  const visible = graphemeClusters(text.normalize()).filter((cluster) => !isSpace(cluster))
  // Some letters only count as styled beside others.
  const read = new Set(graphemeClusters(plain.transform(text.normalize(), 'styled')))
  const styled = visible.filter((cluster) => !read.has(cluster))
  return styled.length > 1 && 2 * styled.length >= visible.length
}
