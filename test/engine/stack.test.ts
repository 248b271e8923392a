import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileOperations } from '../support/operations.ts'

const stackClusters = compileOperations([{ type: 'stack' }])

describe('stack', () => {
  test('puts each cluster on a line, and nothing between words', () => {
    assert.equal(stackClusters('Hi  👨‍👩‍👧e\u0301 \n'), 'H\ni\n\n👨‍👩‍👧\ne\u0301')
  })
})
