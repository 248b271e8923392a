import { memoize } from '../../engine/memo.ts'
import type { Key } from './keys.ts'

/** The language of the page. */
export const language = document.documentElement.lang

/** Finds the first element that matches a selector; throws if there is none. */
export function find<Kind extends Element = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Kind {
  const found = within.querySelector<Kind>(selector)
  if (found === null) throw new Error(`nothing is ${selector}`)
  return found
}

/** Makes an element with properties and children. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Name] {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

/** Makes a button that shows a sign, whose name is what the sign is. */
export function makeSignButton(sign: string, name: string): HTMLButtonElement {
  const image = make('span', { role: 'img', ariaLabel: name }, sign)
  return make('button', { type: 'button', className: 'quiet-button', title: name }, image)
}

/** Returns a text from the template of the page, with its placeholders filled. */
export function words(
  key: Key,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return wordsOf(key).replace(/\{([a-z_]+)\}/g, (placeholder, name: string) => {
    const value = values[name] ?? placeholder
    return typeof value === 'number' ? value.toLocaleString(language) : value
  })
}

const wordsOf = memoize((key: Key): string => {
  const { content } = find<HTMLTemplateElement>('#words')
  return content.querySelector(`[data-key="${key}"]`)?.textContent ?? key
})

/** Loads the text of a file beside this script; rejects if it cannot be loaded. */
export async function loadFile(file: string): Promise<string> {
  const response = await fetch(new URL(file, import.meta.url))
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response.text()
}

/** Shows a message in the status of the page, instead of any earlier one. */
export type Say = (text: string, options?: SayOptions) => void

interface SayOptions {
  readonly pauseMs?: number
  readonly stays?: boolean
  /** For screen readers only, since it is seen elsewhere. */
  readonly isOnlyHeard?: boolean
}

const shownMs = 8_000

/**
 * Creates the function that shows messages: after a pause, and until the next one if it stays. A
 * message takes the place of what is beside it, unless it stays or the focus is there; it leaves
 * when the visitor does something else. If its place is not in sight, it is at the lower edge.
 */
export function createSay(): Say {
  const status = find('#status')
  let timer: number | undefined
  let isPassing = false
  const clear = (): void => {
    clearTimeout(timer)
    status.textContent = ''
  }
  // Before the handlers that may say something else.
  for (const kind of ['click', 'keydown']) {
    addEventListener(kind, () => isPassing && clear(), { capture: true })
  }
  return (text, { pauseMs = 0, stays = false, isOnlyHeard = false } = {}) => {
    clearTimeout(timer)
    const show = (): void => {
      isPassing = !stays && !isOnlyHeard
      const place = status.closest('.options') ?? status.previousElementSibling
      const hasFocus = place?.contains(document.activeElement) === true
      const { left = 0, bottom = 0 } = place?.getBoundingClientRect() ?? {}
      const isSeen = place?.contains(document.elementFromPoint(left + 1, bottom - 1))
      status.classList.toggle('unseen', isOnlyHeard)
      status.classList.toggle('away', isSeen !== true)
      status.classList.toggle('beside', stays || hasFocus)
      status.textContent = text
      if (!stays) timer = setTimeout(clear, shownMs)
    }
    if (pauseMs === 0) show()
    else timer = setTimeout(show, pauseMs)
  }
}

/**
 * Copies a text to the clipboard; must be called in a click. Resolves to whether it was copied.
 * Pages without https only have the old way: https://www.w3.org/TR/clipboard-apis/
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
