import { runChain } from '../../engine/run-chain.ts'
import { canTake } from './styled-text.ts'
import type { Style, Styles } from './styles.ts'

/** The most styles that can be added to one. A test compares it with that of the service. */
const mostFollowing = 3

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

/** Reads and sets the additions of a form, whose inputs may be moved out of it later. */
export function createAdditions(form: HTMLFormElement, version?: HTMLInputElement): Additions {
  const boxes = [...form.querySelectorAll<HTMLInputElement>('[name=then]')]
  const chosen = (): string[] => boxes.flatMap(({ checked, value }) => (checked ? [value] : []))
  const bound = (): void => {
    const isFull = chosen().length === mostFollowing
    for (const box of boxes) box.disabled = isFull && !box.checked
  }
  for (const box of boxes) box.addEventListener('change', bound)
  return {
    inputs: version === undefined ? boxes : [...boxes, version],
    ...(version && { version }),
    slugs: () => chosen().join(),
    set(slugs) {
      const all = slugs.split(',')
      for (const box of boxes) box.checked = all.includes(box.value)
      bound()
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
