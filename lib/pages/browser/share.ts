import { copyText } from './copy.ts'
import { words } from './page.ts'
import type { Say } from './page.ts'

const mark = '#t='

/** The text that a link to this page carries in its fragment, which no server is sent. */
export function sharedText(): string | undefined {
  if (!location.hash.startsWith(mark)) return undefined
  try {
    return decodeURIComponent(location.hash.slice(mark.length))
  } catch {
    // Nothing was encoded so: the link has been cut or mistyped.
    return undefined
  }
}

/** The address of a page, with a text, which is well-formed, in the fragment. */
export function linkWith(text: string, page: string): string {
  return page.replace(/[?#].*/s, '') + mark + encodeURIComponent(text)
}

/** Brings the button to life that copies a link with the text. */
export function startShare(button: HTMLButtonElement, text: () => string, say: Say): void {
  button.addEventListener('click', async () => {
    const link = linkWith(text(), location.href)
    say(words((await copyText(link)) ? 'share-done' : 'share-failed', { link }))
  })
}
