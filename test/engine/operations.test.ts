import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { operationReaders, readOperation } from '../../lib/engine/operations.ts'
import { root } from '../support/folders.ts'
import { operationFaults } from '../support/operation-faults.ts'
import { readOperations, siblings } from '../support/operations.ts'
import type { OperationFields } from '../support/operations.ts'

describe('every operation', () => {
  for (const [fields] of operationFaults) {
    const [operation] = readOperations(fields)
    assert.ok(operation)
    const { type, effect, references, decodes, mapping } = operation

    test(`${type}: can be read again from its published form`, () => {
      const published: OperationFields = JSON.parse(JSON.stringify(operation))
      assert.equal(published['type'], type)
      const [again] = readOperations({ ...fields, ...withoutTables(published) })
      assert.deepEqual(again?.toJSON(), operation.toJSON())
    })

    test(`${type}: tells what it does`, () => {
      const mappings = operation.mappings(siblings)
      assert.equal(effect === 'replaces', mappings.length > 0 && effect !== 'rewrites')
      if (mapping !== undefined) assert.deepEqual(mappings, [mapping])
      for (const slug of references) {
        assert.ok(slug === decodes || mappings.includes(siblings.mappingOf(slug)))
      }
      for (const [styled, plain] of operation.undo()) assert.notEqual(styled, plain)
      const { factor, added } = operation.growth(siblings)
      assert.ok(factor >= 1 && added >= 0)
    })
  }

  test('is asked for its type nowhere in lib but in its own file', () => {
    const types = [...operationReaders.keys()].join('|')
    const asks = new RegExp(`(?:[!=]==? |case )'(?:${types})'`)
    for (const file of readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts')) continue
      assert.ok(!asks.test(readFileSync(join(root, 'lib', file), 'utf8')), file)
    }
  })
})

/** Without what a published operation writes otherwise than a file does. */
function withoutTables(published: OperationFields): OperationFields {
  const { pools: _pools, characters: _table, mappings: _tables, joiners, ...others } = published
  return joiners === undefined || joiners === '' ? others : { ...others, joiners }
}

describe('the table in generators/README.md', () => {
  const table = readFileSync(join(root, 'generators', 'README.md'), 'utf8').split('## Operations')[1]
  const rows = [...(table ?? '').matchAll(/^\| (`.*?) \| (.*?)\| /gm)]
  const documented = new Map(
    rows.flatMap(([, types = '', fields = '']) =>
      // What a field takes stands in brackets behind it.
      quoted(types).map((type) => [type, quoted(fields.replace(/\(.*?\)/g, ''))] as const),
    ),
  )

  test('names every type of operation once, and no other', () => {
    const types = rows.flatMap(([, names = '']) => quoted(names))
    assert.deepEqual(types.toSorted(), [...operationReaders.keys()].toSorted())
  })

  for (const type of operationReaders.keys()) {
    test(`names the fields of ${type}, all of them, in their order`, () => {
      assert.deepEqual(documented.get(type), fieldsOf(type))
    })
  }
})

function quoted(text: string): string[] {
  return Array.from(text.matchAll(/`(.*?)`/g), ([, word = '']) => word)
}

/** The fields that the reader asks for: the message for another one tells them. */
function fieldsOf(type: string): readonly string[] {
  try {
    readOperation({ type, '?': true }, 'it')
  } catch (error) {
    const [, fields = ''] = String(error).split('"?"; it takes type')
    return fields.split(', ').slice(1)
  }
  return assert.fail(`${type} takes any field`)
}
