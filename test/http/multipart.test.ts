import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ApiError } from '../../lib/http/api-error.ts'
import { createFormReader } from '../../lib/http/form.ts'
import { parseMultipart, readBoundary } from '../../lib/http/multipart.ts'
import { rounds } from '../support/rounds.ts'
import { createRandom } from '../support/texts.ts'

/** The fields of a body, in their order. */
type Pairs = Array<[name: string, value: string]>

const bodies = rounds(500, 20_000)

const named = (name: string): string => `Content-Disposition: form-data; name="${name}"`
const field = named('text')
const last = '--b--\r\n'

/** Returns a part that follows the boundary `b`. */
function part(headers: string, value = 'x'): string {
  return `--b\r\n${headers}\r\n\r\n${value}\r\n`
}

describe('a multipart/form-data body', () => {
  const x: Pairs = [['text', 'x']]
  const taken: Array<[title: string, body: string, pairs: Pairs]> = [
    ['has fields of a charset, which is not asked',
      part(`${field}\r\nContent-Type: text/plain; charset=iso-8859-1`, 'é') + last,
      [['text', 'é']]],
    ['has a field _charset_, which is one like any other',
      part(named('_charset_'), 'latin1') + last, [['_charset_', 'latin1']]],
    ['has a multipart of its own in a part, which is a text like any other',
      part(`${field}\r\nContent-Type: multipart/mixed; boundary=c`, '--c\r\n\r\ny\r\n--c--') + last,
      [['text', '--c\r\n\r\ny\r\n--c--']]],
    ['has a name with what browsers encode, and nothing else',
      part(named('a%22%0d%0A%41%')) + last, [['a"\r\n%41%', 'x']]],
    ['is between line ends', `\r\n${part(field)}${last}\r\n`, x],
    ['has lines after it, which are ignored', `${part(field)}${last}x\r\n${part(named('slug'))}${last}`, x],
    ['has empty parameters', part(field.replace(';', '; ;;') + ' ; ') + last, x],
    ['has a file with a coded name', part(`${field}; filename*=UTF-8''%e2`) + last, []],
    ['has a file in capitals', part(`${field}; FILENAME="a"`) + last, []],
    ['has a file before its name',
      part('Content-Disposition: form-data; filename=a; name=text') + last, []],
    ['has a bare name', part(field.replaceAll('"', '')) + last, x],
    ['has capitals', part(field.toUpperCase().replace('TEXT', 'text')) + last, x],
    ['has no blanks', part(field.replaceAll(' ', '')) + last, x],
    ['has blanks', part(field.replace(';', ' \t; \t') + ' ') + last, x],
    ['has an unknown parameter', part(`${field}; a="b"`) + last, x],
    ['has the boundary within a line', part(field, 'b --b b') + last, [['text', 'b --b b']]],
    ['has a byte order mark', part(field, '\ufeffx') + last, [['text', '\ufeffx']]],
  ]
  for (const [title, body, pairs] of taken) {
    test(`${title}: is accepted`, () => {
      assert.deepEqual(pairsOf(Buffer.from(body), 'b'), pairs)
    })
  }

  const refused: Array<[title: string, body: string, words: RegExp]> = [
    ['is empty', '', /begin with/],
    ['has no end', part(field), /end/],
    ['has another boundary', (part(field) + last).replaceAll('--b', '--c'), /begin with/],
    ['has a longer boundary', part(field).replace('--b', '--bc') + last, /must end its line/],
    ['has blanks behind a boundary', part(field).replace('--b', '--b ') + last, /must end its line/],
    ['has line feeds alone', (part(field) + last).replaceAll('\r', ''), /must end its line/],
    ['has a text before it', `x\r\n${part(field)}${last}`, /begin with/],
    ['has text right after its last boundary', `${part(field)}--b--x`, /must end its line/],
    ['has blanks after its last boundary', `${part(field)}--b-- `, /must end its line/],
    ['has a part without headers', `--b\r\n\r\nx\r\n${last}`, /"Name: value"|empty line/],
    ['has a part without an empty line', `--b\r\n${field}\r\n${last}`, /empty line/],
    ['has a part that may be two', `--b\r\n${field}\r\n\r\n${part(field)}${last}`, /must end/],
    ['has an empty part without its line end', `--b\r\n${field}\r\n\r\n${last}`, /must end/],
    ['has a part without a disposition', part('Content-Type: a/b') + last, /Content-Disposition/],
    ['has a part with two', part(`${field}\r\n${field}`) + last, /one header/],
    ['has another disposition', part(field.replace('form-data', 'file')) + last, /form-data/],
    ['has no name', part('Content-Disposition: form-data; a="b"') + last, /Content-Disposition/],
    ['has two names', part(`${field}; name="b"`) + last, /Content-Disposition/],
    ['has an open name', part(field.slice(0, -1)) + last, /Content-Disposition/],
    ['has an escaped quote', part(named('t\\"t')) + last, /Content-Disposition/],
    ['has an open file name', part(`${field}; filename="a`) + last, /Content-Disposition/],
    ['has a folded header', part(`A: b\r\n c\r\n${field}`) + last, /"Name: value"/],
    ['has a blank before a colon', part(field.replace(':', ' :')) + last, /"Name: value"/],
    ['has a line feed in a header', part(`${field}\nA: b`) + last, /"Name: value"/],
    ['has a NUL in a header', part(`${field}; a="\0"`) + last, /"Name: value"/],
    ['has a header without a name', part(`${field}\r\n: a`) + last, /"Name: value"/],
    ['has huge headers', part(`A: ${'a'.repeat(4_096)}\r\n${field}`) + last, /4096 bytes/],
    ['is encoded', part(`${field}\r\nContent-Transfer-Encoding: base64`) + last, /as it is/],
  ]
  for (const [title, body, words] of refused) {
    test(`${title}: is refused`, () => {
      const { status, message } = refusalOf(() => parseMultipart(Buffer.from(body), 'b'))
      assert.equal(status, 400)
      assert.match(message, words)
      assert.match(message, /^[A-Z][ -~]+\.$/)
    })
  }

  test('has its ill-formed UTF-8 replaced', () => {
    const body = Buffer.from(part(field, 'a\xffb\xed\xa0\x80') + last, 'latin1')
    const value = 'a\ufffdb\ufffd\ufffd\ufffd'
    assert.deepEqual(parseMultipart(body, 'b'), [{ name: 'text', value, isText: false }])
    const right = Buffer.from(part(field, value) + last)
    assert.deepEqual(parseMultipart(right, 'b'), [{ name: 'text', value, isText: true }])
  })

  test('has 100 parts at most', () => {
    const of = (count: number): Buffer => Buffer.from(part(field).repeat(count) + last)
    assert.equal(parseMultipart(of(100), 'b').length, 100)
    const { status, message } = refusalOf(() => parseMultipart(of(101), 'b'))
    assert.equal(status, 413)
    assert.match(message, /at most 100/)
  })

  test('is read as FormData reads it, whatever is in it', async () => {
    const draw = createRandom(0x5eed)
    let fields = 0
    for (let round = 0; round < bodies; round++) {
      const { body, boundary, pairs } = randomBody(draw)
      const bytes = Buffer.from(body, 'latin1')
      const ours = pairsOf(bytes, boundary)
      assert.deepEqual(ours, pairs, body)
      assert.deepEqual(await formData(bytes, boundary), pairs, body)
      fields += pairs.length
    }
    assert.ok(fields > bodies)
  })

  test('with a wrong byte is refused, or read as FormData reads it', async () => {
    const draw = createRandom(0xfa17)
    let refusals = 0
    for (let round = 0; round < bodies; round++) {
      const { body, boundary } = randomBody(draw)
      const at = draw(body.length)
      const wrong = draw(3) === 0 ? '' : ('\r\n-";= :b\\\0'[draw(11)] ?? '')
      const bytes = Buffer.from(body.slice(0, at) + wrong + body.slice(at + draw(2)), 'latin1')
      const ours = attempt(() => pairsOf(bytes, boundary))
      const theirs = await formData(bytes, boundary)
      if (ours instanceof ApiError) refusals++
      // Each accepts bodies that the other one refuses. If both accept it, they agree.
      else if (theirs !== undefined) assert.deepEqual(ours, theirs, bytes.toString('latin1'))
    }
    assert.ok(refusals > bodies / 10, String(refusals))
  })
})

describe('the Content-Type of a multipart/form-data body', () => {
  const longest = "'()+_,-./:=?".padEnd(70, 'b')
  const boundaries: Array<[contentType: string, boundary: string | undefined]> = [
    ['multipart/form-data; boundary=b', 'b'],
    ['Multipart/Form-Data;BOUNDARY=b', 'b'],
    ['multipart/form-data ; charset=utf-8 ; boundary="a b"', 'a b'],
    ['multipart/form-data; charset="; boundary=c"; boundary=b', 'b'],
    ['multipart/form-data; boundary==_Part_1.2', '=_Part_1.2'],
    ['multipart/form-data; boundary=b;', 'b'],
    ['multipart/form-data;; ;boundary=b ; ', 'b'],
    [`multipart/form-data; boundary="${longest}"`, longest],
    ['multipart/form-dataset; boundary=b', undefined],
    ['multipart/form-data, boundary=b', undefined],
    ['application/x-www-form-urlencoded; boundary=b', undefined],
    ['', undefined],
  ]
  for (const [contentType, boundary] of boundaries) {
    test(`${contentType || 'nothing'}: names ${boundary ?? 'none'}`, () => {
      assert.equal(readBoundary(contentType), boundary)
    })
  }

  test('is refused without one valid boundary', () => {
    const faults = [
      ...['', ';', '; charset=utf-8', '; boundary', '; boundary=', '; boundary=""', '; boundary="b'],
      ...['; boundary="b "', '; boundary=b; Boundary=c', '; boundary=é', '; boundary=b c'],
      ...['; boundary="b\\""', `; boundary=${'b'.repeat(71)}`, '; boundary=b; a', '; boundary*=b'],
    ]
    for (const fault of faults) {
      const { status, message } = refusalOf(() => readBoundary(`multipart/form-data${fault}`))
      assert.equal(status, 400, fault)
      assert.match(message, /boundary/)
    }
  })
})

test('a form reader returns the known fields of a multipart body, the last of each name', () => {
  const readForm = createFormReader(['slug', 'text'])
  const slug = named('slug')
  const file = `${field}; filename="a"`
  const parts = [part(field), part(slug, 's'), part(field, 'y'), part(file), part(named('other'))]
  const body = Buffer.from(parts.join('') + last)
  const form = readForm('text=q', body, 'multipart/form-data; boundary=b')
  const values = Array.from(form.fields, ([name, { value }]) => [name, value])
  assert.deepEqual(values, [['text', 'y'], ['slug', 's']])
})

function refusalOf(work: () => unknown): ApiError {
  const refusal = attempt(work)
  assert.ok(refusal instanceof ApiError, 'it is not refused')
  return refusal
}

function attempt<Value>(work: () => Value): Value | ApiError {
  try {
    return work()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Returns the fields that Node reads from a body, without files; `undefined` if Node refuses it. */
async function formData(
  body: string | Buffer,
  boundary: string,
): Promise<Pairs | undefined> {
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` }
  try {
    const form = await new Response(body, { headers }).formData()
    return [...form].filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  } catch {
    return undefined
  }
}

const boundaries = [
  ...['----WebKitFormBoundaryAbCdEfGh12345678', '-----------------------------90519140415448433'],
  ...['------------------------d74496d66958873e', '----formdata-undici-012345678901', 'x y', 'b'],
  ...['----=_Part_3_12.34', "'()+_,-./:=?0", `${'a'.repeat(69)}b`],
]
const values = [
  ...['', 'x', 'text', '\r\n', '\n', '\r', '-', '--', '\r\n--', '\r\n\r\n', '"', '; filename="a"'],
  ...['\0', '%22', '\xc3\xa9', '\xf0\x9f\x98\x80', '\xff', '\xed\xa0', '--c--\r\n', 'a=b&c'],
  'Content-Disposition: form-data; name="a"',
]
const names = ['text', 'slug', 'a%22b', '%0D%0a', '', '\xc3\xa9', "it's", 'a;b', 'a=b', 'C:\\a']
const others = ['', 'Content-Type: text/plain; charset=utf-8', 'X-A: b', 'Content-Length: 3']

/** Returns a well-formed body, one code unit per byte, and its fields. */
function randomBody(draw: (count: number) => number): {
  readonly body: string
  readonly boundary: string
  readonly pairs: Pairs
} {
  const pick = (items: readonly string[]): string => items[draw(items.length)] ?? ''
  const boundary = pick(boundaries)
  const pairs: Pairs = []
  let body = ''
  for (let count = draw(5); count > 0; count--) {
    let value = ''
    for (let pieces = draw(6); pieces > 0; pieces--) value += pick(values)
    // Node's parser looks for the boundary without the characters before it.
    if (value.includes(boundary)) value = 'x'
    const name = pick(names)
    const file = draw(4) === 0 ? pick(['; filename=""', '; filename="a.txt"']) : ''
    body += `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n`
    const other = pick(others)
    body += `${other}${other === '' ? '' : '\r\n'}\r\n${value}\r\n`
    if (file !== '') continue
    const decoded = name.replaceAll('%22', '"').replace(/%0D%0a/, '\r\n')
    pairs.push([utf8(decoded), utf8(value)])
  }
  return { body: `${body}--${boundary}--${pick(['', '\r\n'])}`, boundary, pairs }
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString()
}

function pairsOf(body: Uint8Array, boundary: string): Array<[name: string, value: string]> {
  return parseMultipart(body, boundary).map(({ name, value }) => [name, value])
}
