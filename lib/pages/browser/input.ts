import { countCodePoints } from '../../engine/text.ts'
import { find, words } from './page.ts'
import type { Say } from './page.ts'

/** A field for text. */
export type Field = HTMLInputElement | HTMLTextAreaElement

/** How long the composition of a character from its parts must pause before its text counts. */
const pauseMs = 300

/** Characters whose parts are typed one after another. All others count at once. */
const ofParts = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}]/u

/**
 * Calls `update` once for each frame with input. Keyboards of phones compose every word, so a
 * composition counts with each letter; only characters of parts wait for its end or for a pause.
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
    const { isComposing, data } = event instanceof InputEvent ? event : {}
    if (isComposing && ofParts.test(data ?? '')) pause = setTimeout(plan, pauseMs)
    else plan()
  })
  field.addEventListener('compositionend', plan)
}

/** Returns the start and the end of the selected part of a text, if it is not all of it. */
export function selectedIn({ selectionStart, selectionEnd, value }: Field): Range | undefined {
  const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0]
  return start < end && end - start < value.length ? [start, end] : undefined
}

type Range = readonly [start: number, end: number]

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
export function createTextReader(field: Field, say: Say): () => string {
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
