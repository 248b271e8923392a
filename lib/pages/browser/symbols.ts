import type { Field } from './input.ts'
import { language, loadFile, make, words } from './page.ts'
import type { Say } from './page.ts'

/** Makes a strip of symbols, which are inserted at the cursor of a field. */
export async function createSymbols(field: Field, say: Say): Promise<HTMLElement> {
  const symbols: ReadonlyArray<readonly string[]> =
    JSON.parse(await loadFile(`symbols-${language}.json`))
  const buttons = symbols.map(([symbol = '', name = symbol]) => {
    const button = make('button', { type: 'button', className: 'quiet-button' }, symbol)
    button.ariaLabel = button.title = name
    button.addEventListener('click', () => {
      field.setRangeText(symbol, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
      field.dispatchEvent(new InputEvent('input'))
      say(name, { isOnlyHeard: true })
    })
    return button
  })
  const strip = make('div', { className: 'symbols', role: 'group' }, ...buttons)
  strip.ariaLabel = words('symbols-button')
  return strip
}
