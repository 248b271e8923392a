import { wholeDecoding } from './decoding/whole.ts'
import type { LaterParts } from './operation.ts'
import { operationTypes } from './operations.ts'

/** The whole engine, of which browsers load some parts later. */
export const wholeEngine: LaterParts = {
  types: () => operationTypes,
  decoding: () => wholeDecoding,
}
