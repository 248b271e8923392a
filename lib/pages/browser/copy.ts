import { make } from './page.ts'

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
