const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1,
}

/**
 * Makes a line of controls one stop of the Tab key, in which the arrow keys move without pressing
 * anything: https://www.w3.org/WAI/ARIA/apg/patterns/toolbar/
 */
export function startToolbar(line: Element): void {
  line.role = 'toolbar'
  const items = [...line.querySelectorAll<HTMLElement>('a, button, input')]
  const stopAt = (item: Element | null | undefined): void => {
    for (const one of items) one.tabIndex = one === item ? 0 : -1
  }
  // A browser only stops at the radio button of a group that is checked.
  const rest = (last: Element | undefined): void => stopAt(line.querySelector(':checked') ?? last)
  rest(items[0])
  const itemOf = (target: EventTarget | null) => items.find((one) => one === target)
  line.addEventListener('focusin', ({ target }) => stopAt(itemOf(target)))
  line.addEventListener('focusout', ({ target }) => rest(itemOf(target)))
  line.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent)) return
    const { key, target } = event
    const at = items.findIndex((one) => one === target)
    const step = steps[key]
    const next = { Home: 0, End: -1 }[key] ?? (step && (at + step) % items.length)
    if (at < 0 || next === undefined) return
    event.preventDefault()
    items.at(next)?.focus()
  })
}
