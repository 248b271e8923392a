import { decoding } from './decoding/decoding.ts'
import * as extras from './extras.ts'
import type { LaterParts } from './operation.ts'
import { operationTypes } from './operations.ts'

/** The whole engine, of which browsers load some parts later. */
export const wholeEngine: LaterParts = {
  types: () => operationTypes,
  decoding: () => decoding,
  extras: () => extras,
}
