import { wraps } from '../../engine/first-operations.ts'
import type { KeepKind } from '../../engine/keep.ts'
import { onInput, selectedIn } from './input.ts'
import type { Field } from './input.ts'
import { createKeepSwitch } from './keep-switch.ts'
import { addSigns, cleanSigns, places } from './own-signs.ts'
import type { Addition, Place } from './own-signs.ts'
import { find, language, make, words } from './page.ts'
import type { Style, Styles } from './styles.ts'
import { startToolbar } from './toolbar.ts'

/** What the visitor adds to styles, and the version of random styles. */
export interface Additions {
  readonly inputs: readonly HTMLInputElement[]
  /** Returns the styles in an order in which they can follow one another. */
  styles(): readonly Addition[]
  /** Returns what stays as it is of the text. */
  kept(): readonly KeepKind[]
  /** Returns the part of the text that alone is styled, if there is one. */
  part(): ReturnType<typeof selectedIn>
  /** Returns what is added to the text as fields of an address, each after `&`. */
  fields(): string
  set(fields: string): void
  /** The input with the number of the version, on the page of a style that has several. */
  readonly version?: HTMLInputElement
}

/** The additions of a page that offers none. */
export const noAdditions: Additions = {
  inputs: [],
  styles: () => [],
  kept: () => [],
  part: () => undefined,
  fields: () => '',
  set: () => {},
}

/** An input that adds a style. */
interface Part {
  readonly input: HTMLInputElement
  /** Of each kind, such as frames, one is added at a time. */
  readonly kind: string
  styles(): readonly Addition[]
  clear(): void
}

/**
 * Makes the strip of a form live, with a button that takes everything away, and with the signs that
 * the visitor types.
 */
export function createAdditions(
  form: HTMLFormElement,
  { all }: Styles,
  version?: HTMLInputElement,
): Additions {
  const strip = form.querySelector('.frames')
  const order = [...all.keys()]
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[name=then]')].sort((one, other) => {
    return order.indexOf(one.value) - order.indexOf(other.value)
  })
  const none = make('button', { type: 'button' })
  none.ariaLabel = none.title = words('additions-none')
  const more = make('button', { type: 'button' })
  more.title = words('own-button')
  const own = strip === null ? [] : places.map(createOwn)
  const parts = [...boxes.map((box) => partOf(box, all.get(box.value))), ...own]
  let styles: readonly Addition[] = []
  let fields = ''
  let pressed: ReadonlySet<HTMLInputElement> = new Set()
  const renew = (): void => {
    const added = parts.flatMap((part) => part.styles())
    // A frame is around everything else.
    styles = [false, true].flatMap((isLast) =>
      added.filter(({ operations }) => wraps(operations) === isLast),
    )
    const slugs = boxes.flatMap(({ checked, value }) => (checked ? [value] : [])).join()
    const typed = own.map(({ input: { name, value } }) => {
      return value && `&${name}=${encodeURIComponent(cleanSigns(value))}`
    })
    fields = [slugs && `&then=${slugs}`, ...typed].join('')
    none.ariaPressed = String(styles.length === 0)
    const signs = own.flatMap((part) => part.styles())
    more.ariaPressed = String(signs.length > 0)
    const glimpse = glimpseOf(signs)
    more.textContent = glimpse || more.title
    more.ariaLabel = [more.title, glimpse].join(' ').trim()
    pressed = new Set(boxes.filter(({ checked }) => checked))
  }
  for (const part of parts) {
    part.input.addEventListener('change', () => {
      for (const one of parts) if (one !== part && one.kind === part.kind) one.clear()
      renew()
    })
  }
  for (const box of boxes) {
    // Of each kind, one is checked. A second press takes it away.
    Object.assign(box, { type: 'radio', name: kindOf(all.get(box.value)) })
    const toggle = (): void => {
      if (!pressed.has(box)) return
      box.checked = false
      box.dispatchEvent(new Event('change'))
    }
    box.addEventListener('click', toggle)
    // Not all browsers make a click of it.
    box.addEventListener('keyup', (event) => {
      if (event.key !== ' ' || !pressed.has(box)) return
      event.preventDefault()
      toggle()
    })
  }
  none.addEventListener('click', () => {
    for (const part of parts) part.clear()
    parts[0]?.input.dispatchEvent(new Event('change'))
  })
  renew()
  if (strip !== null) {
    strip.prepend(none)
    strip.append(more)
    showOwn(own, more, strip)
    startToolbar(strip)
  }
  const keep = createKeepSwitch(form)
  const field = find<Field>('#text', form)
  const inputs = [...parts, keep].flatMap((part) => part?.input ?? [])
  return {
    inputs: version === undefined ? inputs : [...inputs, version],
    ...(version && { version }),
    styles: () => styles,
    kept: () => keep?.kinds() ?? [],
    // There, buttons put signs around what is selected.
    part: () => (form.querySelector('.emphasis') ? undefined : selectedIn(field)),
    fields() {
      return fields + (version?.value ? `&v=${version.value}` : '') + (keep?.field() ?? '')
    },
    set(wanted) {
      const values = new URLSearchParams(wanted)
      const slugs = values.get('then')?.split(',') ?? []
      for (const box of boxes) box.checked = slugs.includes(box.value)
      for (const { input } of own) input.value = cleanSigns(values.get(input.name) ?? '')
      keep?.set(values.get('keep'))
      if (version) version.value = /^\d{1,4}$/.exec(values.get('v') ?? '')?.[0] ?? ''
      renew()
      const shown = strip?.querySelector('label:has(:checked)') ??
        (more.ariaPressed === 'true' ? more : none)
      const left = shown.getBoundingClientRect().left - (strip?.getBoundingClientRect().left ?? 0)
      strip?.scrollBy(left - roomBefore, 0)
    },
  }
}

/** How much of the strip stays in sight before what is pressed, in pixels. */
const roomBefore = 60

/** Returns what signs look like around or between letters; `''` without signs. */
function glimpseOf(signs: readonly Addition[]): string {
  if (signs.length === 0) return ''
  const [around] = places
  const letters = signs.every(({ slug }) => slug === around) ? ' ' : 'ab'
  return signs.reduceRight((text, { transform }) => transform(text, 'styled'), letters)
}

/** Returns the part of a box, which adds one style. */
function partOf(input: HTMLInputElement, style: Style | undefined): Part {
  return {
    input,
    kind: kindOf(style),
    styles: () => (input.checked && style !== undefined ? [style] : []),
    clear: () => void (input.checked = false),
  }
}

/** Creates the part of a field for signs. */
function createOwn(place: Place): Part {
  const placeholder = { around: '★彡 彡★', between: '♥' }[place]
  const input = make('input', { type: 'text', name: place, autocomplete: 'off', placeholder })
  const change = (): unknown => input.dispatchEvent(new Event('change'))
  onInput(input, change)
  return {
    input,
    kind: kindOf(addSigns(place, '♥', language)[0]),
    styles: () => addSigns(place, input.value, language),
    clear: () => void (input.value = ''),
  }
}

function kindOf(style?: Addition): string {
  return JSON.stringify(style?.operations ?? [], ['type'])
}

/** Puts the fields for signs below the strip, where a button shows and hides them. */
function showOwn(own: readonly Part[], button: HTMLButtonElement, strip: Element): void {
  const labels = own.map(({ input }, index) => {
    return make('label', {}, words(`own-${places[index] ?? 'around'}`), input)
  })
  const panel = make('div', { className: 'own', hidden: true }, ...labels)
  button.ariaExpanded = 'false'
  button.addEventListener('click', () => {
    panel.hidden = !panel.hidden
    button.ariaExpanded = String(!panel.hidden)
    if (!panel.hidden) own[0]?.input.focus()
  })
  strip.after(panel)
}
