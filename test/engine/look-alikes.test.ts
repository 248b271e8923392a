import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readLookalikes } from '../../lib/engine/decoding/plain/look-alikes.ts'
import { createLetterReader } from '../../lib/engine/decoding/plain/letters.ts'
import { characterTable } from '../../lib/engine/mapping-data.ts'
import { catalogue } from '../support/laws.ts'
import { published } from '../support/operations.ts'
import { assignedBmp, createRandom, readTestData } from '../support/texts.ts'

// The letters of Unicode's confusables whose skeleton is a letter of ASCII.
const { pairs }: { pairs: ReadonlyArray<readonly [string, string]> } = JSON.parse(
  readTestData('confusables-to-ascii.json'),
)
const [operation] = catalogue.get('plain-text')?.data.operations ?? []
const table = characterTable(operation && published(operation)['lookalikes'], 'lookalikes')
const letterOf = createLetterReader(table)
const read = (text: string): string => readLookalikes(text, letterOf)

describe('look-alikes', () => {
  test('are single letters or signs, each with the letters or the digit that it looks like', () => {
    for (const [sign, letters] of table) {
      assert.match(letters, /^(?:[A-Za-z]{1,3}|\d)$/, sign)
      assert.equal(new Set(letters).size, letters.length, sign)
      assert.match(sign, /^[^\0-\x23\x25-\x7f]$/u)
    }
  })

  test('are those of Unicode, in most cases', () => {
    const letters = pairs.filter(([sign, letter]) => {
      return /^[A-Za-z]$/.test(letter) && /^\p{L}$/u.test(sign) && sign.normalize('NFKC') === sign
    })
    const known = letters.filter(([sign]) => table.has(sign))
    // A small l, a capital I and a capital O have one skeleton each.
    const same = known.filter(([sign, letter]) => {
      return table.get(sign)?.[0]?.toLowerCase() === letter.toLowerCase() || letter === 'l'
    })
    assert.ok(known.length > letters.length * 0.75, `${known.length} of ${letters.length}`)
    assert.ok(same.length > known.length * 0.9, `${same.length} of ${known.length}`)
  })

  test('are read in words that mix scripts', () => {
    assert.equal(read('раypal'), 'paypal')
    assert.equal(read('visit раypаl now'), 'visit paypal now')
    assert.equal(read('нεℓℓσ'), 'hello')
  })

  test('stay in words of one script, and in texts that use it', () => {
    const mixed = ['Привет из Facebookа', 'NF-κB, TNFα', 'T恤', 'A$AP']
    const texts = [...mixed, 'Привет', 'Łódź, straße', 'Μ']
    for (const text of texts) assert.equal(read(text), text)
  })

  test('stay in words of scripts that have many letters, most of which look like none', () => {
    const random = createRandom(0x5c717)
    for (const script of ['Canadian_Aboriginal', 'Ethiopic', 'Yi', 'Tai_Viet']) {
      const isOfScript = new RegExp(`(?=\\p{L})\\p{Script=${script}}`, 'u')
      const letters = assignedBmp.filter((point) => isOfScript.test(point))
      const alike = letters.filter((letter) => letterOf(letter).plain !== undefined)
      assert.ok(alike.length * 4 < letters.length, `${script}: ${alike.length} of ${letters.length}`)
      const words = Array.from({ length: 2_000 }, () =>
        Array.from({ length: 4 + random(6) }, () => letters[random(letters.length)]).join(''))
      const changed = words.filter((word) => read(word) !== word)
      assert.ok(changed.length * 500 < words.length, `${script}: ${changed.slice(0, 9).join(' ')}`)
    }
  })

  test('are read beside a text of their script where they are no ending', () => {
    assert.equal(read('Привет, как дела? раypal'), 'Привет, как дела? paypal')
  })
})
