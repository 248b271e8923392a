import { runChain } from '../../engine/run-chain.ts'
import { make, words } from './page.ts'
import { canTake } from './styled-text.ts'
import type { Style, Styles } from './styles.ts'

/** The styles that the visitor adds to others, and the version of random styles. */
export interface Additions {
  readonly inputs: readonly HTMLInputElement[]
  /** Returns their slugs, with commas between them. */
  slugs(): string
  set(slugs: string): void
  /** The input with the number of the version, on the page of a style that has several. */
  readonly version?: HTMLInputElement
}

/** The additions of a page that offers none. */
export const noAdditions: Additions = { inputs: [], slugs: () => '', set: () => {} }

/**
 * Makes the strip of a form live, with a button that takes everything away: of each kind, such as
 * frames, it adds one at a time.
 */
export function createAdditions(
  form: HTMLFormElement,
  { all }: Styles,
  version?: HTMLInputElement,
): Additions {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[name=then]')]
  const none = make('button', { type: 'button' })
  none.ariaLabel = none.title = words('additions-none')
  const kindOf = ({ value }: HTMLInputElement): string =>
    JSON.stringify(all.get(value)?.operations, ['type'])
  // Styles follow one another in the order of the list.
  const order = [...all.keys()]
  let chosen = ''
  const renew = (): void => {
    const slugs = boxes.flatMap(({ checked, value }) => (checked ? [value] : []))
    chosen = slugs.sort((one, other) => order.indexOf(one) - order.indexOf(other)).join()
    none.ariaPressed = String(chosen === '')
  }
  for (const box of boxes) {
    box.addEventListener('change', () => {
      for (const one of boxes) one.checked &&= one === box || kindOf(one) !== kindOf(box)
      renew()
    })
  }
  none.addEventListener('click', () => {
    for (const box of boxes) box.checked = false
    boxes[0]?.dispatchEvent(new Event('change'))
  })
  renew()
  form.querySelector('.frames')?.prepend(none)
  return {
    inputs: version === undefined ? boxes : [...boxes, version],
    ...(version && { version }),
    slugs: () => chosen,
    set(slugs) {
      const wanted = slugs.split(',')
      for (const box of boxes) box.checked = wanted.includes(box.value)
      renew()
    },
  }
}

/**
 * Returns a style to whose output others are added, as the form says at each use. If the result is
 * too long, nothing is added.
 */
export function withAdditions(style: Style, { all }: Styles, additions: Additions): Style {
  const added = (): readonly Style[] =>
    additions.slugs().split(',').flatMap((slug) => {
      const found = all.get(slug)
      const isAdded = found !== undefined && found !== style && canTake(style, found)
      return isAdded ? [found] : []
    })
  const runFrom = (transform: Style['transform']): Style['transform'] => (text, accents) => {
    const others = added()
    if (others.length === 0) return transform(text, accents)
    const result = runChain([{ slug: style.slug, transform }, ...others], text, accents)
    return 'output' in result ? result.output : transform(text, accents)
  }
  return {
    ...style,
    sample() {
      const { plain, styled } = style.sample()
      const own = additions.version?.value
      const first = own ? style.transform(plain, 'styled', own) : styled
      return { plain, styled: runFrom(() => first)(plain, 'styled') }
    },
    transform: runFrom((text, accents) => {
      return style.transform(text, accents, additions.version?.value)
    }),
  }
}
