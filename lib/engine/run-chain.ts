import { finish } from './steps.ts'
import type { Steps } from './steps.ts'
import { countCodePoints } from './text.ts'

/** A style that is applied; `rest` is what its transformation needs besides the text. */
interface Step<Rest extends readonly unknown[]> {
  readonly slug: string
  transform(text: string, ...rest: Rest): string
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
 * Applies styles one after another, which `findChainFault` has checked. Stops before a style that
 * would read more than `mostRead` code points, and after an output of more than 40 code points for
 * each of the input, and 1,000 more. Yields between two steps.
 */
export function* stepThrough<Rest extends readonly unknown[]>(
  steps: ReadonlyArray<Step<Rest>>,
  input: string,
  ...rest: Rest
): Steps<ChainResult> {
  const inputLength = countCodePoints(input)
  const most = 40 * inputLength + 1000
  let output = input
  let length = inputLength
  for (const [at, { slug, transform }] of steps.entries()) {
    if (at > 0) {
      const fits = Math.floor((0.95 * inputLength * mostRead) / length)
      if (length > mostRead) return { slug, kind: 'input', length, most: mostRead, fits }
      yield
    }
    output = transform(output, ...rest)
    length = countCodePoints(output)
    const fits = Math.floor((950 * inputLength) / (length - 40 * inputLength))
    if (length > most) return { slug, kind: 'output', length, most, fits }
  }
  return { output }
}

/** Does the same at once. */
export function runChain<Rest extends readonly unknown[]>(
  ...chain: Parameters<typeof stepThrough<Rest>>
): ChainResult {
  return finish(stepThrough(...chain))
}
