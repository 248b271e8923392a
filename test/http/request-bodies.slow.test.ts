import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertCounted,
  assertExpected,
  assertSound,
  bold,
  missing,
  resultOf,
} from '../support/answers.ts'
import type { Expected } from '../support/answers.ts'
import { converse, formatRequest, parseAnswer } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { call, chunks, newClient, post } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'

describe('a body', () => {
  const service = shareService()
  const limitBytes = 131_072
  const fields = 'slug=bold-serif&text=ab'
  const good = resultOf('ab', bold('ab'), 'bold-serif')
  const tooLarge: Expected = [413, 'Content Too Large', String(limitBytes)]
  const hints = ['application/x-www-form-urlencoded', 'multipart/form-data', 'URLSearchParams']
  const wrongType: readonly [number, string, ...string[]] = [415, 'Unsupported Media Type', ...hints, 'http_build_query']
  const wrongCoding: readonly [number, string, ...string[]] = [415, 'Unsupported Media Type', 'Content-Encoding']
  const padded = (bytes: number): string => `${fields}&x=`.padEnd(bytes, 'x')
  const type = 'Content-Type: application/x-www-form-urlencoded'
  const parts = 'Content-Type: multipart/form-data; boundary=a'
  const part = (name: string, value: string): string =>
    `--a\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const multipart = `${part('slug', 'bold-serif')}${part('text', 'ab')}--a--\r\n`
  const chunked = 'Transfer-Encoding: chunked'
  const bytewise = `${fields.replace(/./g, '1\r\n$&\r\n')}0\r\n\r\n`
  const beyond = [`Content-Length: ${'9'.repeat(15)}`, 'Expect: 100-continue']
  const rows: Array<[title: string, body: string, headers: readonly string[], Expected]> = [
    ['of the type of a form is taken', fields, [type], good],
    ['of that type in capitals is taken', fields, [type.toUpperCase()], good],
    ['of that type with a charset is taken', fields, [`${type} ; charset=latin1`], good],
    ['without a type is taken', fields, [], good],
    ['without a coding is taken', fields, ['Content-Encoding: Identity'], good],
    ['in chunks is taken', chunks(fields), [chunked], good],
    ['in chunks of a byte is taken', bytewise, [chunked], good],
    ['of the limit is taken', padded(limitBytes), [], good],
    ['of the limit in chunks is taken', chunks(padded(limitBytes)), [chunked], good],
    ['of a byte more is too large', padded(limitBytes + 1), [], tooLarge],
    ['of a byte more in chunks is too large', chunks(padded(limitBytes + 1)), [chunked], tooLarge],
    ['of 8 MB in chunks is too large', chunks(padded(8_000_000)), [chunked], tooLarge],
    ['that is announced as endless is too large', '', beyond, tooLarge],
    ['of JSON is refused', '{}', ['Content-Type: application/json'], wrongType],
    ['of parts is taken', multipart, [parts], good],
    ['of parts, one of them a file, lacks it', multipart.replace('text"', 'text"; filename=""'),
      [parts], [400, 'Missing parameter', '"text"', '(not a file)']],
    ['of 101 parts is too large', part('slug', 'a').repeat(101) + '--a--', [parts],
      [413, 'Content Too Large', 'at most 100.']],
    ['of parts without an end is refused', multipart.slice(0, -4), [parts],
      [400, 'Bad request', 'multipart/form-data']],
    ['of text is refused', fields, ['Content-Type: text/plain; x="\xe9\\"'],
      [...wrongType, 'The Content-Type "text/plain; x=????" is']],
    ['of an empty type is refused', fields, ['Content-Type: '], [...wrongType, 'Type "" is not']],
    ['of a long type is refused', fields, [`Content-Type: ${'a'.repeat(999)}`],
      [...wrongType, `"${'a'.repeat(100)}"`]],
    ['of nearly that type is refused', fields, [`${type}2`], wrongType],
    ['of other parts is refused', multipart, [parts.replace('form-data', 'mixed')], wrongType],
    ['of two types is refused', fields, [`${type}, text/plain`], wrongType],
    ['that is compressed is refused', fields, ['Content-Encoding: gzip'],
      [...wrongCoding, '"gzip" is not supported']],
    ['with two codings is refused', fields, ['Content-Encoding: identity, br'], wrongCoding],
    ['that is empty has no parameters', '', [], missing('slug')],
    ...['application/json', 'text/plain;charset=UTF-8', '', 'multipart/form-data'].map(
      (sent): (typeof rows)[number] => [
        `that is empty has no type, also if it is called ${sent}`, '', [`Content-Type: ${sent}`], missing('slug'),
      ],
    ),
    ['that is empty has no coding', '', ['Content-Encoding: gzip'], missing('slug')],
    ['of parts, with an empty parameter and text after its end, is taken', `${multipart}z`, [`${parts};`], good],
    ['that is empty and in chunks of a wrong type is refused', chunks(''), [chunked, 'Content-Type: a/b'], wrongType],
  ]
  for (const [title, body, headers, expected] of rows) {
    test(title, async () => {
      const answer = await call(service, post('action=generate', body, ...headers))
      assertExpected(answer, expected)
      assertCounted(answer, 99)
    })
  }

  const nine = 'Content-Length: 9'
  const waits: Array<[title: string, request: Request, status: number]> = [
    ['too large', post('action=generate', '', 'Content-Length: 131073'), 413],
    ['of another type', post('action=generate', '', nine, 'Content-Type: a/b'), 415],
    ['with a coding', post('action=generate', '', nine, 'Content-Encoding: br'), 415],
    ['of a wrong method', { method: 'PUT', headers: [nine] }, 405],
    ['for a wrong path', { method: 'POST', target: '/x', headers: [nine] }, 404],
    ['of a GET', { headers: [nine] }, 400],
  ]
  for (const [title, request, status] of waits) {
    test(`${title} is refused without 100 Continue`, async () => {
      const { port } = await service
      const conversation = converse(port)
      const headers = [...(request.headers ?? []), 'Expect: 100-continue', newClient()]
      conversation.write(formatRequest({ ...request, headers }))
      const answer = parseAnswer(Buffer.from(await conversation.closed(), 'latin1'))
      assertSound(answer)
      assert.equal(answer.status, status)
      assert.equal(answer.headers['connection'], 'close')
    })
  }

  test('that waits for 100 Continue is asked for, and answered', async () => {
    const { port } = await service
    for (const expectation of ['100-continue', '100-CONTINUE']) {
      const conversation = converse(port)
      const headers = [`Content-Length: ${fields.length}`, `Expect: ${expectation}`]
      conversation.write(formatRequest(post('action=generate', '', ...headers)))
      const interim = await conversation.until(/\r\n\r\n/)
      assert.equal(interim, 'HTTP/1.1 100 Continue\r\n\r\n')
      conversation.write(fields)
      const all = await conversation.until(/\}\}$/)
      const answer = parseAnswer(Buffer.from(all.slice(interim.length), 'latin1'))
      assertSound(answer)
      assert.equal(answer.text, good)
      conversation.leave()
    }
    const old = { ...post('action=generate', fields, 'Expect: 100-continue'), version: '1.0' }
    assertExpected(await call(service, old), good)
  })

  test('that turns out too large after 100 Continue is refused before its end', async () => {
    const { port } = await service
    const conversation = converse(port)
    const headers = ['Transfer-Encoding: chunked', 'Expect: 100-continue']
    conversation.write(formatRequest(post('action=generate', '', ...headers)))
    const interim = await conversation.until(/\r\n\r\n/)
    conversation.write(chunks(padded(limitBytes + 1)).slice(0, -'0\r\n\r\n'.length))
    const all = await conversation.closed()
    assertExpected(parseAnswer(Buffer.from(all.slice(interim.length), 'latin1')), tooLarge)
  })

  for (const [method, target, status] of [
    ['POST', '/nothing', 404],
    ['PUT', '/health', 405],
    ['POST', '/en/', 404],
    ['DELETE', '/en/', 405],
    ['POST', '/openapi.json', 405],
    ['PATCH', '/api', 405],
  ] as const) {
    test(`of ${method} ${target} is not parsed after the error, and ends its connection`, async () => {
      const { port } = await service
      const health = formatRequest({ target: '/health' })
      const text = 'a'.repeat(2_000)
      // A whole body, and incomplete ones with a length or in chunks.
      for (const [framing, body, closes] of [
        [`Content-Length: ${text.length}`, text, false],
        [`Content-Length: ${text.length + 1}`, text, true],
        [chunked, chunks(text).slice(0, -5), true],
      ] as const) {
        const conversation = converse(port)
        const head = formatRequest({ method, target, headers: [framing, newClient()], body: '' })
        conversation.write(Buffer.concat([head, Buffer.from(body)]))
        const answer = parseAnswer(Buffer.from(await conversation.until(/[}>]\s*$/), 'latin1'))
        assert.equal(answer.status, status)
        assert.equal(answer.headers['connection'], closes ? 'close' : 'keep-alive', framing)
        conversation.write(closes ? Buffer.concat([Buffer.from('0\r\n\r\n'), health]) : health)
        if (closes) assert.ok(!(await conversation.closed()).includes('"success":true'))
        else await conversation.until(/"success":true/)
        conversation.leave()
      }
    })
  }
})
