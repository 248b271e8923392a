import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSameBoot, readBootId } from '../../lib/store/machine.ts'

describe('the name of a boot', () => {
  test('equals itself, and a start time that is at most 30 seconds away', () => {
    const rows: Array<[one: string, other: string, isSame: boolean]> = [
      ['0f1e', '0f1e', true],
      ['0f1e', '0f1f', false],
      ['started-1000', 'started-1030', true],
      ['started-1000', 'started-1031', false],
      ['started-1000', '1000', false],
      ['started-x', 'started-y', false],
      ['', '0f1e', false],
    ]
    for (const [one, other, isSame] of rows) {
      assert.equal(isSameBoot(one, other), isSame, `${one} ${other}`)
      assert.equal(isSameBoot(other, one), isSame, `${other} ${one}`)
    }
    assert.ok(isSameBoot(readBootId(), readBootId()))
    assert.match(readBootId(), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^started-\d+$/)
  })
})
