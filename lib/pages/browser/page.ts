import type english from '../../../locales/en.json'

/** The first element that a selector finds; throws where there is none. */
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

/** A text that the server has given to scripts, its places filled; numbers as the page writes. */
export function words(
  key: keyof typeof english.pages,
  values: Readonly<Record<string, string | number>> = {},
): string {
  const { content } = find<HTMLTemplateElement>('#words')
  const text = content.querySelector(`[data-key="${key}"]`)?.textContent ?? key
  return text.replace(/\{([a-z_]+)\}/g, (place, name: string) => {
    const value = values[name] ?? place
    const { lang } = document.documentElement
    return typeof value === 'number' ? value.toLocaleString(lang) : value
  })
}

/** Takes its words; what was to be said before is dropped. */
export type Say = (text: string, options?: SayOptions) => void

/** How something is said: at once, and for a while, unless told otherwise. */
export interface SayOptions {
  readonly pauseMs?: number
  /** Whether it stays until something else is said. */
  readonly stays?: boolean
}

const shownMs = 12_000

/** Gives the voice of the page: its one status. */
export function createSay(): Say {
  const status = find('#status')
  let timer: number | undefined
  return (text, { pauseMs = 0, stays = false } = {}) => {
    clearTimeout(timer)
    const tell = (): void => {
      status.textContent = text
      // It stands over the page.
      if (!stays) timer = setTimeout(() => (status.textContent = ''), shownMs)
    }
    if (pauseMs === 0) tell()
    else timer = setTimeout(tell, pauseMs)
  }
}
