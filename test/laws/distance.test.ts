import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TextGenerator } from '../../lib/catalogue/catalogue.ts'
import { compileTransform } from '../../lib/engine/generator.ts'
import { generators, siblings } from '../support/laws.ts'

const alphabets = [[...'abcdefghijklmnopqrstuvwxyz'], [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']]

describe('two generators', () => {
  test('differ, as it comes out, in 9 of 26 small letters or capitals, or in more', () => {
    const kinds = generators.map((generator) => ({
      slug: generator.slug,
      more: moreThanLetters(generator),
      alphabets: lettersOf(generator),
    }))
    const tooClose: string[] = []
    kinds.forEach((one, index) => {
      for (const other of kinds.slice(index + 1)) {
        if (one.more !== other.more) continue
        const distances = one.alphabets.map(
          (texts, index) =>
            texts.filter((text, place) => text !== other.alphabets[index]?.[place]).length,
        )
        if (distances.some((distance) => distance >= 9)) continue
        const found = `${one.slug} and ${other.slug} differ in ${distances.join(' and ')} letters`
        tooClose.push(`${found}; change the characters of 9, or keep one of the two`)
      }
    })
    assert.deepEqual(tooClose, [])
  })

  test('have different places in the list', () => {
    const owners = new Map<string, string>()
    const faults: string[] = []
    for (const { slug, data } of generators) {
      const place = `${data.category} ${data.position}`
      const owner = owners.get(place)
      owners.set(place, slug)
      if (owner === undefined) continue
      faults.push(`${slug}: position ${data.position} is that of ${owner}; take a free one`)
    }
    assert.deepEqual(faults, [])
  })
})

/** What letters become, each four times, by a map or by marks: in NFC that is the same. */
function lettersOf({ slug, data }: TextGenerator): string[][] {
  const operations = data.operations.filter(({ effect }) => isOfLetters(effect))
  const transform = compileTransform(slug, operations, siblings)
  return alphabets.map((letters) =>
    letters.map((letter) => transform(letter.repeat(4), 'en').normalize('NFC')),
  )
}

function moreThanLetters({ data }: TextGenerator): string {
  return JSON.stringify(data.operations.filter(({ effect }) => !isOfLetters(effect)))
}

function isOfLetters(effect: string): boolean {
  return effect === 'replaces' || effect === 'marks'
}
