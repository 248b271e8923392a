import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { noTexts, takesText } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { compileOperations } from '../support/operations.ts'

describeFields({ type: 'stack', indent: '-' }, [
  ['indent', noTexts.slice(1), takesText],
  ['steps', [null, 0, 21, '3'], 'takes a whole number from 1 to 20'],
])

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
