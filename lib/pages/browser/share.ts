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
    return undefined
  }
}

/** Brings the button to life that copies a link with the text. */
export function startShare(button: HTMLButtonElement, text: () => string, say: Say): void {
  button.addEventListener('click', () => {
    const link = location.origin + location.pathname + mark + encodeURIComponent(text())
    void copyText(link).then((isDone) => {
      say(words(isDone ? 'share-done' : 'share-failed', { link }))
    })
  })
}
