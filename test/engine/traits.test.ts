import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readGenerator } from '../../lib/engine/generator.ts'
import { createSiblings } from '../../lib/engine/siblings.ts'
import { traitsOf } from '../../lib/engine/traits.ts'
import type { OperationFields } from '../support/operations.ts'

const bold = { type: 'map', characters: { 'a-z': '𝐚𝐛𝐜𝐝𝐞𝐟𝐠𝐡𝐢𝐣𝐤𝐥𝐦𝐧𝐨𝐩𝐪𝐫𝐬𝐭𝐮𝐯𝐰𝐱𝐲𝐳' } }
const strike = { type: 'marks', marks: '\u0336' }
const around = { type: 'around', before: '(', after: ')' }

function traits(...operations: readonly OperationFields[]) {
  return traitsIn('5.2', ...operations)
}

function traitsIn(unicode: string | undefined, ...operations: readonly OperationFields[]) {
  const file = { category: 'small', position: 1, restore: true, unicode, operations }
  const data = readGenerator(file)
  return traitsOf('slug', data, createSiblings(new Map([['slug', data]])))
}

describe('traitsOf', () => {
  test('tells how much of each group is changed', () => {
    const { category, coverage, unicode } = traits(bold)
    assert.deepEqual([category, unicode], ['small', '5.2'])
    const some = { upper: 'none', lower: 'all', digits: 'none', punctuation: 'none' }
    assert.deepEqual(coverage, { ...some, accents: 'some' })
    const all = { upper: 'all', lower: 'all', digits: 'all', punctuation: 'all', accents: 'all' }
    assert.deepEqual(traits(around).coverage, all)
  })

  test('tells where accents, and letters, may be shown as boxes', () => {
    assert.deepEqual(traits(strike).support, { letters: 'wide', accents: 'wide' })
    assert.deepEqual(traits(bold).support, { letters: 'wide', accents: 'risky' })
    const circle = { type: 'marks', marks: '\u20dd' }
    assert.deepEqual(traits(circle).support, { letters: 'risky', accents: 'risky' })
  })

  test('takes letters for newer where their Unicode version is, or is not told', () => {
    assert.equal(traitsIn('6.0', strike).support.letters, 'wide')
    assert.equal(traitsIn('6.1', strike).support.letters, 'newer')
    assert.equal(traitsIn('14.0', strike).support.letters, 'newer')
    assert.equal(traitsIn(undefined, strike).support.letters, 'newer')
  })

  const rows: ReadonlyArray<readonly [title: string, steps: readonly OperationFields[], string]> = [
    ['characters that NFKC takes back', [bold], 'reversible, folds'],
    ['marks', [bold, strike], 'reversible'],
    ['marks alone, which replace nothing', [strike], 'reversible'],
    ['characters that NFKC does not know', [{ type: 'map', characters: { a: 'ɐ' } }], 'reversible'],
    ['two characters that look the same', [{ type: 'map', characters: { ab: '𝐚𝐚' } }], ''],
    ['anything around', [bold, around], ''],
    ['a wrap', [bold, { type: 'wrap', before: '<', after: '>' }], ''],
    ['nothing that is replaced', [{ type: 'cycle', mappings: ['plain', 'plain'] }], ''],
  ]
  for (const [title, steps, expected] of rows) {
    test(`takes ${title} for ${expected === '' ? 'neither reversible nor folding' : expected}`, () => {
      const { reversible, folds } = traits(...steps)
      const told = [...(reversible ? ['reversible'] : []), ...(folds ? ['folds'] : [])]
      assert.equal(told.join(', '), expected)
    })
  }
})
