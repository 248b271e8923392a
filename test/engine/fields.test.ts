import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DataError, Fields, flag, integer, list, oneOf, optional, text } from '../../lib/engine/fields.ts'

describe('Fields', () => {
  test('reads each field by its check, and knows its place', () => {
    const places: string[] = []
    const noted = (value: unknown, place: string): unknown => {
      places.push(place)
      return value
    }
    const shape = { b: noted, a: noted, c: noted }
    assert.deepEqual(new Fields({ a: 1, b: [2] }, 'it').read(shape), { b: [2], a: 1, c: undefined })
    assert.deepEqual(places, ['it.b', 'it.a', 'it.c'])
    new Fields({}, 'the file', '').read({ name: noted })
    assert.equal(places.at(-1), 'name')
  })

  for (const field of ['c', 'A', '', '__proto__', 'constructor', 'toString']) {
    test(`refuses the field "${field}", whatever is wrong with others`, () => {
      const value: unknown = JSON.parse(`{"type":"x","a":1,${JSON.stringify(field)}:1}`)
      const fields = new Fields(value, 'it')
      assert.equal(fields.readFirst('type', text), 'x')
      assertRefused(
        () => fields.read({ a: text, b: text }),
        `it has an unknown field "${field}"; it takes type, a, b`,
      )
    })
  }

  for (const value of [undefined, null, 1, 'a', []]) {
    test(`takes no ${JSON.stringify(value)}`, () => {
      assertRefused(() => new Fields(value, 'it'), 'it takes an object')
    })
  }
})

describe('a check', () => {
  test('of a list names the item', () => {
    assertRefused(() => list(1, text)(['a', 1], 'it'), /^it\[1\] takes a non-empty, well-formed/)
    assertRefused(() => list(2, text)(['a'], 'it'), 'it takes a list of at least 2')
  })

  test('of a field that may be left out takes its fallback, and nothing else for it', () => {
    const check = optional(integer(1, 3), 2)
    assert.deepEqual([undefined, 3].map((value) => check(value, 'it')), [2, 3])
    assertRefused(() => check(null, 'it'), 'it takes a whole number from 1 to 3')
  })

  test('of words tells them', () => {
    assert.equal(oneOf('a', 'b')('b', 'it'), 'b')
    assertRefused(() => oneOf('a', 'b')('toString', 'it'), 'it takes one of a, b')
  })

  test('of a flag takes nothing for false', () => {
    assert.deepEqual([undefined, false, true].map((value) => flag(value, 'it')), [false, false, true])
    assertRefused(() => flag(0, 'it'), 'it takes true or false')
  })
})

function assertRefused(read: () => unknown, expected: string | RegExp): void {
  assert.throws(read, (error) => {
    assert.ok(error instanceof DataError)
    if (typeof expected === 'string') assert.equal(error.message, expected)
    else assert.match(error.message, expected)
    return true
  })
}
