import { onText } from '../draft.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { graphemeClusters, isInvisible, isSpace } from '../text.ts'

/** Reads `stack`: puts each cluster on a line of its own, with an empty line between words. */
export function readStack(fields: Fields): Operation {
  fields.read({})
  return {
    ...withoutMappings,
    type: 'stack',
    effect: 'rewrites',
    compile: () => onText(stackClusters),
    growth: () => ({ factor: 2, added: 0 }),
    toJSON: () => ({ type: 'stack' }),
  }
}

function stackClusters(text: string): string {
  let stack = ''
  let isBegun = false
  for (const cluster of graphemeClusters(text.trim().replace(/\p{White_Space}+/gu, ' '))) {
    // What is not seen goes with what stands before it.
    const isSeen = !isInvisible(cluster)
    if (isSeen && isBegun) stack += '\n'
    isBegun ||= isSeen
    if (!isSpace(cluster)) stack += cluster
  }
  return stack
}
