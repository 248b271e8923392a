import type { Field } from './input.ts'
import { replaceText } from './insert.ts'
import { toggleSign } from './toggle-sign.ts'
import { startToolbar } from './toolbar.ts'

/** Keys that, with Control, do what a button does. */
const keys: Readonly<Record<string, string>> = { b: '**', i: '*' }

/** Makes the buttons live that put signs of Markdown around what is selected in a field. */
export function startEmphasis(line: Element, field: Field): void {
  startToolbar(line)
  // The focus and the selection stay in the field.
  line.addEventListener('pointerdown', (event) => event.preventDefault())
  line.addEventListener('mousedown', (event) => event.preventDefault())
  line.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null
    if (button !== null) toggle(field, button.dataset['sign'] ?? '')
  })
  field.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const sign = keys[key.toLowerCase()]
    if (sign === undefined || ctrlKey === metaKey || altKey || shiftKey) return
    event.preventDefault()
    toggle(field, sign)
  })
}

/** Puts a sign around what is selected, or removes it; without a selection, around the cursor. */
function toggle(field: Field, sign: string): void {
  const { value, selectionStart, selectionEnd } = field
  const [first, last] = [selectionStart ?? 0, selectionEnd ?? 0]
  const { text, from, to, start, end } = toggleSign(value, first, last, sign)
  replaceText(field, text, from, to)
  // Only what is selected may stay without the focus, which brings a keyboard on a phone.
  if (start === end) field.focus({ preventScroll: true })
  field.setSelectionRange(start, end)
}
