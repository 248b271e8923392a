import { runChain } from '../../engine/run-chain.ts'
import { canTake } from './styled-text.ts'
import type { Style, Styles } from './styles.ts'

/** The most styles that can be added to one. */
const mostAdded = 3

/** The styles that the visitor adds to others, by boxes or by a choice. */
export interface Additions {
  readonly inputs: ReadonlyArray<HTMLInputElement | HTMLSelectElement>
  /** Returns their slugs, with commas between them. */
  slugs(): string
  set(slugs: string): void
}

/** The additions of a page that offers none. */
export const noAdditions: Additions = { inputs: [], slugs: () => '', set: () => {} }

/** Reads and sets the additions of a form, whose inputs may be moved out of it later. */
export function createAdditions(form: HTMLFormElement): Additions {
  const inputs = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name=then]')]
  const chosen = (): string[] =>
    inputs.flatMap((input) => ('checked' in input && !input.checked ? [] : input.value || []))
  const bound = (): void => {
    const isFull = chosen().length === mostAdded
    for (const input of inputs) if ('checked' in input) input.disabled = isFull && !input.checked
  }
  for (const input of inputs) input.addEventListener('change', bound)
  return {
    inputs,
    slugs: () => chosen().join(),
    set(slugs) {
      const all = slugs.split(',')
      for (const input of inputs) {
        if ('checked' in input) input.checked = all.includes(input.value)
        else input.value = all.find((slug) => input.querySelector(`[value="${slug}"]`)) ?? ''
      }
      bound()
    },
  }
}

/**
 * Returns a style to whose output others are added, as the form says at each use. If the result is
 * too long, nothing is added.
 */
export function withAdditions(style: Style, { all }: Styles, { slugs }: Additions): Style {
  const added = (): readonly Style[] =>
    slugs().split(',').flatMap((slug) => {
      const found = all.get(slug)
      const isAdded = found !== undefined && found !== style && canTake(style.layer, found.layer)
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
      return { plain, styled: runFrom(() => styled)(plain, 'styled') }
    },
    transform: runFrom(style.transform),
  }
}
