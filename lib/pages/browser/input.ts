/** How long nothing is put in within a composition before what is there counts. */
const pauseMs = 300

/**
 * Calls `update` once a frame in which something was put into the field. Within a composition, of
 * signs by their parts, that waits for its end or for a pause: on phones a whole word is one.
 */
export function onInput(field: HTMLInputElement | HTMLTextAreaElement, update: () => void): void {
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

/** How long nobody types before a text is looked at as a whole. */
const restMs = 400

/** Calls `look` once nobody has put anything into the field for a moment, and at the beginning. */
export function onPause(field: HTMLElement, look: () => void): void {
  let timer: number | undefined
  const plan = (): void => {
    clearTimeout(timer)
    timer = setTimeout(look, restMs)
  }
  field.addEventListener('input', plan)
  addEventListener('hashchange', plan)
  plan()
}
