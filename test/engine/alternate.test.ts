import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Mapping } from '../../lib/engine/mapping.ts'
import { compileTransform } from '../../lib/engine/style.ts'
import { noFlags, noTexts, takesFlag, takesText } from '../support/faults.ts'
import type { Fault } from '../support/faults.ts'
import { describeFields } from '../support/operation-tests.ts'
import { bold, compileOperations, describeOperations, family, readOperations, siblings } from '../support/operations.ts'

const mappingFaults: readonly Fault[] = [
  ['mappings', [undefined, {}, 'bold', [], ['bold']], 'must be a list of at least 2'],
  ['mappings', [['', 'plain']], `[0] ${takesText}`],
  ['mappings', [['plain', 1], ['plain', null]], '[1] must be an object'],
  ['mappings', [['plain', {}]], '[1].characters must be an object'],
  [
    'mappings',
    [['plain', { characters: {}, type: 'map' }]],
    '[1] has an unknown field "type"; known fields: characters, caseFallback, accents, complete, languages',
  ],
  ['complete', noFlags, takesFlag],
]
const twoMappings = ['plain', { characters: { a: 'b' } }]
describeFields({ type: 'cycle', mappings: twoMappings }, mappingFaults)
describeFields({ type: 'choose', mappings: twoMappings }, mappingFaults)
describeFields({ type: 'harmonize', vowels: ['a', 'e'], mappings: twoMappings }, [
  ...mappingFaults,
  ['vowels', [undefined, 'ae', ['a']], 'must be a list of at least 2'],
])

const cycle = {
  type: 'cycle',
  mappings: [{ characters: { 'a-c': 'ABC' } }, 'plain', { characters: { 'a-d': '1234' } }],
}
describeOperations('a cycle', [cycle], [
  ['uses the mappings in turn', 'aaaaaa', 'Aa1Aa1'],
  ['skips characters that no mapping has', 'a -x.a\na', 'A -x.a\n1'],
  ['skips emoji', `a${family}1️⃣🇹🇷a😀a`, `A${family}1️⃣🇹🇷a😀1`],
  ['counts characters that another mapping has', 'dda', 'dd1'],
  ['counts clusters, not code points', 'a\u0301bc', 'Áb3'],
  ['starts again with each text', 'a', 'A'],
])

const named = ['12', '34'].map((texts) => ({ characters: { éo: texts }, accents: 'none' }))
const digits = [{ characters: { 1: 'x' } }, { characters: { 1: 'y' } }]
describeOperations('a cycle of digits', [{ type: 'cycle', mappings: digits }], [
  ['skips keycaps', '11️⃣1', 'x1️⃣y'],
])

describeOperations('a cycle of letters by name', [{ type: 'cycle', mappings: [...named, 'plain'] }], [
  ['counts a letter that is sent decomposed', 'e\u0301oéo', '14é2'],
  ['skips ó, composed or not, if only o has an entry', 'eo\u0301óo', 'eo\u0301ó2'],
])

describeOperations('a cycle after a map', [bold, { ...cycle, mappings: ['plain', 'other'] }], [
  ['changes letters that the map has left unchanged', 'anan', '𝐚n𝐚u'],
])

const harmonize = {
  type: 'harmonize',
  vowels: ['aı', 'eiö'],
  mappings: [{ characters: { kKaı: 'qQuu' } }, { characters: { kKeiö: 'cCyyy' } }],
}
describeOperations('harmonize', [harmonize], [
  ['chooses the mapping by the vowel before a letter', 'akek ekak', 'uqyc ycuq'],
  ['chooses it by the first vowel at the start of a word', 'kka kke', 'qqu ccy'],
  ['chooses the mapping of a vowel by that vowel', 'aei', 'uyy'],
  ['uses the first mapping for a word without vowels', 'k ek k', 'q yc q'],
  ['begins again after anything but a letter', 'ek-ka', 'yc-qu'],
  ['knows decomposed vowels', 'ko\u0308', 'cy'],
  ['skips invisible characters', 'k\u00ade', 'c\u00ady'],
  ['knows Turkish', 'KI', 'QI', 'tr'],
  ['is English by default', 'KI', 'CI'],
])

const letters = { characters: { 'a-d': 'ABCD' } }
describeFields({ type: 'initials', mappings: twoMappings }, mappingFaults)
describeOperations('initials', [
  { type: 'initials', mappings: [{ characters: { abc1: 'ABC!' } }, { characters: { 'a-c': '123' } }] },
], [
  ['uses the first mapping for the first letter of each word', 'abc cab, bb-a', 'A23 C12, B2-A'],
  ['leaves words whole at apostrophes and invisible characters', "a'b a\u00adb", "A'2 A\u00ad2"],
  ['leaves the rest of a number', '1a 11', '!1 !1'],
  ['begins a word after an emoji', `${family}ab 1️⃣a`, `${family}A2 1️⃣A`],
])

describeFields({ type: 'divide', mappings: twoMappings }, mappingFaults)
describeOperations('divide', [{ type: 'divide', mappings: [letters, 'plain'] }], [
  ['uses the first mapping for the first half of each word', 'abcd abc ab', 'ABcd ABc Ab'],
  ['begins again after anything but a letter or digit', "abc'ab-b 1ab", "ABc'Ab-B 1Ab"],
  ['counts clusters that are seen', 'a\u00adbcda\u0301', 'A\u00adBCda\u0301'],
])
const threeMappings = [letters, 'plain', { characters: { 'a-d': '1234' } }]
describeOperations('divide into three', [{ type: 'divide', mappings: threeMappings }], [
  ['makes the first parts longer', 'abcdabc dcba', 'ABCda23 DCb1'],
])

describeFields({ type: 'beside', text: '|', mappings: twoMappings }, [
  ...mappingFaults,
  ['text', noTexts, takesText],
])
describeOperations('beside', [{ type: 'beside', text: ' | ', mappings: threeMappings }], [
  ['writes each line with each mapping', 'ab x\r\nd', 'AB x | ab x | 12 x\r\nD | d | 4'],
  ['leaves empty lines', '\n \n', '\n \n'],
  ['leaves emoji', `a${family}1️⃣`, `A${family}1️⃣ | a${family}1️⃣ | 1${family}1️⃣`],
  ['repeats nothing that is not seen', 'a\u00ad\u200b', 'A\u00ad\u200b | a | 1'],
])

describe('choose', () => {
  const mappings = [
    { characters: { 'a-z': 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' } },
    'plain',
    { characters: { ab: '12' } },
  ]
  const transform = compileOperations([{ type: 'choose', mappings }])

  test('refers to the generators that it names', () => {
    for (const type of ['cycle', 'choose']) {
      const [operation] = readOperations({ type, mappings: ['bold', 'plain', { characters: {} }, 'other'] })
      assert.deepEqual(operation?.references, ['bold', 'other'])
    }
  })

  test('asks each mapping once for a letter that has no text', () => {
    let asked = 0
    class Counting extends Mapping {
      override replaceIn(text: string): string {
        asked++
        return super.replaceIn(text)
      }
    }
    const counting = new Counting({ characters: new Map([['a', 'b']]) })
    const operations = readOperations({ type: 'choose', mappings: ['one', 'two', 'three'] })
    const choose = compileTransform('slug', operations, { ...siblings, mappingOf: () => counting })
    assert.equal(choose('ᾧ'.repeat(1_000), 'en'), 'ᾧ'.repeat(1_000))
    assert.ok(asked <= 3, `${asked} times`)
  })

  test('chooses each mapping about as often as the others', () => {
    const output = transform('a'.repeat(3_000))
    for (const letter of 'Aa1') {
      const count = output.split(letter).length - 1
      assert.ok(count > 900 && count < 1_100, `${letter}: ${count}`)
    }
  })
})
