import { countCodePoints } from '../../engine/text.ts'
import { find, words } from './page.ts'
import type { Say } from './page.ts'

/** A field for text. */
export type Field = HTMLInputElement | HTMLTextAreaElement

/** How long a composition must pause before its text counts. */
const pauseMs = 300

/**
 * Calls `update` once for each frame with input. During a composition (of characters from their
 * parts; on phones of every word) it waits for the end or for a pause.
 */
export function onInput(field: Field, update: () => void): void {
  let frame = 0
  let pause: number | undefined
  const plan = (): void => {
    clearTimeout(pause)
    frame ||= requestAnimationFrame(() => {
      frame = 0
      update()
    })
  }
  field.addEventListener('input', (event) => {
    clearTimeout(pause)
    if (event instanceof InputEvent && event.isComposing) pause = setTimeout(plan, pauseMs)
    else plan()
  })
  field.addEventListener('compositionend', plan)
}

/** How long the visitor must not type before the whole text is examined. */
const restMs = 400

/** Calls `examine` at the start, and whenever the visitor has stopped typing for a moment. */
export function onPause(field: Field, examine: () => void): void {
  let timer: number | undefined
  const plan = (): void => {
    clearTimeout(timer)
    timer = setTimeout(examine, restMs)
  }
  field.addEventListener('input', plan)
  addEventListener('hashchange', plan)
  plan()
}

/**
 * Creates a function that returns the text of a field, or `''` if the service would refuse it as
 * too long. In that case it says so and marks the field. (`maxlength` would cut a pasted text
 * without a message, and counts UTF-16 units.)
 */
export function createReader(field: Field, say: Say): () => string {
  const most = Number(find('#words').dataset['most'])
  return () => {
    const text = field.value.toWellFormed()
    const length = text.length > most ? countCodePoints(text) : 0
    const wasTooLong = field.ariaInvalid === 'true'
    if (length > most) {
      field.ariaInvalid = 'true'
      say(words('text-too-long', { length, most }), { stays: true })
      return ''
    }
    if (wasTooLong) {
      field.ariaInvalid = null
      say('')
    }
    return text
  }
}
