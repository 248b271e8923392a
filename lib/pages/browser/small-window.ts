/** CSS pixels: a phone on its side, or the rest of it above a keyboard, is lower. */
const mostLow = 500

/**
 * Marks the page by classes, for a layout in which the text and its styles have the room: `typed`
 * from the first visit to the field on, so that leaving it moves nothing under a finger; and `low`
 * while little of the page is seen. A keyboard makes the visual viewport lower, and not the window:
 * https://developer.chrome.com/blog/viewport-resize-behavior
 */
export function followWindow(field: HTMLElement): () => void {
  const { classList } = document.documentElement
  const markTyped = (): void => classList.add('typed')
  const viewport = visualViewport
  const fit = (): void => {
    const height = viewport === null ? innerHeight : viewport.height * viewport.scale
    classList.toggle('low', height < mostLow)
  }
  viewport?.addEventListener('resize', fit)
  fit()
  field.addEventListener('focus', markTyped, { once: true })
  return markTyped
}
