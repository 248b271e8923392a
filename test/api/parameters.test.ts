import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parameters, readParameters } from '../../lib/api/parameters.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { readForm } from '../support/forms.ts'

// The words of PHP's FILTER_VALIDATE_BOOLEAN, with FILTER_NULL_ON_FAILURE.
const words: ReadonlyArray<readonly [word: string, value: boolean]> = [
  ['1', true], ['true', true], ['on', true], ['yes', true],
  ['0', false], ['false', false], ['off', false], ['no', false], ['', false],
]

const { parse } = parameters.update_stats

describe('update_stats', () => {
  for (const [word, value] of words) {
    test(`${JSON.stringify(word)} is ${value}, in any ASCII case, in any padding`, () => {
      const capitalized = word.slice(0, 1).toUpperCase() + word.slice(1)
      for (const spelling of [word, word.toUpperCase(), capitalized]) {
        for (const padding of ['', ' ', '\t', '\n', '\r', '\v', ' \t\n\r\v ']) {
          const after = spelling + padding
          for (const text of [after, padding + spelling, padding + after]) {
            assert.equal(parse(text), value, JSON.stringify(text))
          }
        }
      }
    })
  }

  test('rejects every other word', () => {
    const others = ['2', '-1', '00', '01', '1.0', 't', 'f', 'y', 'n', 'null', 'yes no', 'o n', '10']
    for (const text of [...others, 'enabled', 'truefalse', 'true,', '__proto__', 'size']) {
      assert.equal(parse(text), undefined, text)
    }
  })

  test('trims nothing else', () => {
    for (const padding of ['\f', '\0', '\u0085', '\u00a0', '\u2003', '\u2028', '\ufeff', '+']) {
      for (const [word] of words) {
        assert.equal(parse(padding + word), undefined, JSON.stringify(padding + word))
        assert.equal(parse(word + padding), undefined, JSON.stringify(word + padding))
      }
    }
  })

  test('rejects letters that only resemble ASCII', () => {
    const lookalikes = ['е', 'о', 'у', ...foreignForms()] // the first three are Cyrillic
    assert.ok(lookalikes.includes('\uff4e') && lookalikes.includes('\u017f')) // ｎ and ſ
    for (const [word] of words) {
      for (let at = 0; at < word.length; at++) {
        for (const letter of lookalikes) {
          const text = word.slice(0, at) + letter + word.slice(at + 1)
          assert.equal(parse(text), undefined, text)
        }
      }
    }
  })
})

test('the message for a wrong value shows what is accepted, and no part of the request', () => {
  const form = readForm('update_stats=maybe<script>', undefined)
  assert.throws(() => readParameters(form, ['update_stats'], [], () => 'this'), (error) => {
    assert.ok(error instanceof ApiError)
    assert.equal(error.title, 'Invalid parameter')
    assert.doesNotMatch(error.message, /maybe|script/)
    for (const [word] of words) assert.ok(error.message.includes(word), word)
    return true
  })
})

/** Characters outside of ASCII that a case mapping or a compatibility mapping turns into ASCII. */
function foreignForms(): string[] {
  const forms: string[] = []
  for (let codePoint = 0x80; codePoint <= 0x1ffff; codePoint++) {
    const character = String.fromCodePoint(codePoint)
    const mapped = [character.toLowerCase(), character.toUpperCase(), character.normalize('NFKC')]
    if (mapped.some((text) => /^[\w ]$/.test(text))) forms.push(character)
  }
  return forms
}
