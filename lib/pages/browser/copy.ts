import { keepUse } from './kept.ts'
import { make, words } from './page.ts'
import type { Say } from './page.ts'

/** What a button copies: what a style makes of the text. */
export interface Copied {
  readonly slug: string
  readonly name: string
  text(): string
  /** Selects it, so that a visitor can copy it. */
  select(): void
}

/** Gives what copies within a press of a button, and says what came of it. */
export function createCopy(say: Say): (what: Copied) => Promise<void> {
  return async (what) => {
    const { slug, name } = what
    const isDone = await copyText(what.text())
    if (isDone) keepUse(slug)
    else what.select()
    say(words(isDone ? 'copy-done' : 'copy-failed', { name }))
  }
}

/**
 * Puts a text on the clipboard, within a press of a button; resolves to whether that was done.
 * Where the page did not come by https, browsers have but the old way.
 * https://www.w3.org/TR/clipboard-apis/#dom-clipboard-writetext
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyFromField(text)
  }
}

function copyFromField(text: string): boolean {
  const focused = document.activeElement
  const field = make('textarea', { value: text, readOnly: true, className: 'aside' })
  document.body.append(field)
  field.select()
  const isDone = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isDone
}
