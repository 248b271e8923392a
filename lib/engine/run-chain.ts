import { countCodePoints } from './text.ts'

/** A style that is applied; `rest` is what its transformation needs besides the text. */
interface Step<Rest extends readonly unknown[]> {
  readonly slug: string
  transform(text: string, ...rest: Rest): string
}

/** The output of a chain, or the first style whose output is too long, with the lengths. */
export type ChainResult =
  | { readonly output: string }
  | { readonly slug: string; readonly length: number; readonly most: number }

/**
 * Applies styles one after another, which `findChainFault` has checked. Stops at an output of more
 * than 40 code points for each of the input, and 1,000 more.
 */
export function runChain<Rest extends readonly unknown[]>(
  steps: ReadonlyArray<Step<Rest>>,
  input: string,
  ...rest: Rest
): ChainResult {
  const most = 40 * countCodePoints(input) + 1000
  let output = input
  for (const { slug, transform } of steps) {
    output = transform(output, ...rest)
    const length = countCodePoints(output)
    if (length > most) return { slug, length, most }
  }
  return { output }
}
