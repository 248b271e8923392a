import type { Field } from './input.ts'

/** Puts a sign at the cursor of a field, as if it had been typed. */
export function insert(field: Field, sign: string): void {
  field.setRangeText(sign, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input'))
}
