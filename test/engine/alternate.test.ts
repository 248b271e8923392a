import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bold, compileOperations, describeOperations, family } from '../support/operations.ts'
import { emoji } from '../support/texts.ts'

const cycle = {
  type: 'cycle',
  mappings: [{ characters: { 'a-c': 'ABC' } }, 'plain', { characters: { 'a-d': '1234' } }],
}
describeOperations('a cycle', [cycle], [
  ['takes the mappings in turn', 'aaaaaa', 'Aa1Aa1'],
  ['takes no turn for what no mapping knows', 'a -x.a\na', 'A -x.a\n1'],
  ['takes no turn for emoji', `a${family}1️⃣🇹🇷a😀a`, `A${family}1️⃣🇹🇷a😀1`],
  ['takes a turn for what another mapping knows', 'dda', 'dd1'],
  ['takes a turn a cluster', 'a\u0301bc', 'Áb3'],
  ['starts anew with each text', 'a', 'A'],
])

describeOperations('a cycle after a map', [bold, { ...cycle, mappings: ['plain', 'other'] }], [
  ['sees what the map has left', 'anan', '𝐚n𝐚u'],
])

const complete = { type: 'cycle', mappings: [{ characters: { is: '15' } }, 'plain'] }
describeOperations('a cycle that is complete', [{ ...complete, complete: true }], [
  ['writes ı and ß as i and ss', 'ıßıß', '1ß1ß'],
])

describe('choose', () => {
  const mappings = [
    { characters: { 'a-z': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' } },
    'plain',
    { characters: { ab: '12' } },
  ]
  const transform = compileOperations([{ type: 'choose', mappings }])

  test('gives the same for the same text and slug, another time and compiled anew', () => {
    const text = 'abab'.repeat(50)
    assert.equal(transform(text), transform(text))
    assert.equal(compileOperations([{ type: 'choose', mappings }])(text), transform(text))
    assert.notEqual(compileOperations([{ type: 'choose', mappings }], 'other')(text), transform(text))
  })

  test('chooses each mapping about as often as the others', () => {
    const output = transform('a'.repeat(3_000))
    for (const letter of 'Aa1') {
      const count = output.split(letter).length - 1
      assert.ok(count > 900 && count < 1_100, `${letter}: ${count}`)
    }
  })

  test('leaves emoji, and what no mapping knows', () => {
    const text = `- ${emoji.join(' ')}\r\n漢`
    assert.equal(transform(text), text)
  })
})
