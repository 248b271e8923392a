import { keepResult } from './kept.ts'
import { copyText, find, make, words } from './page.ts'
import type { Say } from './page.ts'
import { canShare } from './share.ts'

/** A styled text that a button copies. */
export interface Copyable {
  readonly slug: string
  readonly name: string
  /** The plain text, if it is not that of the field. */
  readonly plain?: string
  /** The element with the text and its button. */
  readonly element: HTMLElement
  /** `undefined` while what styles it is being loaded. */
  text(): string | undefined
  /** Selects the text, so that the visitor can copy it. */
  select(): void
}

/** How long the button that was pressed shows that the text is copied. */
const doneMs = 2_000

/**
 * Creates the function that copies a text, shows the result at its button, and offers to share a
 * row where that is usual. If the typed text is too long it copies nothing, since the rows show
 * samples, and leads back to the field. Calls `done` when a text is copied.
 */
export function createCopy(
  say: Say,
  done: (source: Copyable) => void = () => {},
): (source: Copyable) => Promise<void> {
  let last: Copyable | undefined
  const share = createShare(() => last)
  return async (source) => {
    const { slug, name, plain, element } = source
    const field = find<HTMLTextAreaElement>('#text')
    if (field.ariaInvalid === 'true') return field.focus()
    const text = source.text()
    if (text === undefined) return say(words('load-failed'))
    const isDone = await copyText(text)
    if (isDone) {
      keepResult(slug, text, plain ?? (field.value || words('sample-text')))
      last = source
      if (canShare && element.matches('.rows > li')) element.append(share)
      element.classList.add('copied', 'used')
      setTimeout(() => element.classList.remove('copied'), doneMs)
      done(source)
    } else source.select()
    say(words(isDone ? 'copy-done' : 'copy-failed', { name }), { isOnlyHeard: isDone })
  }
}

/** Creates the button that shares the text of a row. */
export function createShare(source: () => Copyable | undefined): HTMLButtonElement {
  const share = make('button', { type: 'button', className: 'share' })
  share.ariaLabel = share.title = words('share-text-button')
  share.addEventListener('click', () => {
    void navigator.share({ text: source()?.text() ?? '' }).catch(() => {})
  })
  return share
}

/** Adds the button that copies the text of a row. */
export function addCopyButton(row: Copyable, copy: (source: Copyable) => void): void {
  const button = make('button', { type: 'button', className: 'copy' }, words('copy-button'))
  button.ariaLabel = words('copy-name', { name: row.name })
  button.dataset['done'] = words('copied-button')
  button.addEventListener('click', () => copy(row))
  row.element.append(button)
}
