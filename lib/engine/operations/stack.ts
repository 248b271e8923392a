import { clustersOf, onText } from '../draft.ts'
import type { Draft } from '../draft.ts'
import { integer, optional, text } from '../fields.ts'
import { defineOperation } from '../operation.ts'
import { isInvisible, isSpace } from '../text.ts'

/**
 * `stack`: puts each cluster on a line of its own, with an empty line between words. With `indent`
 * the lines form stairs, which turn around after `steps` lines.
 */
export const stack = defineOperation(
  { indent: optional(text, undefined), steps: optional(integer(1, 20), 12) },
  (fields) => {
    const { indent, steps } = fields
    const indents = indent === undefined ? [''] : stairs(indent, steps)
    return {
      compile: () => onText((whole, draft) => stackClusters(whole, indents, draft)),
      published: () => (indent === undefined ? {} : fields),
    }
  },
)

/** Returns the indents down the stairs and up again: without a turn they would have no limit. */
function stairs(indent: string, steps: number): readonly string[] {
  const down = Array.from({ length: steps + 1 }, (_, step) => indent.repeat(step))
  return [...down, ...down.slice(1, -1).reverse()]
}

function stackClusters(whole: string, indents: readonly string[], draft: Draft): string {
  let stack = ''
  let lines = 0
  for (const cluster of clustersOf(whole.trim().replace(/\p{White_Space}+/gu, ' '), draft)) {
    // An invisible cluster stays with the one before it.
    const isSeen = !isInvisible(cluster)
    if (isSeen && lines > 0) stack += '\n'
    if (isSeen && !isSpace(cluster)) stack += indents[lines % indents.length]
    if (isSeen) lines++
    if (!isSpace(cluster)) stack += cluster
  }
  return stack
}
