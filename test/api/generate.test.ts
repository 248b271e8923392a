import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assertExpected,
  assertStatus,
  bold,
  invalid,
  parseObject,
  resultOf,
} from '../support/answers.ts'
import { languageRows, slugs } from '../support/catalogue-files.ts'
import type { Request } from '../support/client.ts'
import { call, generate, get, post, prototypeNames, readStatistics } from '../support/requests.ts'
import { shareService, startForSuite } from '../support/suite.ts'

describe('the service, asked for', () => {
  const service = shareService()

  test('a transformation, gives the fields of the interface in its order', async () => {
    const { status, text } = await call(service, generate({ slug: 'bold-serif', text: 'Hi 1!' }))
    assert.equal(status, 200)
    assert.equal(
      text,
      '{"success":true,"input":"Hi 1!","output":"𝐇𝐢 𝟏!","generator":"bold-serif",' +
        '"length":{"input":5,"output":5}}',
    )
  })

  for (const [title, query, language] of languageRows) {
    const output = language === 'tr' ? 'İ' : 'I'
    test(`a transformation with ${title}, gives ${output}`, async () => {
      const body = `action=generate&slug=uppercase&text=i${query}`
      assert.equal((await call(service, post('', body))).text, resultOf('i', output, 'uppercase'))
    })
  }
})

describe('a text', () => {
  const service = shareService()
  const limit = 10_000
  const rows: Array<[title: string, encoded: string, text: string]> = [
    ['of 0 is text', '0', '0'],
    ['of one space is text', '+', ' '],
    ['of a NUL is text', '%00', '\0'],
    ['keeps its white space', '+a%09b%0D%0A+', ' a\tb\r\n '],
    ['keeps a byte order mark', '%EF%BB%BFa', '\ufeffa'],
    ['keeps separators that JavaScript escapes', '%E2%80%A8%7F%2F', '\u2028\x7f/'],
    ['keeps quotes, backslashes and tags', '%22%5C%3Cb%3E%26%27', '"\\<b>&\''],
    ['counts the parts of an emoji sequence', encodeURIComponent('👩‍👩‍👧'), '👩‍👩‍👧'],
    ['counts a combining mark', 'e%CC%81', 'e\u0301'],
    [`of ${limit} letters is not too long`, 'a'.repeat(limit), 'a'.repeat(limit)],
    ['of as many encoded emoji is neither', '%F0%9F%98%80'.repeat(limit), '😀'.repeat(limit)],
  ]
  const bolden = (encoded: string): Request => {
    return post('action=generate', `slug=bold-serif&text=${encoded}`)
  }
  for (const [title, encoded, text] of rows) {
    test(title, async () => {
      const answer = await call(service, bolden(encoded))
      assertStatus(answer, 200)
      assert.equal(answer.text, resultOf(text, bold(text), 'bold-serif'))
    })
  }

  const longTexts: Array<[title: string, encoded: string]> = [
    [`of ${limit + 1} letters is too long`, 'a'.repeat(limit + 1)],
    [`of ${limit + 1} emoji is too long`, '😀'.repeat(limit + 1)],
    [`of ${limit} letters and a mark is too long`, `${'a'.repeat(limit)}%CC%81`],
  ]
  for (const [title, encoded] of longTexts) {
    test(title, async () => {
      const answer = await call(service, bolden(encoded))
      assertStatus(answer, 400)
      const { error, message } = parseObject(answer.text)
      assert.equal(error, 'Invalid parameter')
      assert.match(String(message), /"text" is too long: it has 10001 code points\. .*\b10000\b/)
    })
  }

  test('gives an output that is longer than it, with the number of its code points', async () => {
    const answer = await call(service, generate({ slug: 'strikethrough', text: 'ab' }))
    assert.equal(answer.text, resultOf('ab', 'a\u0336b\u0336', 'strikethrough'))
  })
})

describe('update_stats', () => {
  const service = startForSuite()
  const totals = { uses: 0, characters: 0 }
  const rows: Array<[effect: string, field: string]> = [
    ['counts', 'update_stats=+yES%0A'],
    ['counts', 'update_stat=0'],
    ['counts', 'text=ab'],
    ['counts', 'update_stats=0&update_stats=1'],
    ['does not count', 'update_stats=off'],
    ['does not count', 'update_stats='],
    ['does not count', 'update_stats=1&update_stats=0'],
    ['does not count', 'update_stats=1&update_stats'],
    ...['2', 'truex', '%C2%A01', '%C4%B0', ...prototypeNames].map(
      (word): [string, string] => ['is refused', `update_stats=${word}`],
    ),
  ]

  test('is counted from 0, in integers, in the order of the interface', async () => {
    const { status, text } = await call(service, get('action=stats&lang=tr'))
    assert.equal(status, 200)
    const statistics = { sets: slugs.length, uses: 0, characters: 0 }
    assert.equal(text, JSON.stringify({ success: true, statistics }))
  })

  for (const [effect, field] of rows) {
    test(`${effect}: ${field}`, async () => {
      const body = `slug=reverse&text=ab😀&${field}`
      const answer = await call(service, post('action=generate', body))
      if (effect === 'is refused') assertExpected(answer, invalid('update_stats'))
      else assertStatus(answer, 200)
      if (effect === 'counts') {
        totals.uses += 1
        totals.characters += parseObject(answer.text)['input'] === 'ab' ? 2 : 3
      }
      assert.deepEqual(await readStatistics(service), totals)
    })
  }

  test('counts nothing if nothing was transformed', async () => {
    const requests: Request[] = [
      get('action=stats&update_stats=1'),
      get('action=list_generators&update_stats=1'),
      get('action=get_generator&slug=reverse&update_stats=1'),
      get('action=generate&slug=reverse&text=a'),
      { ...generate({ slug: 'reverse', text: 'a' }), method: 'PUT' },
      generate({ slug: 'x', text: 'a' }),
      generate({ slug: 'reverse', text: '' }),
      generate({ slug: 'reverse', text: 'a'.repeat(10_001) }),
      post('action=generate', 'slug=reverse&text=a', 'Content-Type: text/plain'),
      { ...generate({ slug: 'reverse', text: 'a' }), target: '/apis?action=generate' },
    ]
    for (const request of requests) await call(service, request)
    assert.deepEqual(await readStatistics(service), totals)
  })
})
