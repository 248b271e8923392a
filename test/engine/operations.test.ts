import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { firstTypes } from '../../lib/engine/first-operations.ts'
import { operationTypes, readOperation } from '../../lib/engine/operations.ts'
import { root } from '../support/folders.ts'

describe('every operation', () => {
  test('has a test of its own, which begins with its fields', () => {
    const folder = join(root, 'test', 'engine')
    const tested = readdirSync(folder).flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      const calls = source.matchAll(/^describeFields\(\s*\{ type: '([\w-]+)'/gm)
      return Array.from(calls, ([, type = '']) => type)
    })
    const missing = [...operationTypes.keys()].filter((type) => !tested.includes(type))
    assertNone("no describeFields({ type: '…', … }, […]) in test/engine", missing)
    const strange = tested.filter((type) => !operationTypes.has(type))
    assertNone('a test, and no line in lib/engine/operations.ts', strange)
  })

  test('is in browsers at first what it is later, and at once if it puts something around', () => {
    for (const [name, type] of firstTypes) assert.equal(operationTypes.get(name), type, name)
    for (const [name, { effect }] of operationTypes) {
      assert.ok(effect !== 'wraps' || firstTypes.has(name), `${name} is not in first-operations`)
    }
  })

  test('is never compared by type outside lib/engine/operations', () => {
    const types = [...operationTypes.keys()].join('|')
    const asks = new RegExp(`(?:[!=]==? |case )'(?:${types})'`)
    for (const file of readdirSync(join(root, 'lib'), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.startsWith(join('engine', 'operations'))) continue
      assert.ok(!asks.test(readFileSync(join(root, 'lib', file), 'utf8')), file)
    }
  })
})

describe('the table in lib/engine/README.md', () => {
  const table = readFileSync(join(root, 'lib', 'engine', 'README.md'), 'utf8').split('## Operations')[1]
  const rows = [...(table ?? '').matchAll(/^\| (`.*?) \| (.*?)\| /gm)]
  const documented = new Map(
    rows.flatMap(([, types = '', fields = '']) =>
      // The brackets after a field say what it accepts.
      quoted(types).map((type) => [type, quoted(fields.replace(/\(.*?\)/g, ''))] as const),
    ),
  )

  test('names every type of operation once, and no other', () => {
    const types = rows.flatMap(([, names = '']) => quoted(names))
    assertNone('two rows', types.filter((type, index) => types.indexOf(type) !== index))
    const strange = types.filter((type) => !operationTypes.has(type))
    assertNone('a row, and no line in lib/engine/operations.ts', strange)
    const known = [...operationTypes.keys()]
    assertNone('no row in lib/engine/README.md', known.filter((type) => !types.includes(type)))
  })

  for (const type of operationTypes.keys()) {
    test(`lists all fields of ${type} in order`, () => {
      assert.deepEqual(documented.get(type), fieldsOf(type))
    })
  }
})

function assertNone(lack: string, types: readonly string[]): void {
  assert.ok(types.length === 0, `operations with ${lack}: ${types.join(', ')}`)
}

function quoted(text: string): string[] {
  return Array.from(text.matchAll(/`(.*?)`/g), ([, word = '']) => word)
}

/** The fields that the reader knows: the message for an unknown field lists them. */
function fieldsOf(type: string): readonly string[] {
  try {
    readOperation({ type, '?': true }, 'it')
  } catch (error) {
    const [, fields = ''] = String(error).split('"?"; known fields: type')
    return fields.split(', ').slice(1)
  }
  return assert.fail(`${type} takes any field`)
}
