import { graphemeClusters, isSpace } from '../../engine/text.ts'
import { onPause } from './input.ts'
import { make, words } from './page.ts'
import type { Say } from './page.ts'
import { linkWith } from './share.ts'
import type { Style, Styles } from './styles.ts'

/** UTF-16 units of a text that are looked at. */
const looked = 400

/**
 * Offers the way back to plain text where what is filled in is styled already, on every page but
 * that of the way back.
 */
export function startWayBack(
  field: HTMLInputElement | HTMLTextAreaElement,
  place: HTMLElement,
  styles: Styles,
  say: Say,
): void {
  const known = document.querySelector<HTMLAnchorElement>('a[data-plain]')
  const plain = styles.get(known?.dataset['plain'] ?? '')
  if (known === null || plain === undefined || known.pathname === location.pathname) return
  const link = make('a', {}, known.textContent ?? '')
  const offer = make('p', { hidden: true }, words('styled-found'), ' ', link)
  place.append(offer)
  onPause(field, () => {
    const text = field.value.toWellFormed()
    const wasHidden = offer.hidden
    offer.hidden = !isStyled(text.slice(0, looked), plain)
    if (offer.hidden) return
    link.href = linkWith(text, known.href)
    if (wasHidden) say(words('styled-found'))
  })
}

/** Whether half of what is seen of a text is other letters once it is plain. */
function isStyled(text: string, plain: Style): boolean {
  if (!/\P{ASCII}/u.test(text)) return false
  const seen = graphemeClusters(text.normalize()).filter((cluster) => !isSpace(cluster))
  const styled = seen.filter((cluster) => plain.transform(cluster, 'styled') !== cluster)
  return styled.length > 1 && 2 * styled.length >= seen.length
}
