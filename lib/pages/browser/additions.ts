import type { Accents } from '../../engine/drawn-apart.ts'
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

/** Returns a style to whose output others are added, as the form says at each use. */
export function withAdditions(style: Style, { all }: Styles, { slugs }: Additions): Style {
  const add = (text: string, accents: Accents): string =>
    slugs().split(',').reduce((output, slug) => {
      const added = all.get(slug)
      const isAdded = added !== undefined && added !== style && canTake(style.layer, added.layer)
      return isAdded ? added.transform(output, accents) : output
    }, text)
  return {
    ...style,
    sample() {
      const { plain, styled } = style.sample()
      return { plain, styled: add(styled, 'styled') }
    },
    transform: (text, accents) => add(style.transform(text, accents), accents),
  }
}
