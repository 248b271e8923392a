import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createFormReader } from '../../lib/http/form.ts'
import type { Form } from '../../lib/http/form.ts'
import { root } from '../support/folders.ts'
import { rounds } from '../support/rounds.ts'
import { createRandom } from '../support/texts.ts'

describe('an urlencoded form', () => {
  for (const { input, output } of readCases('wpt-urlencoded-parser')) {
    test(`WPT parser: ${JSON.stringify(input)}`, () => {
      assertRead(Buffer.from(input), output)
    })
  }

  for (const { input, output, from } of readCases('wpt-urlsearchparams-parse')) {
    test(`WPT ${from}: ${JSON.stringify(input)}`, () => {
      // The constructor of URLSearchParams drops a leading "?", which the parser itself does not.
      assertRead(Buffer.from(input.replace(/^\?/, '')), output)
    })
  }

  test('reads a view of a larger buffer, and no further', () => {
    const bytes = new Uint8Array(Buffer.from('xx=y&a=%41%4&zz'))
    assertRead(bytes.subarray(5, 12), [['a', 'A%4']])
    assertRead(bytes.subarray(5, 11), [['a', 'A%']])
  })

  test('agrees with URLSearchParams on odd and random inputs', () => {
    const odd = ['?a=b', 'a=b;c=d', 'a=b=c', 'a=%&b=%4&%', 'a%3Db=c%26d%2Be', 'a=%2541']
    const illFormed = ['a=%C0%AF', 'a=%ED%A0%80', 'a=%F4%90%80%80', 'a=%F0%9F%98&b', 'a=%F0%9F=%98%80']
    const draw = createRandom(0x5eed)
    const random = (): number => draw(2 ** 30) / 2 ** 30
    const inputs = Array.from({ length: rounds(10_000) }, () => randomBytes(random))
    for (const bytes of [...[...odd, ...illFormed].map((text) => Buffer.from(text)), ...inputs]) {
      // URLSearchParams accepts text, so bytes outside of ASCII are percent-encoded. Because of the
      // "&" it keeps a leading "?".
      const expected = [...new URLSearchParams('&' + encodeHighBytes(bytes))]
      assertRead(bytes, expected, Buffer.from(bytes).toString('hex'))
    }
  })
})

describe('a form reader', () => {
  const readForm = createFormReader(['action', 'slug', 'text', 'update_stats', 'lang'])
  const body = (text: string): Uint8Array => Buffer.from(text)

  test('keeps the names that it was made for, and nothing else', () => {
    const query = 'action=a&slug=s&text=t&update_stats=u&lang=l&Action=x&__proto__=p&constructor&=e'
    const others = Array.from({ length: 30_000 }, (_, i) => `parameter${i}=${i}`).join('&')
    assert.deepEqual(
      valuesOf(readForm(query, body(others))),
      [['action', 'a'], ['slug', 's'], ['text', 't'], ['update_stats', 'u'], ['lang', 'l']],
    )
  })

  test('joins lists by commas: those of the query, or else those of the body', () => {
    const readList = createFormReader(['then', 'text'], ['then'])
    const thenOf = (query: string, own?: string): string | undefined =>
      readList(query, own === undefined ? undefined : body(own)).get('then')
    assert.equal(thenOf('then=a&then[]=b,c&then%5B7%5D=d&then[key]=e'), 'a,b,c,d,e')
    assert.equal(thenOf('then=a&then=b', 'text=t'), 'a,b')
    assert.equal(thenOf('then=a&then=b', 'then[]=c&then=d'), 'c,d')
    assert.equal(thenOf('then[][]=a&then[=b&then]=c&[then]=d&then[0]x=e'), undefined)
    assert.equal(readList('text=a&text[]=b', undefined).get('text'), 'a')
    assert.deepEqual(readList('text[]=b&then[]=b&amp;x=1', undefined).others(), ['text[]', 'amp;x'])
  })

  test('decodes names, too', () => {
    for (const [query, name] of [['%74e%78t=a', 'text'], ['update%5Fstats=a', 'update_stats']]) {
      assert.deepEqual(valuesOf(readForm(query ?? '', undefined)), [[name, 'a']])
    }
    for (const query of ['text%=a', 'tex%7=a', 'text%00=a', '%=a', 'tex=a', 'tex%2574=a']) {
      assert.equal(readForm(query, undefined).fields.size, 0, query)
    }
  })

  test('reads a query as bytes, one code unit each', () => {
    const query = Buffer.from('text=ñ😀').toString('latin1')
    assert.equal(readForm(query, undefined).get('text'), 'ñ😀')
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

// Pieces that random bytes would hardly ever form.
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

/** Asserts that a reader gets the last value of each ASCII name, and decodes names like values. */
function assertRead(
  bytes: Uint8Array,
  pairs: ReadonlyArray<readonly [name: string, value: string]>,
  message?: string,
): void {
  const expected = new Map(pairs.filter(([name]) => /^[\0-\x7f]+$/.test(name)))
  const form = createFormReader([...expected.keys()])('', bytes)
  assert.deepEqual(valuesOf(form), [...expected], message)
  const readName = createFormReader(['name'])
  const encoded = Buffer.from(bytes).toString('latin1').split('&').filter((pair) => pair !== '')
  const names = encoded.map((pair) => readName(`name=${pair.split('=')[0]}`, undefined))
  assert.deepEqual(names.map((one) => one.get('name')), pairs.map(([name]) => name), message)
  for (const [index, pair] of encoded.entries()) {
    const [name = ''] = pair.split('=')
    assert.equal(names[index]?.fields.get('name')?.isText, isUtf8Text(name), name)
  }
}

/** Whether the bytes of an encoded text are UTF-8, as the platform's own decoder finds. */
function isUtf8Text(encoded: string): boolean {
  const bytes = encoded.replaceAll(/%([\da-f]{2})/gi, (_all, hex: string) => {
    return String.fromCharCode(Number.parseInt(hex, 16))
  })
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(bytes, 'latin1'))
    return true
  } catch {
    return false
  }
}

/** Returns the names and values of the fields of a form. */
function valuesOf({ fields }: Form): Array<[name: string, value: string]> {
  return Array.from(fields, ([name, { value }]) => [name, value])
}
