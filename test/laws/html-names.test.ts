import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { catalogue } from '../support/laws.ts'
import { readTestLines } from '../support/texts.ts'

describe('names of characters in HTML', () => {
  const characters = new Map(
    readTestLines('html-names.txt').map((line) => {
      const [name = '', digits = ''] = line.split(' ')
      return [name, String.fromCodePoint(Number.parseInt(digits, 16))] as const
    }),
  )
  const { transform, data } = catalogue.get('html-entities-decoder') ?? assert.fail()

  test('are read like the numbers', () => {
    for (const [name, character] of characters) {
      assert.equal(transform(`x&${name};y`, 'en'), `x${character}y`, name)
    }
  })

  test('are these and no others', () => {
    const { codes }: { codes?: object } = Object(data.operations[0]?.published('en', 'styled'))
    const written = Array.from(characters.keys(), (name) => `&${name};`)
    assert.deepEqual(Object.keys(codes ?? {}).toSorted(), written.toSorted())
  })

  // https://html.spec.whatwg.org/#named-character-references lists 106 names without it: those of
  // Latin-1, and of the signs of HTML itself.
  test('are read without a semicolon if HTML has had them from the start', () => {
    const old = [...characters].flatMap(([name, character]) => {
      return /^[\u00a0-\u00ff&<>]$/.test(character) || /^quot$/i.test(name) ? [name] : []
    })
    assert.equal(old.length, 106)
    for (const [name, character] of characters) {
      const isOld = old.includes(name)
      assert.equal(transform(`&${name}`, 'en') === character, isOld, name)
      assert.equal(transform(`&${name} y`, 'en') === `${character} y`, isOld, name)
    }
  })
})
