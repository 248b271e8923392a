import { graphemeClusters } from '../../engine/graphemes.ts'
import { isSpace } from '../../engine/text.ts'
import type { Field } from './input.ts'
import { replaceText } from './insert.ts'
import { find, language, make, words } from './page.ts'
import type { Say } from './page.ts'
import type { Row } from './row.ts'
import type { Style, Styles } from './styles.ts'

/** A page that may suit the text better. */
export interface Offer {
  readonly key?: 'styled-found' | 'code-found' | 'plain-found'
  readonly href: string
  readonly name: string
  isMeant(text: string): boolean
  /** Returns what is said of the text, if no words are. */
  readonly tell?: (text: string) => string
  /** Returns the text that the field may have instead, to get another style. */
  readonly toPlain?: (text: string) => string
}

/** Returns the offers of the pages that decode a text, those for the language of the page first. */
export function decodersIn(rows: readonly Row[]): readonly Offer[] {
  const own = new Intl.DisplayNames('en', { type: 'language' }).of(language)?.toLowerCase() ?? ''
  const decoders = rows.filter(({ style }) => style.readsBack)
  const inOrder = [true, false].flatMap((isOwn) => {
    return decoders.filter(({ slug }) => slug.includes(own) === isOwn)
  })
  const found = inOrder.map(({ element, name, style }) => {
    return offerOf(style, find<HTMLAnchorElement>('a', element).href, name)
  })
  return [...found.filter(({ key }) => key), ...found.filter(({ key }) => !key)]
}

/** Returns the offer of the page that removes what is not seen, which the form of a style names. */
export function cleanerOffer({ dataset }: HTMLElement, { all }: Styles): readonly Offer[] {
  const { cleaner, cleanerName = '' } = dataset
  const style = [...all.values()].find(isCleaner)
  return cleaner && style ? [offerOf(style, cleaner, cleanerName)] : []
}

function offerOf(style: Style, href: string, name: string): Offer {
  const read = (text: string): string => style.transform(text, 'styled')
  const isMeant = (text: string): boolean => style.recognizes(text) && read(text) !== text
  if (!isCleaner(style)) return { key: 'code-found', href, name, isMeant }
  return { href, name, isMeant, tell: (text) => listRemoved(text, read(text)) }
}

/** The only ones without a code that read texts back remove what is not seen. */
function isCleaner({ readsBack, layer }: Style): boolean {
  return readsBack && layer !== 'code'
}

/** Lists the characters of which a cleaned text has fewer, with their numbers. */
function listRemoved(text: string, cleaned: string): string {
  const unseen = [...new Set(text.match(/[\p{C}\p{Z}\p{DI}\u2800]/gu))]
  const counted = unseen.flatMap((one) => {
    const count = text.split(one).length - cleaned.split(one).length
    const code = one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    return count > 0 ? [`${count} × U+${code}`] : []
  })
  return counted.slice(0, 4).join(', ')
}

/** Returns the offer of the page that turns a styled text back to plain letters. */
export function plainOffer(styles: Styles): readonly Offer[] {
  const link = document.querySelector<HTMLAnchorElement>('a[data-plain]')
  const plain = styles.all.get(link?.dataset['plain'] ?? '')
  if (link === null || plain === undefined || link.pathname === location.pathname) return []
  const { href, textContent } = link
  const isMeant = (text: string): boolean => /\P{ASCII}/u.test(text) && isStyled(text, plain)
  const toPlain = (text: string): string => plain.transform(text, 'styled')
  return [{ key: 'styled-found', href, name: textContent ?? '', isMeant, toPlain }]
}

/** Creates the function that shows below a form which page may suit a text better. */
export function createOffers(
  form: HTMLFormElement,
  field: Field,
  offers: readonly Offer[],
  say: Say,
) {
  const shown = make('p', { className: 'offer', hidden: true })
  const status = find('#status')
  // On the page of a style, the offer is in the room of messages.
  const place = form.contains(status) ? form : status
  place.after(shown)
  let last: Offer | undefined
  const button = make('button', { type: 'button', className: 'quiet-button' }, words('plain-use'))
  button.addEventListener('click', ({ detail }) => {
    replaceText(field, last?.toPlain?.(field.value) ?? field.value)
    shown.hidden = true
    last = undefined
    // A tap must not bring a keyboard, which would cover the rows.
    if (detail === 0) field.focus()
  })
  return (typed: string, addressWithText: (address: string) => string): void => {
    const text = typed.slice(0, mostExamined)
    const offer = text.trim() === '' ? undefined : offers.find((one) => one.isMeant(text))
    const isNew = offer !== last
    last = offer
    shown.hidden = offer === undefined
    if (offer === undefined) return
    const link = make('a', { href: addressWithText(offer.href) }, offer.name)
    const { key, tell } = offer
    shown.replaceChildren(key ? words(key) : `${tell?.(typed)}:`, ' ', link)
    if (isNew) say(shown.textContent ?? '', { isOnlyHeard: true })
    if (offer.toPlain !== undefined) shown.append(' ', button)
  }
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
