import type { Field } from './input.ts'
import { insert } from './insert.ts'
import { language, loadFile, make, makeSignButton, words } from './page.ts'
import type { Say } from './page.ts'
import { startToolbar } from './toolbar.ts'

/** The symbols that forms offer, and a link to all. */
interface Strip {
  readonly signs: ReadonlyArray<readonly [sign: string, name: string]>
  /** The page of all symbols, beside this one, and the words of the link. */
  readonly page: string
  readonly more: string
}

/** Makes a strip of symbols, which are inserted at the cursor of a field. */
export async function createSymbols(field: Field, say: Say): Promise<HTMLElement> {
  const { signs, page, more }: Strip = JSON.parse(await loadFile(`symbols-${language}.json`))
  const buttons = signs.map(([symbol, name]) => {
    const button = makeSignButton(symbol, name)
    button.addEventListener('click', () => {
      insert(field, symbol)
      say(name, { isOnlyHeard: true })
    })
    return button
  })
  const strip = make('div', { className: 'symbols' }, ...buttons)
  strip.append(make('a', { href: page }, more))
  strip.ariaLabel = words('symbols-button')
  startToolbar(strip)
  return strip
}
