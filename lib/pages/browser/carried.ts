import type { Additions } from './additions.ts'
import { onInput } from './input.ts'
import type { Field } from './input.ts'
import { words } from './page.ts'
import type { Say } from './page.ts'

/** What a visitor takes along from page to page. */
interface Carried {
  readonly text: string
  /** What is added to it, as fields of an address. */
  readonly added: string
  /** Whether it comes from a link that is incomplete. */
  readonly isCut: boolean
}

const key = 'text'

/**
 * Carries the text of a field, and what is added to it, from page to page: in the storage of this
 * tab, and in the links that are followed. A text in the address wins if the page is opened by it,
 * and leaves the address once the visitor types. Calls `update` if another text arrives later, and
 * says so if a link was cut, as chats do.
 * Returns the function that adds the text to an address, as a fragment, which is not sent to the
 * server.
 */
export function startCarrying(
  field: Field,
  additions: Pick<Additions, 'inputs' | 'fields' | 'set'>,
  update: () => void,
  say: Say,
): (address: string) => string {
  const take = (carried: Carried | undefined): void => {
    if (carried === undefined) return
    field.value = carried.text
    additions.set(carried.added)
    if (carried.isCut) say(words('link-cut'))
  }
  const fragment = (): string =>
    `#t=${encodeURIComponent(field.value.toWellFormed())}${additions.fields()}`
  const keep = (): void => store(fragment())
  let hasChanged = false
  // A return to this entry of the history must not undo what was typed since.
  const mark = (): void => history.replaceState('taken', '')
  const changed = (): void => {
    hasChanged = true
    keep()
    const isShared = parse(location.hash) !== undefined
    if (isShared || location.search !== '') history.replaceState(null, '', location.pathname)
  }

  const isReturn = performance.getEntriesByType('navigation').some((entry) => {
    return entry instanceof PerformanceNavigationTiming && entry.type !== 'navigate'
  })
  const stored = parse(read())
  const isAsked = new URLSearchParams(location.search).has('text')
  const sent = parse(location.hash) ?? (isAsked ? undefined : stored)
  // What is typed before the script has arrived wins. The text of a page that the visitor returns
  // to may have changed since on another page.
  if (field.value === field.defaultValue) take((isReturn ? stored : undefined) ?? sent)
  if (parse(location.hash) !== undefined) mark()
  keep()

  onInput(field, changed)
  for (const input of additions.inputs) {
    input.addEventListener('change', () => {
      changed()
      update()
    })
  }
  addEventListener('hashchange', () => {
    const arrived = parse(location.hash)
    if (arrived === undefined) return
    if (history.state === 'taken' && hasChanged) return changed()
    take(arrived)
    mark()
    hasChanged = false
    keep()
    update()
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    take(parse(read()))
    update()
  })
  const address = (target: string): string =>
    target.replace(/[?#].*/s, '') + (field.value && fragment())
  const follow = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a') : null
    // A link to a part of a page keeps its fragment; the storage has the text.
    if (link === null || link.host !== location.host || /#(?!t=)|\/api$/.test(link.href)) return
    link.href = address(link.href)
  }
  // Before a link can be opened, copied or dragged, in any way
  const kinds = ['pointerdown', 'contextmenu', 'dragstart', 'focusin', 'click', 'auxclick']
  for (const kind of kinds) addEventListener(kind, follow, { capture: true })
  return address
}

function parse(fragment: string | null): Carried | undefined {
  const [, escaped, added = ''] = /^#t=([^&]*)(&.*)?/s.exec(fragment ?? '') ?? []
  if (escaped === undefined) return undefined
  try {
    return { text: decodeURIComponent(escaped), added, isCut: false }
  } catch {
    return { text: decodeWhole(escaped), added, isCut: true }
  }
}

/** Decodes a text of a link that is cut within a character, as far as it is there. */
function decodeWhole(escaped: string): string {
  const whole = escaped.replace(/%.?$/, '').replaceAll('+', '%2B')
  return new URLSearchParams(`t=${whole}`).get('t')?.replace(/(?<!\ufffd)\ufffd+$/, '') ?? ''
}

function read(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function store(fragment: string): void {
  try {
    sessionStorage.setItem(key, fragment)
  } catch {
    // The visitor allows no storage, or it is full: links still carry the text.
  }
}
