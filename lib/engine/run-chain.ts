import { hideRuns } from './keep.ts'
import type { KeepKind, Kept } from './keep.ts'
import type { Layer } from './layer.ts'
import { countCodePoints } from './text.ts'

/** A style that is applied; `rest` is what its transformation needs besides the text. */
interface Step<Rest extends readonly unknown[]> {
  readonly slug: string
  transform(text: string, ...rest: [...Rest, sent?: string, kept?: Kept | undefined]): string
}

/** Transforms a text by one style, which leaves runs of these kinds alone; codes keep none. */
export function transformOnce<Rest extends readonly unknown[]>(
  { layer, transform }: Omit<Step<Rest>, 'slug'> & { readonly layer?: Layer | undefined },
  text: string,
  keep: readonly KeepKind[],
  ...rest: Rest
): string {
  const kept = layer === 'code' ? undefined : hideRuns(text, keep)
  return kept === undefined
    ? transform(text, ...rest)
    : kept.show(transform(kept.text, ...rest, kept.text, kept))
}

/** The most code points that a style after the first one reads. */
export const mostRead = 20_000

/** The output of a chain, or why it stopped. */
export type ChainResult =
  | { readonly output: string }
  | {
      /** The style whose text is too long: what it would read, or what it has written. */
      readonly slug: string
      readonly kind: 'input' | 'output'
      readonly length: number
      readonly most: number
      /** The length of a similar text that is short enough, approximately; at least 0. */
      readonly fits: number
    }

/**
 * Begins to apply styles one after another, which `findChainFault` has checked. They leave runs of
 * the kinds in `keep` as they are. Returns a function that applies the next one, and returns the
 * result once there is one. A chain stops before a style
 * that would read more than `mostRead` code points, and after an output of more than 40 code points
 * for each of the input, and 1,000 more.
 */
export function beginChain<Rest extends readonly unknown[]>(
  steps: ReadonlyArray<Step<Rest>>,
  input: string,
  keep: readonly KeepKind[],
  ...rest: Rest
): () => ChainResult | undefined {
  const kept = hideRuns(input, keep)
  const lengthOf = kept?.lengthOf ?? countCodePoints
  const inputLength = countCodePoints(input)
  const most = 40 * inputLength + 1000
  const left = [...steps]
  const sent = kept?.text ?? input
  let output = sent
  let length = inputLength
  const end = (): ChainResult => ({ output: kept?.show(output) ?? output })
  return () => {
    const next = left.shift()
    if (next === undefined) return end()
    const { slug, transform } = next
    if (left.length + 1 < steps.length && length > mostRead) {
      const fits = Math.floor((0.95 * inputLength * mostRead) / length)
      return { slug, kind: 'input', length, most: mostRead, fits }
    }
    output = transform(output, ...rest, sent, kept)
    length = lengthOf(output)
    if (length > most) {
      const fits = Math.floor((950 * inputLength) / (length - 40 * inputLength))
      return { slug, kind: 'output', length, most, fits }
    }
    return left.length > 0 ? undefined : end()
  }
}

/** Applies all of them at once. */
export function runChain<Rest extends readonly unknown[]>(
  ...chain: Parameters<typeof beginChain<Rest>>
): ChainResult {
  const applyNext = beginChain(...chain)
  for (;;) {
    const result = applyNext()
    if (result !== undefined) return result
  }
}
