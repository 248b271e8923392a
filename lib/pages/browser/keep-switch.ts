import { findRuns } from '../../engine/keep.ts'
import type { KeepKind } from '../../engine/keep.ts'
import { find } from './page.ts'
import { keptKinds } from './styled-text.ts'

/** The switch of a form that keeps links, @names and #tags as they are. */
export interface KeepSwitch {
  readonly input: HTMLInputElement
  /** Returns what is kept of the text in the form; nothing if it has nothing to keep. */
  kinds(): readonly KeepKind[]
  /** Returns the field of an address: with what is kept, or empty if the visitor keeps nothing. */
  field(): string
  /** Sets it by the value of that field, or by `null` without one. */
  set(value: string | null): void
}

/**
 * Shows the switch of a form while its text has something to keep. It is on for what the visitor
 * types, until the visitor switches it; a text that arrives sets it. Pages of codes have none.
 */
export function createKeepSwitch(form: HTMLFormElement): KeepSwitch | undefined {
  const input = form.querySelector<HTMLInputElement>('[name=keep]')
  const line = input?.closest('p')
  if (input === null || line == null) return undefined
  const field = find<HTMLTextAreaElement>('#text', form)
  const fit = (): void => void (line.hidden = findRuns(field.value, keptKinds).length === 0)
  let isChosen = false
  input.addEventListener('change', () => void (isChosen = true))
  field.addEventListener('input', () => {
    input.checked ||= !isChosen
    fit()
  })
  // On the page of a style, beneath the result.
  if (form.matches('.list')) form.append(line)
  else form.prepend(line)
  fit()
  const kinds = (): readonly KeepKind[] => (input.checked && !line.hidden ? keptKinds : [])
  return {
    input,
    kinds,
    field() {
      const isOff = isChosen && !input.checked
      return isOff || kinds().length > 0 ? `&keep=${kinds().join()}` : ''
    },
    set(value) {
      input.checked = value !== null && value !== ''
      // What a visitor has switched off stays off.
      isChosen = value === ''
      fit()
    },
  }
}
