import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertCounted,
  assertNotCounted,
  assertExpected,
  assertStatus,
  bold,
  invalid,
  missing,
  parseObject,
  resultOf,
  unknownSlug,
} from '../support/answers.ts'
import type { Expected } from '../support/answers.ts'
import { send } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { call, get, post, prototypeNames } from '../support/requests.ts'
import { shareService } from '../support/suite.ts'

describe('generate takes', () => {
  const service = shareService()
  const [ab, cd] = ['ab', 'cd'].map((text) => resultOf(text, bold(text), 'bold-serif'))
  assert.ok(ab !== undefined && cd !== undefined)
  const [good, wrong] = ['action=generate&slug=bold-serif&text=ab', 'update_stats=maybe']
  const rows: Array<[title: string, query: string, body: string, expected: Expected]> = [
    ['everything from the body', '', 'action=generate&slug=bold-serif&text=ab', ab],
    ['everything from the query', 'action=generate&slug=bold-serif&text=ab', '', ab],
    ['some from each', 'slug=bold-serif', 'text=ab&action=generate', ab],
    ['fields that it does not know', '', 'x=1&action=generate&slug=bold-serif&y&text=ab', ab],

    ['the last action', 'action=stats&action=generate&slug=bold-serif&text=ab', '', ab],
    ['the action of the body', 'action=stats', 'action=generate&slug=bold-serif&text=ab', ab],
    ['no missing action', '', 'slug=bold-serif&text=ab', missing('action')],
    ['no empty action', '', 'action=&slug=bold-serif&text=ab', missing('action')],
    ['no action emptied by the last', '', 'action=generate&action=', missing('action')],
    ['no action emptied by the body', 'action=generate', 'action=', missing('action')],
    ['no unknown action', '', 'action=transform', invalid('action')],
    ['no action in capitals', 'action=GENERATE', '', invalid('action')],
    ['no list of actions', 'action[]=generate', '', missing('action')],
    ['no action under another case', 'Action=generate', '', missing('action')],

    ['the slug of the query', 'slug=bold-serif&action=generate', 'text=ab', ab],
    ['no missing slug', 'action=generate', 'text=ab', missing('slug')],
    ['no empty slug', 'action=generate', 'text=ab&slug=', missing('slug')],
    ['no unknown slug', 'action=generate', 'text=ab&slug=x', unknownSlug],
    ['no slug in capitals', 'action=generate', 'text=ab&slug=BOLD-SERIF', unknownSlug],
    ['no slug with a NUL', 'action=generate', 'text=ab&slug=bold-serif%00', unknownSlug],

    ['no text of the query after it', 'action=generate&text=ab', 'slug=bold-serif&text=cd', cd],
    ['no missing text', 'action=generate', 'slug=bold-serif', missing('text')],
    ['no empty text', 'action=generate', 'slug=bold-serif&text=', missing('text')],

    ['a missing slug before a missing text', 'action=generate', '', missing('slug')],
    ['a missing text before an unknown slug', 'action=generate', 'slug=x', missing('text')],
    ['no leading question mark in a body', 'action=generate', '?slug=bold-serif', missing('slug')],
    ['no JSON', 'action=generate', '{"slug":"bold-serif","text":"ab"}', missing('slug')],

    ['the update_stats of the body', wrong, `${good}&update_stats=0`, ab],
    ['no wrong update_stats', '', `${good}&update_stats=2`, invalid('update_stats')],
    ['no wrong update_stats before a slug', wrong, `${good}&slug=x`, invalid('update_stats')],
    ...prototypeNames.flatMap((name): Array<[string, string, string, Expected]> => [
      [`no action ${name}`, `action=${name}`, '', invalid('action')],
      [`no slug ${name}`, 'action=generate', `text=ab&slug=${name}`, unknownSlug],
      [`no parameter ${name}`, `${name}=generate`, `${name}=x`, missing('action')],
    ]),
  ]
  for (const [title, query, body, expected] of rows) {
    test(title, async () => {
      const answer = await call(service, post(query, body))
      assertExpected(answer, expected)
      assertCounted(answer, 99)
    })
  }
})

describe('reading takes', () => {
  const service = shareService()
  const rows: Array<[title: string, query: string, expected: Expected | number]> = [
    ['no missing action', '', missing('action')],
    ['the last action', 'action=x&action=stats', 200],
    ['an action behind a second question mark', '?&action=stats', 200],
    ['parameters that it does not need', 'action=stats&slug=&update_stats=x&accents=x&then=x', 200],
    ['no missing slug', 'action=get_generator', missing('slug')],
    ['no slug of another locale', 'action=get_generator&slug=negrita-alterna&lang=es', unknownSlug],
    ...prototypeNames.flatMap((name): Array<[string, string, Expected]> => [
      [`no action ${name}`, `action=${name}`, invalid('action')],
      [`no slug ${name}`, `action=get_generator&slug=${name}`, unknownSlug],
    ]),
  ]
  for (const [title, query, expected] of rows) {
    test(title, async () => {
      const answer = await call(service, get(query))
      if (typeof expected === 'number') assertStatus(answer, expected)
      else assertExpected(answer, expected)
      assertCounted(answer, 99)
    })
  }
})

describe('the message for a wrong parameter', () => {
  const service = shareService()
  const multipartType = 'Content-Type: multipart/form-data; boundary=b'
  const part = (name: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n--b--`
  const misspelt: Array<[request: Request, names: string]> = [
    [post('action=generate&slug=zalgo', 'txt=a'), '"txt" (did you mean "text"?)'],
    [post('action=generate&slug=zalgo&Text=a', ''), '"Text" (did you mean "text"?)'],
    [post('action=generate&slug=zalgo', 'te%78ts=a'), '"texts" (did you mean "text"?)'],
    [post('action=generate&slug=zalgo', 'text[]=a'), '"text[]" (did you mean "text"?)'],
    [post('action=generate&slug=zalgo', part('tetx'), multipartType), '"tetx" (did you mean "text"?)'],
    [get('acton=stats'), '"acton" (did you mean "action"?)'],
    [get('action=get_generator&sulg=a&language=es'),
      '"sulg" (did you mean "slug"?), "language" (did you mean "lang"?)'],
    [get('action=get_generator&updateStats=1&font=a&x=1&x=2&y=1'),
      '"updateStats" (did you mean "update_stats"?), "font", "x"'],
    [get('action=get_generator&te=1&acc=2'), '"te", "acc" (did you mean "accents"?)'],
    [get(`action=get_generator&${'x'.repeat(40)}=1&${'y'.repeat(41)}=2`), `"${'x'.repeat(40)}"`],
    [get(`action=get_generator&${'%78'.repeat(40)}=1&%74%65%78%74%73=2`),
      `"${'x'.repeat(40)}", "texts" (did you mean "text"?)`],
    [get('action=get_generator&%C3%B1=a&a+b=1&%3Cb%3E=2&__proto__=3'), '"__proto__"'],
  ]
  for (const [request, names] of misspelt) {
    test(`names ${names}`, async () => {
      const { status, text } = await call(service, request)
      assert.equal(status, 400)
      const message = String(parseObject(text)['message'])
      assert.ok(message.replace(' See /en/api.', '').endsWith(` Unknown parameters: ${names}.`), message)
    })
  }

  // Latin-1, an overlong form, a lone surrogate, beyond U+10FFFF, half a character, and others.
  const illFormed = ['caf\xe9', '\xc0\xaf', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\xf0\x9f\x98', '\x80a', 'a\xff']
  test('says that text which is not UTF-8 must be, in every kind of form', async () => {
    for (const bytes of illFormed) {
      const escaped = bytes.replaceAll(/[^a-z]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`)
      const multipart = Buffer.from(part('text').replace('\r\n\r\nx', `\r\n\r\n${bytes}`), 'latin1')
      const own = 'action=generate&slug=zalgo'
      for (const request of [
        post(`${own}&text=${escaped}`, ''),
        post(own, `text=${escaped}`),
        { ...post(own, ''), body: Buffer.from(`text=${bytes}`, 'latin1') },
        { ...post(own, ''), body: Buffer.from(`text=a&text=${bytes}`, 'latin1'),
          headers: ['Content-Type: application/x-www-form-urlencoded; charset=iso-8859-1'] },
        { ...post(own, ''), body: multipart, headers: [multipartType] },
      ]) {
        const answer = await call(service, request)
        const sentence = 'The parameter "text" is not UTF-8. Send it as UTF-8, for example text=caf%C3%A9.'
        assertExpected(answer, [400, 'Invalid parameter', sentence])
      }
      const search = await call(service, get(`action=list_generators&search=${escaped}`))
      assertExpected(search, [400, 'Invalid parameter', '"search" is not UTF-8', 'search=caf%C3%A9'])
      // An action that does not read it does not mind, and the last value counts.
      assert.equal((await call(service, get(`action=stats&text=${escaped}`))).status, 200)
      assert.equal((await call(service, post(`${own}&text=${escaped}`, 'text=a'))).status, 200)
      assert.equal((await call(service, get(`action=stats&lang=${escaped}`))).status, 200)
    }
  })

  test('takes U+FFFD that was sent for text', async () => {
    for (const request of [
      post('action=generate&slug=reverse', 'text=a%EF%BF%BDb'),
      { ...post('action=generate&slug=reverse', ''),
        body: Buffer.from(part('text').replace('\r\n\r\nx', '\r\n\r\na\ufffdb')), headers: [multipartType] },
    ]) {
      assert.equal(parseObject((await call(service, request)).text)['output'], 'b\ufffda')
    }
  })

  const misplaced: Array<[request: Request, ...sentences: string[]]> = [
    [get('action=get_generator&amp;slug=zalgo'), '"slug" is missing or empty',
      '"amp;slug" (did you mean "slug"?)'],
    [post('action=generate&slug=zalgo', 'text='), '"text" is missing or empty'],
    [{ ...get('action=get_generator'), headers: ['Content-Length: 10'], body: 'slug=zalgo' },
      'must not have a request body. Send the parameters in the query.'],
    [get(''), 'is missing or empty. It must be list_generators', '. See /en/api.'],
    [get('action=x'), 'is not valid. It must be list_generators', '. See /en/api.'],
    [post('', 'slug=zalgo'), 'is missing or empty', 'generate or stats', '. See /en/api.'],
  ]
  for (const [request, ...sentences] of misplaced) {
    test(`says ${sentences.join(' … ')}`, async () => {
      const { status, text } = await call(service, request)
      assert.equal(status, 400)
      const message = String(parseObject(text)['message'])
      for (const sentence of sentences) assert.ok(message.includes(sentence), message)
      if (sentences.includes('. See /en/api.')) assert.ok(message.endsWith(' See /en/api.'), message)
    })
  }

  test('of a page as an address, names {base_url} in JSON', async () => {
    for (const target of ['/', '/en/', '/tr/', '/en/api', '/sitemap.xml', '/en/bold-serif-text']) {
      for (const request of [
        { target, method: 'POST', body: 'action=stats' },
        { target: `${target}?action=stats` },
        { target: `${target}?text=a&action=`, headers: ['Accept: text/html'] },
      ]) {
        const answer = await call(service, request)
        assertExpected(answer, [404, 'Not found', 'The service answers at /api.'])
        assertNotCounted(answer)
      }
      const put = await send((await service).port, { target, method: 'PUT', body: '' })
      assert.equal(put.status, 405)
    }
  })

  const actionRows = [
    ['stats%20', 'stats'], ['stat', 'stats'], ['listGenerators', 'list_generators'],
    ['get-generator', 'get_generator'], ['GENERATE', 'generate'], ['generat', 'generate'],
  ] as const
  for (const [typed, meant] of actionRows) {
    test(`names the action ${meant} for ${typed}, with a request that does it`, async () => {
      const { status, text } = await call(service, get(`action=${typed}`))
      assert.equal(status, 400)
      const message = String(parseObject(text)['message'])
      const method = meant === 'generate' ? "POST '" : "GET '?"
      assert.match(message, new RegExp(`\\(did you mean "${meant}"\\?\\), as in ${method.replace('?', '\\?')}action=${meant}`))
    })
  }

  test('says that JSON is not accepted, which curl sends as a form', async () => {
    for (const json of ['{"text":"a"}', '\n{\n  "text": "a=b&c"\n}']) {
      const { status, text } = await call(service, post('action=generate&slug=zalgo', json))
      assert.equal(status, 400)
      const message = String(parseObject(text)['message'])
      assert.match(message, /^The parameter "text" is missing or empty\..* is JSON, which is not accepted: send a form\.$/)
    }
    const { text } = await call(service, post('action=generate&slug=reverse', 'text={"a":1}'))
    assert.equal(parseObject(text)['output'], '}1:"a"{')
  })

  const requests = [
    get(''),
    get('action=x'),
    get('action=get_generator'),
    post('action=generate', ''),
    post('action=generate', 'slug=zalgo'),
    post('action=generate', 'slug=zalgo&text=a&update_stats=maybe'),
  ]
  for (const { method = 'GET', target = '', body = '', headers = [] } of requests) {
    test(`of ${method} ${target} ${String(body)}, shows a request that does it right`, async () => {
      const wrong = await call(service, { method, target, body, headers })
      assert.equal(wrong.status, 400)
      const { message } = parseObject(wrong.text)
      const [, right, fields = ''] = /as in (GET|POST) '([^']*)'\.(?: See \/en\/api\.)?$/.exec(String(message)) ?? []
      const answer = await call(service, right === 'GET' ? get(fields.slice(1)) : post('', fields))
      assertStatus(answer, 200, fields)
      const [, name = ''] = /"(\w+)"/.exec(String(message)) ?? []
      assert.ok(fields.includes(`${name}=`), fields)
    })
  }
})
