import { onVisible } from '../draft.ts'
import { anyText, text } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { countCodePoints } from '../text.ts'

/** Reads `around`: puts text around each visible cluster. */
export function readAround(fields: Fields): Operation {
  const { before, after } = fields.read({ before: anyText, after: anyText })
  return {
    ...withoutMappings,
    type: 'around',
    effect: 'rewrites',
    compile: () => onVisible((cell) => before + cell.text + after),
    growth: () => ({ factor: 1, perCell: countCodePoints(before + after), added: 0 }),
    toJSON: () => ({ type: 'around', before, after }),
  }
}

/** Reads `fill`: replaces each visible cluster by the same text. */
export function readFill(fields: Fields): Operation {
  const { text: filling } = fields.read({ text })
  return {
    ...withoutMappings,
    type: 'fill',
    effect: 'rewrites',
    compile: () => onVisible(() => filling),
    growth: () => ({ factor: 1, perCell: countCodePoints(filling), added: 0 }),
    toJSON: () => ({ type: 'fill', text: filling }),
  }
}
