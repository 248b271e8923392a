import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { addSigns, cleanSigns } from '../../lib/pages/browser/own-signs.ts'
import type { Place } from '../../lib/pages/browser/own-signs.ts'

describe('own signs', () => {
  const add = (place: Place, signs: string, text = 'Ana'): string => {
    const [addition] = addSigns(place, signs, 'es')
    return addition?.transform(text, 'styled') ?? text
  }

  test('are around a text as in a mirror, or as a blank separates them', () => {
    const rows = [
      ['★彡', '★彡Ana彡★'],
      ['꧁༺', '꧁༺Ana༻꧂'],
      ['╰(♥', '╰(♥Ana♥)╯'],
      ['->', '->Ana<-'],
      ['👩‍🚀e\u0301', '👩‍🚀e\u0301Anae\u0301👩‍🚀'],
      ['✧ ☾', '✧Ana☾'],
      ['xX Xx 1', 'xXAnaXx 1'],
      // Keyboards of phones put a blank after an emoji.
      ['⚔️彡 ', '⚔️彡Ana彡⚔️'],
      [' ★', 'Ana★'],
    ]
    for (const [signs = '', expected] of rows) assert.equal(add('around', signs), expected)
  })

  test('are between letters', () => {
    assert.equal(add('between', '♥', 'Ana B'), 'A♥n♥a B')
    assert.equal(add('between', ' · '), 'A · n · a')
  })

  test('add nothing where they cannot be seen', () => {
    for (const signs of ['', ' ', '\n', '\u202e\u2066']) {
      assert.deepEqual(addSigns('around', signs, 'en'), [])
      assert.deepEqual(addSigns('between', signs, 'en'), [])
    }
  })

  test('are at most 12 characters, without controls, marks of direction and line breaks', () => {
    assert.equal(cleanSigns('👩‍🚀'.repeat(40)), '👩‍🚀'.repeat(12))
    assert.equal(cleanSigns('a\0\r\n\u2028\u200e\u202e\u2069\u061cb'), 'ab')
    assert.equal(cleanSigns('\ud83d★'), '\ufffd★')
  })
})
