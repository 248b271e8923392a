import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createSiblings } from '../../lib/engine/style.ts'
import { traitsOf } from '../../lib/engine/traits.ts'
import { readGenerator } from '../support/operations.ts'
import type { OperationFields } from '../support/operations.ts'

const strike = { type: 'marks', marks: '\u0336' }

function traitsIn(unicode: string | undefined, ...operations: readonly OperationFields[]) {
  const file = { category: 'small', position: 1, restore: true, unicode, operations }
  const data = readGenerator(file)
  return traitsOf('slug', data, createSiblings(new Map([['slug', data]])))
}

describe('traitsOf', () => {
  test('takes letters for newer where their Unicode version is, or is not told', () => {
    assert.equal(traitsIn('6.0', strike).support.letters, 'wide')
    assert.equal(traitsIn('6.1', strike).support.letters, 'newer')
    assert.equal(traitsIn('14.0', strike).support.letters, 'newer')
    assert.equal(traitsIn(undefined, strike).support.letters, 'newer')
  })
})
