import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { operationReaders } from '../../lib/engine/operations.ts'
import { assertRefused, behind } from '../support/faults.ts'
import { operationFaults } from '../support/operation-faults.ts'
import { readOperations } from '../support/operations.ts'

const good = { category: 'small', position: 1 }

describe('an operation', () => {
  test('has a row in this table, whatever its type', () => {
    assert.deepEqual(
      operationFaults.map(([{ type }]) => type).toSorted(),
      [...operationReaders.keys()].toSorted(),
    )
  })

  for (const [fields, faults] of operationFaults) {
    const { type } = fields
    test(`${type}: takes what it should`, () => {
      const [operation] = readOperations(fields)
      assert.equal(operation?.type, type)
    })

    for (const [field, values, message] of faults) {
      test(`${type}: ${field} ${message}`, () => {
        for (const value of values) {
          const changed = { ...fields, [field]: value }
          const expected = `operations[1].${field}${behind(message)}`
          assertRefused({ ...good, operations: [fields, changed] }, expected)
        }
      })
    }

    test(`${type}: has no other field`, () => {
      const changed = { ...fields, other: true }
      assertRefused(
        { ...good, operations: [changed] },
        /^operations\[0\] has an unknown field "other"; it takes type(?:, [a-z]+)*$/i,
      )
    })
  }

  test('gets what it leaves out', () => {
    const left = [
      { type: 'map', characters: { e: 'x' } },
      { type: 'marks', marks: '\u0336' },
      { type: 'between', units: 'words', texts: ['*'] },
      { type: 'run', members: 'digits', before: '#', stop: { followers: 'ab', text: ';' } },
    ]
    const [map, marks, between, run] = readOperations(...left)
    assert.deepEqual(['e', 'E', 'é'].map((key) => map?.mapping?.get(key)), [
      ...['x', undefined, 'x\u0301'],
    ])
    assert.deepEqual(marks?.toJSON(), { ...left[1], spaces: false })
    assert.deepEqual(between?.toJSON(), { ...left[2], where: 'visible' })
    assert.deepEqual(run?.toJSON(), { ...left[3], joiners: '', many: '#' })
  })
})
