import type { Field } from './input.ts'
import { isTouched } from './share.ts'

/**
 * Replaces a part of the text in a field, or all of it, as if it had been typed: the visitor can
 * undo it. The focus stays where it is.
 */
export function replaceText(field: Field, text: string, from = 0, to = field.value.length): void {
  const focused = document.activeElement
  // On a phone, the focus would bring a keyboard, which has no key for it.
  if (focused === field || !isTouched) {
    field.focus({ preventScroll: true })
    field.setSelectionRange(from, to)
    const isDone = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    if (isDone) return
  }
  field.setRangeText(text, from, to, 'end')
  field.dispatchEvent(new InputEvent('input'))
}

/** Puts a sign at the cursor of a field. */
export function insert(field: Field, sign: string): void {
  replaceText(field, sign, field.selectionStart ?? 0, field.selectionEnd ?? 0)
}
