import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DataError } from '../../lib/engine/fields.ts'
import { readGenerator } from '../support/operations.ts'
import { createSiblings } from '../../lib/engine/style.ts'

const bold = { type: 'map', characters: { a: '𝐚' } }
const strike = { type: 'marks', marks: '\u0336' }

function siblingsOf(generators: Readonly<Record<string, object>>) {
  const files = Object.entries(generators).map(
    ([slug, file]) => [slug, readGenerator({ category: 'small', position: 1, ...file })] as const,
  )
  return createSiblings(new Map(files))
}

describe('mappingOf', () => {
  const { mappingOf } = siblingsOf({
    bold: { operations: [bold] },
    struck: { operations: [bold, strike] },
    late: { operations: [strike, bold] },
    like: { operations: [{ type: 'map-like', generator: 'bold' }] },
  })

  test('is that of the first operation', () => {
    assert.equal(mappingOf('bold').get('a'), '𝐚')
    assert.equal(mappingOf('struck').get('a'), '𝐚')
  })

  for (const slug of ['late', 'like', 'none', '__proto__']) {
    test(`is refused for ${slug}`, () => {
      assert.throws(
        () => mappingOf(slug),
        (error) => {
          assert.ok(error instanceof DataError)
          const message = `"${slug}" is no generator whose first operation is a map`
          assert.equal(error.message, message)
          return true
        },
      )
    })
  }
})

test('operationsOf is all that a generator does, and is refused for others', () => {
  const { operationsOf } = siblingsOf({ struck: { operations: [bold, strike] } })
  assert.deepEqual(operationsOf('struck').map(({ type }) => type), ['map', 'marks'])
  assert.throws(() => operationsOf('__proto__'), /^Error: "__proto__" is no generator$/)
})
