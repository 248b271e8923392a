import { graphemeClusters, isSpace } from '../../engine/text.ts'
import { onPause } from './input.ts'
import type { Field } from './input.ts'
import { copyText, make, words } from './page.ts'
import type { Say } from './page.ts'
import type { Style, Styles } from './styles.ts'

const mark = '#t='

/** Returns the text in the fragment of this page's address, which is not sent to the server. */
export function sharedText(): string | undefined {
  if (!location.hash.startsWith(mark)) return undefined
  try {
    return decodeURIComponent(location.hash.slice(mark.length))
  } catch {
    // The link was cut or mistyped.
    return undefined
  }
}

function linkWith(text: string, page: string): string {
  return page.replace(/[?#].*/s, '') + mark + encodeURIComponent(text)
}

/** Makes a button copy a link to this page with the text. */
export function startShare(button: HTMLButtonElement, text: () => string, say: Say): void {
  button.addEventListener('click', async () => {
    const link = linkWith(text(), location.href)
    say(words((await copyText(link)) ? 'share-done' : 'share-failed', { link }))
  })
}

/** Offers to turn the text back to plain letters if it is styled already. */
export function startWayBack(field: Field, parent: HTMLElement, styles: Styles, say: Say): void {
  const known = document.querySelector<HTMLAnchorElement>('a[data-plain]')
  const plain = styles.get(known?.dataset['plain'] ?? '')
  if (known === null || plain === undefined || known.pathname === location.pathname) return
  const link = make('a', {}, known.textContent ?? '')
  const offer = make('p', { hidden: true }, words('styled-found'), ' ', link)
  parent.append(offer)
  onPause(field, () => {
    const text = field.value.toWellFormed()
    const wasHidden = offer.hidden
    offer.hidden = !isStyled(text.slice(0, mostExamined), plain)
    if (offer.hidden) return
    link.href = linkWith(text, known.href)
    if (wasHidden) say(words('styled-found'))
  })
}

/** UTF-16 units of a text that are examined. */
const mostExamined = 400

/** Whether the plain form of a text differs in at least half of its visible characters. */
function isStyled(text: string, plain: Style): boolean {
  if (!/\P{ASCII}/u.test(text)) return false
  const visible = graphemeClusters(text.normalize()).filter((cluster) => !isSpace(cluster))
  const styled = visible.filter((cluster) => plain.transform(cluster, 'styled') !== cluster)
  return styled.length > 1 && 2 * styled.length >= visible.length
}
