import assert from 'node:assert/strict'
import { DataError } from '../../lib/engine/fields.ts'
import { readGenerator } from './operations.ts'

/** A field, values that it refuses, and the message after the field's name. */
export type Fault = readonly [field: string, values: readonly unknown[], message: string]

export const takesText = 'must be a non-empty, well-formed text'
export const takesAnyText = 'must be a well-formed text'
export const takesFlag = 'must be true or false'

/** What every text field refuses. */
export const noTexts = [undefined, null, 1, '', '\ud83d', ['a']]
export const noFlags = [null, 0, 'true', '']
export const noObjects = [undefined, null, 'a', 1, []]

/** Returns a message to add to a field's name: a path directly, a sentence after a space. */
export function afterName(message: string): string {
  return /^[[.:]/.test(message) ? message : ` ${message}`
}

/** Checks that a generator file is refused with a message, which calls a missing value missing. */
export function assertRefused(value: unknown, expected: string | RegExp): void {
  assert.throws(
    () => readGenerator(value),
    (error) => {
      assert.ok(error instanceof DataError, String(error))
      const must = error.message.replace(' is missing; it must ', ' must ')
      if (typeof expected === 'string') assert.equal(must, expected)
      else assert.match(error.message, expected)
      return true
    },
    JSON.stringify(value),
  )
}
