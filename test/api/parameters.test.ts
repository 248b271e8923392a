import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { actions, readForm } from '../../lib/api/actions.ts'
import {
  countHeldBytes,
  parameters,
  parseBoolean,
  readParameters,
} from '../../lib/api/parameters.ts'
import type { ParameterName } from '../../lib/api/parameters.ts'
import { ApiError } from '../../lib/http/api-error.ts'

// The words of PHP's FILTER_VALIDATE_BOOLEAN, with FILTER_NULL_ON_FAILURE.
const words: ReadonlyArray<readonly [word: string, value: boolean]> = [
  ['1', true], ['true', true], ['on', true], ['yes', true],
  ['0', false], ['false', false], ['off', false], ['no', false], ['', false],
]

describe('parseBoolean', () => {
  for (const [word, value] of words) {
    test(`${JSON.stringify(word)} is ${value}, in any ASCII case, in any padding`, () => {
      const capitalized = word.slice(0, 1).toUpperCase() + word.slice(1)
      for (const spelling of [word, word.toUpperCase(), capitalized]) {
        for (const padding of ['', ' ', '\t', '\n', '\r', '\v', ' \t\n\r\v ']) {
          const after = spelling + padding
          for (const text of [after, padding + spelling, padding + after]) {
            assert.equal(parseBoolean(text), value, JSON.stringify(text))
          }
        }
      }
    })
  }

  test('rejects every other word', () => {
    const others = ['2', '-1', '00', '01', '1.0', 't', 'f', 'y', 'n', 'null', 'yes no', 'o n', '10']
    for (const text of [...others, 'enabled', 'truefalse', 'true,', '__proto__', 'size']) {
      assert.equal(parseBoolean(text), undefined, text)
    }
  })

  test('trims nothing else', () => {
    for (const padding of ['\f', '\0', '\u0085', '\u00a0', '\u2003', '\u2028', '\ufeff', '+']) {
      for (const [word] of words) {
        assert.equal(parseBoolean(padding + word), undefined, JSON.stringify(padding + word))
        assert.equal(parseBoolean(word + padding), undefined, JSON.stringify(word + padding))
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
          assert.equal(parseBoolean(text), undefined, text)
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

describe('the values of a request', () => {
  const room = 2 ** 17
  const fillings = ['a', ',', '+', 'a,', ',,,,,,a', 'aaa,', 'abcdefghijklmnopq,', '%F0%9F%98%80', '%C3%A9,', 'é']
  const names: ParameterName[] = [...new Set([...actions.values()].flatMap((one) => one.parameters))]

  /** Reads a parameter with a value as long as a body, in one field or in many. */
  const read = (name: ParameterName, filling: string, separator: string): object | undefined => {
    const count = Math.floor(room / (filling.length + separator.length))
    const body = `${name}=${Array(count).fill(filling).join(separator)}`
    try {
      return readParameters(readForm('', Buffer.from(body, 'latin1')), [name], [], () => '')
    } catch (error) {
      assert.ok(error instanceof ApiError)
      return undefined
    }
  }
  const cases = fillings.flatMap((filling) => {
    return names.flatMap((name) => ['', `&${name}=`, `&${name}[]=`].map((by) => [name, filling, by] as const))
  })

  test('are few bytes for every parameter but text', () => {
    assert.deepEqual(names.toSorted(), Object.keys(parameters).toSorted())
    for (const [name, filling, separator] of cases) {
      const most = name === 'text' ? 2 * room + 100 : 5_000
      const bytes = countHeldBytes(read(name, filling, separator) ?? {})
      assert.ok(bytes <= most, `${name}: ${bytes} bytes of ${filling} with "${separator}"`)
    }
  })

  test('hold no more memory than is counted', () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const readHeap = (): number => {
      collect()
      return process.memoryUsage().heapUsed
    }
    for (const [name, filling, separator] of cases) {
      const held: unknown[] = []
      const before = readHeap()
      let counted = 0
      for (let times = 0; times < 10; times++) {
        const values = read(name, filling, separator) ?? {}
        counted += countHeldBytes(values)
        held.push(values)
      }
      const grown = readHeap() - before
      // V8 keeps the text that a regular expression has seen last, but not that of each request.
      const most = 2 * counted + 3 * room
      assert.ok(grown < most, `${name}: ${grown} bytes of ${filling}, ${counted} counted`)
      held.length = 0
    }
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
