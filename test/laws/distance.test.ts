import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Operation } from '../../lib/engine/operation.ts'
import { generators, siblings } from '../support/laws.ts'

describe('two generators', () => {
  const alphabets = [[...'abcdefghijklmnopqrstuvwxyz'], [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']]

  test('differ in 9 of 26 small letters or capitals, or in more than their mappings', () => {
    const kinds = generators.map(({ slug, data, transform }) => ({
      slug,
      kind: JSON.stringify(data.operations.map(kindOf)),
      alphabets: alphabets.map((letters) =>
        letters.map((letter) => transform(letter.repeat(4), 'en')),
      ),
    }))
    const tooClose: string[] = []
    kinds.forEach((one, index) => {
      for (const other of kinds.slice(index + 1)) {
        if (one.kind !== other.kind) continue
        const distances = one.alphabets.map(
          (texts, index) =>
            texts.filter((text, place) => text !== other.alphabets[index]?.[place]).length,
        )
        if (distances.some((distance) => distance >= 9)) continue
        tooClose.push(`${one.slug} and ${other.slug} differ in ${distances.join(' and ')}`)
      }
    })
    assert.deepEqual(tooClose, [])
  })

  test('have different places in the list', () => {
    const places = generators.map(({ data }) => `${data.category} ${data.position}`)
    assert.deepEqual(places.filter((place, index) => places.indexOf(place) < index), [])
  })
})

/** What an operation is, whatever its mappings are. */
function kindOf(operation: Operation): unknown {
  if (operation.effect !== 'replaces') return operation
  const { length } = operation.mappings(siblings)
  return length === 1 ? 'a mapping' : [operation.type, length]
}
