import { onText } from '../draft.ts'
import { anyText } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { withoutMappings } from '../operation.ts'
import type { Operation } from '../operation.ts'
import { countCodePoints } from '../text.ts'

/** Reads `wrap`: puts text around the whole. */
export function readWrap(fields: Fields): Operation {
  const { before, after } = fields.read({ before: anyText, after: anyText })
  return {
    ...withoutMappings,
    type: 'wrap',
    effect: 'wraps',
    compile: () => onText((text) => before + text + after),
    growth: () => ({ factor: 1, added: countCodePoints(before + after) }),
    toJSON: () => ({ type: 'wrap', before, after }),
  }
}
