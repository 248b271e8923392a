import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { categories } from '../../lib/engine/generator-file.ts'
import { operationTypes } from '../../lib/engine/operations.ts'
import { assertRefused, afterName, noFlags, noObjects, noTexts, takesFlag, takesText } from '../support/faults.ts'
import type { Fault } from '../support/faults.ts'
import { readGenerator } from '../support/operations.ts'

const types = [...operationTypes.keys()].join(', ')
const good = { category: 'small', position: 1, operations: [{ type: 'numerals' }] }

describe('a generator file', () => {
  const faults: readonly Fault[] = [
    ['category', [undefined, null, 'Small', 'fancy', 1], `must be one of ${categories.join(', ')}`],
    ['position', [undefined, null, '1', 0, -1, 1.5, 10_000, Infinity], wholeNumber(1, 9_999)],
    ['popular', [null, '1', 0, -1, 1.5, 100], wholeNumber(1, 99)],
    ['sample', noTexts.slice(1), takesText],
    ['example', noTexts.slice(1), takesText],
    ['restore', noFlags, takesFlag],
    ['unicode', noTexts.slice(1), takesText],
    ['unicode', ['5', '5.2.0', 'v5.2', ' 5.2', '5.2\n'], 'must be a version such as 5.2'],
    ['operations', [undefined, null, {}, 'map', []], 'must be a list of at least 1'],
    ['operations', [['map'], [null], [[]], [undefined]], '[0] must be an object'],
    [
      'operations',
      [[{}], [{ type: 'rotate' }], [{ type: 1 }], [{ type: '__proto__' }], [{ type: 'toString' }]],
      `[0].type must be one of ${types}`,
    ],
  ]
  for (const [field, values, message] of faults) {
    test(`${field} ${message}`, () => {
      for (const value of values) {
        assertRefused({ ...good, [field]: value }, field + afterName(message))
      }
    })
  }

  for (const value of noObjects) {
    test(`must be an object, not ${JSON.stringify(value)}`, () => {
      assertRefused(value, 'the file must be an object')
    })
  }

  for (const field of ['name', 'slug', 'Category', '__proto__', 'constructor']) {
    test(`has no field "${field}"`, () => {
      const value: unknown = JSON.parse(`{"${field}":1,${JSON.stringify(good).slice(1)}`)
      const known = 'category, kind, position, popular, sample, example, notations, restore, '
        + 'addition, retired, instead, unicode, reading, keeps, scripts, operations'
      assertRefused(value, `the file has an unknown field "${field}"; known fields: ${known}`)
    })
  }

  test('gets defaults for the fields that it leaves out', () => {
    const texts = { popular: undefined, sample: 'Hello World', example: undefined, notations: [] }
    const flags = { restore: false, addition: false, retired: false }
    const none = { instead: undefined, unicode: undefined }
    const facts = { kind: 'small', reading: undefined, keeps: undefined, scripts: [] }
    const left = { ...texts, ...flags, ...none, ...facts }
    const { operations, layer, ...others } = readGenerator(good)
    assert.equal(layer, 'letters')
    const { operations: _steps, ...given } = good
    assert.deepEqual(others, { ...given, ...left })
    assert.deepEqual(operations.map((operation) => operation.published('en', 'styled')), good.operations)
  })
})

function wholeNumber(least: number, most: number): string {
  return `must be a whole number from ${least} to ${most}`
}
