import { onText } from '../draft.ts'
import { integer, optional, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { longest, withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { graphemeClusters, isInvisible, isSpace } from '../text.ts'

/**
 * Reads `stack`: puts each cluster on a line of its own, with an empty line between words. With
 * `indent` the lines are stairs: each begins with one more of it than the line before, and after
 * `steps` of them with one less.
 */
export function readStack(fields: Fields): Operation {
  const { indent, steps } = fields.read({
    indent: optional(text, undefined),
    steps: optional(integer(1, mostSteps), 12),
  })
  const indents = indent === undefined ? [''] : stairs(indent, steps)
  return {
    ...withoutMappings,
    type: 'stack',
    effect: 'rewrites',
    compile: () => onText((text) => stackClusters(text, indents)),
    growth: () => ({ factor: 2 + longest(indents), added: longest(indents) }),
    toJSON: () => (indent === undefined ? { type: 'stack' } : { type: 'stack', indent, steps }),
  }
}

const mostSteps = 20

/** The indents of stairs that go down and up again: without a turn they would grow for ever. */
function stairs(indent: string, steps: number): readonly string[] {
  const down = Array.from({ length: steps + 1 }, (_, step) => indent.repeat(step))
  return [...down, ...down.slice(1, -1).reverse()]
}

function stackClusters(text: string, indents: readonly string[]): string {
  let stack = ''
  let lines = 0
  for (const cluster of graphemeClusters(text.trim().replace(/\p{White_Space}+/gu, ' '))) {
    // What is not seen goes with what stands before it.
    const isSeen = !isInvisible(cluster)
    if (isSeen && lines > 0) stack += '\n'
    if (isSeen && !isSpace(cluster)) stack += indents[lines % indents.length]
    if (isSeen) lines++
    if (!isSpace(cluster)) stack += cluster
  }
  return stack
}
