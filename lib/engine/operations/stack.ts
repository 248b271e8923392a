import { onText } from '../draft.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { graphemeClusters, isSpace } from '../text.ts'

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
  return graphemeClusters(text.trim().replace(/\s+/g, ' '))
    .map((cluster) => (isSpace(cluster) ? '' : cluster))
    .join('\n')
}
