import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { charactersOf } from '../../lib/engine/traits.ts'
import { bold, readOperations, reverse, siblings } from '../support/operations.ts'
import type { OperationFields } from '../support/operations.ts'

const wrap = { type: 'wrap', before: '<', after: '>' }

function characters(operations: readonly OperationFields[], language = 'en') {
  return charactersOf('slug', readOperations(...operations), siblings, language)
}

describe('charactersOf', () => {
  test('is the mapping itself of a generator that does nothing else', () => {
    const operations = readOperations(bold)
    assert.equal(charactersOf('slug', operations, siblings, 'en'), operations[0]?.mapping)
  })

  test('is found by trying where there is more, wraps aside', () => {
    for (const more of [wrap, reverse]) {
      assert.deepEqual([...characters([bold, more])].toSorted(), [...characters([bold])].toSorted())
    }
    assert.equal(characters([bold, { type: 'marks', marks: '\u0336' }]).get('a'), '𝐚\u0336')
  })

  test('begins with Latin by code point, and goes on with what the mappings know', () => {
    const table = { type: 'map', characters: { 'ψaЖ': 'xyz' }, accents: 'none' }
    assert.deepEqual([...characters([table, reverse])], [['a', 'y'], ['ψ', 'x'], ['Ж', 'z']])
  })

  test('knows the mappings of siblings, and what is taken back', () => {
    const like = { type: 'map-like', generator: 'turned' }
    assert.equal(characters([like, reverse]).get('b'), 'q')
    assert.deepEqual([...characters([{ type: 'restore' }])], [['𝐚', 'a']])
  })

  test('is that of the language', () => {
    const upper = { type: 'case', to: 'upper' }
    assert.equal(characters([upper]).get('i'), 'I')
    assert.equal(characters([upper], 'tr').get('i'), 'İ')
  })
})
