import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { ApiError } from '../../lib/http/api-error.ts'
import {
  invalidParameter,
  parseBoolean,
  parseUrlencoded,
  readParameters,
  readUpdateStats,
  requireParameter,
} from '../../lib/api/parameters.ts'
import { root } from '../support/service.ts'

describe('parseUrlencoded', () => {
  for (const { input, output } of readCases('wpt-urlencoded-parser')) {
    test(`WPT parser: ${JSON.stringify(input)}`, () => {
      assert.deepEqual(parseUrlencoded(Buffer.from(input)), output)
    })
  }

  for (const { input, output, from } of readCases('wpt-urlsearchparams-parse')) {
    test(`WPT ${from}: ${JSON.stringify(input)}`, () => {
      // The constructor of URLSearchParams drops a leading "?", which the parser itself does not.
      assert.deepEqual(parseUrlencoded(Buffer.from(input.replace(/^\?/, ''))), output)
    })
  }

  const rows: Array<[title: string, input: string, output: Array<[string, string]>]> = [
    ['a leading question mark is data', '?a=b', [['?a', 'b']]],
    ['a semicolon separates nothing', 'a=b;c=d', [['a', 'b;c=d']]],
    ['a second equals sign is data', 'a=b=c', [['a', 'b=c']]],
    ['a percent sign at the end is literal', 'a=%&b=%4&%', [['a', '%'], ['b', '%4'], ['%', '']]],
    ['separators may be encoded', 'a%3Db=c%26d%2Be', [['a=b', 'c&d+e']]],
    ['decoding happens once', 'a=%2541', [['a', '%41']]],
    ['overlong UTF-8 is ill-formed', 'a=%C0%AF', [['a', '\ufffd\ufffd']]],
    ['an encoded surrogate is ill-formed', 'a=%ED%A0%80', [['a', '\ufffd\ufffd\ufffd']]],
    ['beyond U+10FFFF is ill-formed', 'a=%F4%90%80%80', [['a', '\ufffd\ufffd\ufffd\ufffd']]],
    ['a truncated sequence is one U+FFFD', 'a=%F0%9F%98&b', [['a', '\ufffd'], ['b', '']]],
    ['a sequence does not cross a separator', 'a=%F0%9F=%98%80', [['a', '\ufffd=\ufffd\ufffd']]],
  ]
  for (const [title, input, output] of rows) {
    test(title, () => assert.deepEqual(parseUrlencoded(Buffer.from(input)), output))
  }

  test('reads a view of a larger buffer, and no further', () => {
    const bytes = new Uint8Array(Buffer.from('xx=y&a=%41%4&zz'))
    assert.deepEqual(parseUrlencoded(bytes.subarray(5, 12)), [['a', 'A%4']])
    assert.deepEqual(parseUrlencoded(bytes.subarray(5, 11)), [['a', 'A%']])
  })

  test('agrees with URLSearchParams on 40,000 random inputs', () => {
    const random = createRandom(0x5eed)
    for (let round = 0; round < 40_000; round++) {
      const bytes = randomBytes(random)
      const actual = parseUrlencoded(bytes)
      // URLSearchParams takes text, not bytes: those outside of ASCII are given to it encoded.
      // The "&" keeps it from dropping a leading "?".
      const expected = [...new URLSearchParams('&' + encodeHighBytes(bytes))]
      if (!samePairs(actual, expected)) {
        assert.deepEqual(actual, expected, `round ${round}: ${Buffer.from(bytes).toString('hex')}`)
      }
    }
  })
})

describe('readParameters', () => {
  const body = (text: string): Uint8Array => Buffer.from(text)

  test('keeps the five names of the interface, and nothing else', () => {
    const query = 'action=a&slug=s&text=t&update_stats=u&lang=l&Action=x&__proto__=p&constructor&=e'
    const others = Array.from({ length: 30_000 }, (_, i) => `parameter${i}=${i}`).join('&')
    assert.deepEqual(
      [...readParameters(query, body(others))],
      [['action', 'a'], ['slug', 's'], ['text', 't'], ['update_stats', 'u'], ['lang', 'l']],
    )
  })

  test('takes the last of several values', () => {
    assert.equal(readParameters('text=a&text=b', undefined).get('text'), 'b')
    assert.equal(readParameters('', body('text=a&text=b')).get('text'), 'b')
    assert.equal(readParameters('text=a&text', undefined).get('text'), '')
  })

  test('takes the value of the body before that of the query', () => {
    const parameters = readParameters('slug=query&text=query', body('text=body'))
    assert.deepEqual([...parameters], [['slug', 'query'], ['text', 'body']])
    assert.equal(readParameters('text=query', body('text=')).get('text'), '')
  })

  test('decodes names, too', () => {
    assert.equal(readParameters('%74e%78t=a', undefined).get('text'), 'a')
    assert.equal(readParameters('update%5fstats=no', undefined).get('update_stats'), 'no')
  })

  test('reads a query as bytes, one code unit each', () => {
    const query = Buffer.from('text=ñ😀').toString('latin1')
    assert.equal(readParameters(query, undefined).get('text'), 'ñ😀')
  })

  test('has nothing for an empty request', () => {
    assert.equal(readParameters('', undefined).size, 0)
    assert.equal(readParameters('', body('')).size, 0)
  })
})

describe('requireParameter', () => {
  const parameters = readParameters('text=0&slug=', undefined)

  test('returns a value, "0" included', () => {
    assert.equal(requireParameter(parameters, 'text'), '0')
  })

  for (const name of ['slug', 'action'] as const) {
    test(`tells a client which parameter is ${name === 'slug' ? 'empty' : 'missing'}`, () => {
      assert.throws(() => requireParameter(parameters, name), (error) => {
        assert.ok(error instanceof ApiError)
        assert.equal(error.status, 400)
        assert.equal(error.title, 'Missing parameter')
        assert.ok(error.message.includes(`"${name}"`), error.message)
        return true
      })
    })
  }
})

describe('invalidParameter', () => {
  test('names the four actions', () => {
    const error = invalidParameter('action')
    assert.equal(error.title, 'Invalid parameter')
    for (const action of ['list_generators', 'get_generator', 'generate', 'stats']) {
      assert.match(error.message, new RegExp(`\\b${action}\\b`))
    }
  })
})

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

  test('takes no other word', () => {
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

  test('takes no letter that only resembles one of ASCII', () => {
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

  test('is not slowed down by a long padding inside a text', () => {
    // A trim by backtracking would take 10,000,000,000 steps.
    assert.equal(parseBoolean(`x${' '.repeat(100_000)}x`), undefined)
  })
})

describe('readUpdateStats', () => {
  const read = (query: string): boolean => readUpdateStats(readParameters(query, undefined))

  test('is true when omitted', () => assert.equal(read('text=0'), true))

  test('is false when empty', () => {
    assert.equal(read('update_stats='), false)
    assert.equal(read('update_stats'), false)
  })

  test('reads the words, decoded', () => {
    assert.equal(read('update_stats=+%4fFF%0a'), false)
    assert.equal(read('update_stats=%79es'), true)
  })

  test('tells what it takes, and never what it was given', () => {
    assert.throws(() => read('update_stats=maybe<script>'), (error) => {
      assert.ok(error instanceof ApiError)
      assert.equal(error.title, 'Invalid parameter')
      assert.doesNotMatch(error.message, /maybe|script/)
      for (const [word] of words) assert.ok(error.message.includes(word), word)
      return true
    })
  })
})

interface UrlencodedCase {
  input: string
  output: Array<[name: string, value: string]>
  from?: string
}

function readCases(name: string): UrlencodedCase[] {
  const file = join(root, 'test', 'data', `${name}.json`)
  const { cases }: { cases: UrlencodedCase[] } = JSON.parse(readFileSync(file, 'utf8'))
  assert.ok(cases.length > 0)
  return cases
}

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

/** Mulberry32: numbers from 0 to 1, the same on every run. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

// Pieces that random bytes alone would hardly ever put together.
const pieces = ['%', '+', '&', '=', ';', '?', '%%', '%EF%BB%BF', '\xef\xbb\xbf', '%f0%9f%98%80',
  '\xf0\x9f\x98\x80', '%ed%a0%80', '\xc3', '%c3', '%80', 'text', '\0', '%00', '%3d', '%26']

function randomBytes(random: () => number): Uint8Array {
  let bytes = ''
  for (let count = Math.floor(random() * 24); count > 0; count--) {
    const kind = random()
    if (kind < 0.5) bytes += pieces[Math.floor(random() * pieces.length)]
    else if (kind < 0.8) bytes += '0123456789abcdefABCDEF'.charAt(Math.floor(random() * 22))
    else bytes += String.fromCharCode(Math.floor(random() * 256))
  }
  return new Uint8Array(Buffer.from(bytes, 'latin1'))
}

function encodeHighBytes(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) {
    text += byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16)}`
  }
  return text
}

/** As `deepEqual`, which takes too long for this many. */
function samePairs(a: Array<[string, string]>, b: Array<[string, string]>): boolean {
  return a.length === b.length
    && a.every(([name, value], i) => name === b[i]?.[0] && value === b[i]?.[1])
}
