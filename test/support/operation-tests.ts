import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { afterName, assertRefused } from './faults.ts'
import type { Fault } from './faults.ts'
import { readOperations } from './operations.ts'
import type { OperationFields } from './operations.ts'

/** Tests that an operation accepts these fields, and refuses wrong values and unknown fields. */
export function describeFields(fields: OperationFields, faults: readonly Fault[]): void {
  describe(`the fields of ${String(fields['type'])}`, () => {
    test('are accepted', () => assert.equal(readOperations(fields)[0]?.type, fields['type']))

    for (const [field, values, message] of faults) {
      test(`${field} ${message}`, () => {
        for (const value of values) {
          const expected = `operations[1].${field}${afterName(message)}`
          assertRefused(fileOf(fields, { ...fields, [field]: value }), expected)
        }
      })
    }

    test('are no others', () => {
      const message = /^operations\[0\] has an unknown field "other"; known fields: type(?:, [a-z]+)*$/i
      assertRefused(fileOf({ ...fields, other: true }), message)
    })
  })
}

function fileOf(...operations: readonly OperationFields[]): object {
  return { category: 'small', position: 1, operations }
}
