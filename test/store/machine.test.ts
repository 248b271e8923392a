import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isSameBoot, mostMapBytes, planStore, readBootId } from '../../lib/store/machine.ts'

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

describe('planStore', () => {
  const mebibyte = 2 ** 20
  const million = 1e6

  test('leaves room for the records of a million clients with ten requests each', () => {
    const { mapBytes, recordBytes } = planStore(Infinity)
    assert.equal(mapBytes, mostMapBytes)
    assert.ok(recordBytes > 82 * million && recordBytes < 160 * mebibyte)
  })

  test('uses whole MiB, at most a quarter of what is free, and never more if less is free', () => {
    let before = planStore(2 ** 40)
    for (let free = 2 ** 31; free >= 32 * mebibyte; free -= 1_234_567) {
      const { mapBytes, recordBytes } = planStore(free)
      assert.equal(mapBytes % mebibyte, 0)
      assert.ok(mapBytes <= free / 4, `${mapBytes} of ${free}`)
      assert.ok(mapBytes <= before.mapBytes && recordBytes <= before.recordBytes, `${free}`)
      assert.ok(recordBytes <= 0.6 * mapBytes, `${recordBytes} bytes in ${free}`)
      before = { mapBytes, recordBytes }
    }
  })

  test('refuses to start with too little address space', () => {
    for (const free of [-1, 0, 32 * mebibyte - 1]) {
      assert.throws(() => planStore(free), /ulimit -v/, `${free}`)
    }
  })
})
