import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { afterName, assertRefused } from './faults.ts'
import type { Fault } from './faults.ts'
import { published, readOperations } from './operations.ts'
import type { OperationFields } from './operations.ts'

/**
 * Tests that an operation accepts these fields, refuses wrong values and unknown fields, and can be
 * read again from its published form.
 */
export function describeFields(fields: OperationFields, faults: readonly Fault[]): void {
  describe(`the fields of ${String(fields['type'])}`, () => {
    const [operation = assert.fail()] = readOperations(fields)

    test('are taken', () => assert.equal(operation.type, fields['type']))

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

    test('can be read again from what is published', () => {
      assert.equal(published(operation)['type'], fields['type'])
      const [again] = readOperations({ ...fields, ...withoutTables(published(operation)) })
      assert.deepEqual(published(again), published(operation))
    })
  })
}

function fileOf(...operations: readonly OperationFields[]): object {
  return { category: 'small', position: 1, operations }
}

/** Without what a published operation writes otherwise than a file does. */
function withoutTables(all: OperationFields): OperationFields {
  const { pools: _pools, characters: _table, mappings: _tables, joiners, ...others } = all
  return joiners === undefined || joiners === '' ? others : { ...others, joiners }
}
