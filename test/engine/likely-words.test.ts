import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readLikely } from '../../lib/engine/decoding/likely-words.ts'
import { catalogue } from '../support/laws.ts'
import { readTestData } from '../support/texts.ts'

const sentences: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readTestData('natural-sentences.json'),
)

function shift(text: string, steps: number): string {
  return text.replace(/[A-Za-z]/g, (letter) => {
    const first = letter < 'a' ? 65 : 97
    return String.fromCharCode(((letter.charCodeAt(0) - first + steps) % 26) + first)
  })
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const shifts = Array.from({ length: 25 }, (_, at) => alphabet.slice(~at) + alphabet.slice(0, ~at))

describe('a shift of the alphabet', () => {
  test('is found for most sentences of each language, whatever it is', () => {
    for (const [language, texts] of Object.entries(sentences)) {
      const long = texts.filter((text) => (text.match(/[A-Za-z]/g) ?? []).length > 20)
      const found = long.filter((text, at) => {
        return readLikely(shift(text, (at % 25) + 1), shifts) === text
      })
      assert.ok(found.length > long.length * 0.85, `${language}: ${found.length} of ${long.length}`)
    }
  })

  test('of three letters is kept for what the service itself has written', () => {
    const [code, decoder] = [catalogue.get('caesar'), catalogue.get('caesar-decoder')]
    for (const text of Object.values(sentences).flat()) {
      assert.equal(decoder?.transform(code?.transform(text, 'en') ?? '', 'en'), text)
    }
  })

  test('is not looked for in a few letters', () => {
    for (const text of ['', 'a', 'xyz', 'afa b', '12345', 'çğış']) {
      assert.equal(readLikely(text, shifts), text)
    }
  })
})
