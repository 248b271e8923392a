import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { compileOperations } from '../support/operations.ts'

const stackClusters = compileOperations([{ type: 'stack' }])

describe('stack', () => {
  test('puts each cluster on a line, and nothing between words', () => {
    assert.equal(stackClusters('Hi  👨‍👩‍👧e\u0301 \n'), 'H\ni\n\n👨‍👩‍👧\ne\u0301')
  })

  test('puts each further in as stairs, which turn after their steps', () => {
    const stairs = compileOperations([{ type: 'stack', indent: '..', steps: 2 }])
    assert.equal(stairs('abcdefg'), 'a\n..b\n....c\n..d\ne\n..f\n....g')
    assert.equal(stairs('a b\u00adc'), 'a\n\n....b\u00ad\n..c')
  })
})
