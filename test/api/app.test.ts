import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, createServer, request as openRequest } from 'node:http'
import type { ServerOptions } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createLimitNotice, rateLimitHeaders } from '../../lib/api/limit-notice.ts'
import { createApp } from '../../lib/app.ts'
import type { App, AppOptions } from '../../lib/app.ts'
import { categories } from '../../lib/engine/generator.ts'
import { createJsonAnswers } from '../../lib/http/answer.ts'
import { createConnections } from '../../lib/http/connection.ts'
import { createParserListeners } from '../../lib/http/parser-errors.ts'
import { createSender } from '../../lib/http/send.ts'
import { createLog } from '../../lib/log.ts'
import type { Recorder } from '../../lib/usage/recorder.ts'
import {
  converse,
  createSharedService,
  formatRequest,
  parseAnswer,
  parseAnswers,
  send,
  sendAll,
  startForSuite,
} from '../support/client.ts'
import type { Answer, Request } from '../support/client.ts'
import { root, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

const share = createSharedService()
const languages = ['en', 'es', 'fr', 'tr']

const exposed = [
  ...['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'],
  ...['X-RateLimit-Reset', 'Retry-After', 'ETag'],
].join(', ')

/** What every answer carries, whatever it answers. */
const fixedHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
}

/** Status → title, of which 400 and 404 have several. */
const titles: Readonly<Record<number, readonly string[]>> = {
  400: ['Missing parameter', 'Invalid parameter', 'Bad request'],
  404: ['Generator not found', 'Not found'],
  405: ['Method not allowed'],
  408: ['Request Timeout'],
  413: ['Content Too Large'],
  415: ['Unsupported Media Type'],
  417: ['Expectation Failed'],
  429: ['Rate limit exceeded'],
  431: ['Request Header Fields Too Large'],
  500: ['Internal server error'],
  505: ['HTTP Version Not Supported'],
}

/** Checks what holds for every answer; for `HEAD` the body stays away, and nothing else. */
function assertSound(answer: Answer, method = 'GET'): void {
  const { status, headers, body, text } = answer
  for (const [name, value] of Object.entries(fixedHeaders)) assert.equal(headers[name], value, name)
  for (const [name, value] of Object.entries(headers)) assert.ok(!value.includes('\n'), `2 ${name}`)
  assert.equal(headers['date'], new Date(headers['date'] ?? '').toUTCString())
  assert.equal(headers['transfer-encoding'], undefined)
  const isPrepared = headers['etag'] !== undefined
  assert.equal(headers['cache-control'], isPrepared ? 'public, max-age=300' : 'no-store')
  assert.equal(headers['vary'], isPrepared ? 'Accept-Encoding' : undefined)
  if (status === 204 || status === 304) {
    assert.equal(headers['content-type'], undefined)
    assert.equal(text, '')
    return
  }
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.match(headers['content-length'] ?? '', /^[1-9]\d*$/)
  if (method === 'HEAD') {
    assert.equal(text, '')
    return
  }
  assert.equal(body.length, Number(headers['content-length']))
  const plain = decode(answer)
  // Nothing is escaped that need not be, and no white space is between the fields.
  assert.equal(plain, JSON.stringify(JSON.parse(plain)))
  if (status < 400) return
  const { error, message, retry_after } = parseObject(text)
  assert.ok(titles[status]?.includes(String(error)), `${status} ${String(error)}`)
  assert.match(String(message), /^[A-Z][ -~]+\.$/)
  const fields = { success: false, error, message, ...(status === 429 && { retry_after }) }
  assert.equal(text, JSON.stringify(fields))
}

/** The body without its content coding. */
function decode({ headers, body }: Answer): string {
  const coding = headers['content-encoding']
  if (coding === undefined) return body.toString()
  return (coding === 'br' ? brotliDecompressSync(body) : gunzipSync(body)).toString()
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  return toObject(value)
}

function toObject(value: unknown): Readonly<Record<string, unknown>> {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value))
  return { ...value }
}

const reasons = new Map([[200, 'OK'], [304, 'Not Modified']])

/** The bytes of the head that a text begins with. */
function headOf(text: string): Buffer {
  return Buffer.from(text.slice(0, text.indexOf('\r\n\r\n') + 4), 'latin1')
}

let clients = 0

/** The header that makes a request that of a client who has not asked anything yet. */
function newClient(): string {
  clients++
  return `X-Forwarded-For: 10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`
}

/** Sends a request, as a new client unless told, and checks what holds for every answer. */
async function call(
  starting: Promise<Service>,
  request: Request,
  client = newClient(),
): Promise<Answer> {
  const { port } = await starting
  const answer = await send(port, { ...request, headers: [...(request.headers ?? []), client] })
  assertSound(answer, request.method)
  return answer
}

/** Sends requests, each as a new client, on one connection, and checks every answer. */
async function callAll(starting: Promise<Service>, requests: readonly Request[]): Promise<Answer[]> {
  const { port } = await starting
  const answers = await sendAll(
    port,
    requests.map((request) => ({ ...request, headers: [newClient()] })),
  )
  assert.equal(answers.length, requests.length)
  for (const answer of answers) assertSound(answer)
  return answers
}

function get(query: string, ...headers: string[]): Request {
  return { target: `/api?${query}`, headers }
}

function post(query: string, body: string, ...headers: string[]): Request {
  return { method: 'POST', target: `/api${query === '' ? '' : `?${query}`}`, body, headers }
}

function form(fields: Readonly<Record<string, string>>): string {
  const encode = (text: string): string => encodeURIComponent(text)
  return Object.entries(fields).map(([name, value]) => `${name}=${encode(value)}`).join('&')
}

function generate(fields: Readonly<Record<string, string>>): Request {
  return post('action=generate', form(fields))
}

/** The headers about the limit of an answer, or that there is none. */
function limitHeaders({ headers }: Answer): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /ratelimit|retry/.test(name)),
  )
}

function assertCounted(answer: Answer, remaining: number): void {
  const { 'x-ratelimit-reset': reset = '', ...others } = limitHeaders(answer)
  const resetSeconds = /;t=(\d+)$/.exec(others['ratelimit'] ?? '')?.[1] ?? ''
  assert.deepEqual(others, {
    'ratelimit-policy': '"hourly";q=100;w=3600',
    ratelimit: `"hourly";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': String(remaining),
  })
  assert.ok(Number(resetSeconds) >= 3500 && Number(resetSeconds) <= 3600, resetSeconds)
  const answeredAt = Date.parse(answer.headers['date'] ?? '') / 1000
  assert.ok(Math.abs(Number(reset) - Number(resetSeconds) - answeredAt) <= 2, reset)
}

function assertNotCounted(answer: Answer): void {
  assert.deepEqual(limitHeaders(answer), {})
}

const boldLetters = [
  [/[A-Z]/g, 0x1d400 - 65],
  [/[a-z]/g, 0x1d41a - 97],
  [/[0-9]/g, 0x1d7ce - 48],
] as const

/** What `bold-serif` makes of ASCII letters and digits; all else stays as it is. */
function bold(text: string): string {
  return boldLetters.reduce((result, [letters, distance]) => {
    return result.replace(letters, (letter) => {
      return String.fromCodePoint(letter.charCodeAt(0) + distance)
    })
  }, text)
}

function resultOf(input: string, output: string, slug: string): string {
  const length = { input: [...input].length, output: [...output].length }
  return JSON.stringify({ success: true, input, output, generator: slug, length })
}

function readJson(...path: string[]): Readonly<Record<string, unknown>> {
  return parseObject(readFileSync(join(root, ...path), 'utf8'))
}

/** What the data files say of the catalogue: the slugs in order, and the sample of each. */
const samples = new Map(
  readdirSync(join(root, 'generators'))
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.slice(0, -5), readJson('generators', file)] as const)
    .sort(([, one], [, other]) => {
      const [rank, otherRank] = [one, other].map((file) => {
        return categories.findIndex((category) => category === file['category']) * 10_000
      })
      const places = Number(one['position']) - Number(other['position'])
      return Number(rank) - Number(otherRank) + places
    })
    .map(([slug, { sample }]) => [slug, String(sample ?? 'Hello World')]),
)
const slugs = [...samples.keys()]
const locales = new Map(languages.map((tag) => [tag, readJson('locales', `${tag}.json`)]))

function entryOf(slug: string, language: string): { name: string; page: string } {
  const { name, page } = toObject(locales.get(language)?.[slug])
  return { name: String(name), page: String(page) }
}

/** The query that asks for a locale, in all the ways that ask for one of them. */
const languageRows: Array<[title: string, query: string, language: string]> = [
  ['nothing', '', 'en'],
  ...languages.map((tag): [string, string, string] => [`lang=${tag}`, `&lang=${tag}`, tag]),
  ['an empty one', '&lang=', 'en'],
  ['a name without a value', '&lang', 'en'],
  ['an unknown one', '&lang=de', 'en'],
  ['capitals', '&lang=ES', 'en'],
  ['a region', '&lang=es-ES', 'en'],
  ['en-US', '&lang=en-US', 'en'],
  ['a space before it', '&lang=+es', 'en'],
  ['a NUL behind it', '&lang=es%00', 'en'],
  ['__proto__', '&lang=__proto__', 'en'],
  ['constructor', '&lang=constructor', 'en'],
  ['a list', '&lang=es,fr', 'en'],
  ['two of them: the last', '&lang=es&lang=fr', 'fr'],
  ['a good one and then a bad one', '&lang=es&lang=xx', 'en'],
  ['a good one and then an empty one', '&lang=es&lang=', 'en'],
  ['a bad one and then a good one', '&lang=xx&lang=tr', 'tr'],
  ['an encoded one', '&%6cang=%65s', 'es'],
]

describe('the service, asked for', () => {
  const service = share()

  test('the list, gives the fields of the interface in its order', async () => {
    const answer = await call(service, get('action=list_generators'))
    assert.equal(answer.status, 200)
    const { port } = await service
    const generators = parseObject(answer.text)['generators']
    assert.ok(Array.isArray(generators))
    const expected = slugs.map((slug, index) => {
      const { name, page } = entryOf(slug, 'en')
      const url = `http://localhost:${port}/en/${page}`
      return { slug, name, url, example: toObject(generators[index])['example'] }
    })
    const list = { success: true, count: slugs.length, generators: expected }
    assert.equal(answer.text, JSON.stringify(list))
  })

  test('the list, gives examples that are what generate gives for the samples', async () => {
    const { text } = await call(service, get('action=list_generators'))
    const { generators } = parseObject(text)
    assert.ok(Array.isArray(generators))
    const examples = generators.map((item) => String(toObject(item)['example']))
    const requests = [...samples].map(([slug, sample]) => generate({ slug, text: sample }))
    const expected = [...samples].map(([slug, sample], index) => {
      return resultOf(sample, examples[index] ?? '', slug)
    })
    const answers = await callAll(service, requests)
    assert.deepEqual(answers.map((answer) => answer.text), expected)
  })

  for (const [title, query, language] of languageRows) {
    test(`the list with ${title}, gives the names and addresses of ${language}`, async () => {
      const english = parseObject((await call(service, get('action=list_generators'))).text)
      const answer = await call(service, get(`action=list_generators${query}`))
      const { port } = await service
      assert.ok(Array.isArray(english['generators']))
      const generators = english['generators'].map((item) => {
        const { slug, example } = toObject(item)
        const { name, page } = entryOf(String(slug), language)
        return { slug, name, url: `http://localhost:${port}/${language}/${page}`, example }
      })
      assert.equal(answer.text, JSON.stringify({ ...english, generators }))
    })

    const told = language === 'en' ? 'no locale' : language
    test(`a generator with ${title}, names ${told}`, async () => {
      const request = get(`action=get_generator&slug=bold-serif${query}`)
      const { status, text } = await call(service, request)
      assert.equal(status, 200)
      const detail = parseObject(text)
      assert.deepEqual(
        Object.keys(detail),
        language === 'en' ? ['success', 'generator'] : ['success', 'lang', 'generator'],
      )
      assert.equal(detail['success'], true)
      assert.equal(detail['lang'], language === 'en' ? undefined : language)
      assert.equal(toObject(detail['generator'])['name'], entryOf('bold-serif', language).name)
    })
  }

  for (const language of languages) {
    // Each takes a while when it is first asked for.
    const every = language === 'en' ? 1 : 10
    const which = every === 1 ? 'every generator' : `every ${every}th generator`
    test(`${which} in ${language}, repeats the list and adds the characters`, async () => {
      const list = await call(service, get(`action=list_generators&lang=${language}`))
      const { generators } = parseObject(list.text)
      assert.ok(Array.isArray(generators))
      const asked = [...slugs.entries()].filter(([index]) => index % every === 0)
      const answers = await callAll(
        service,
        asked.map(([, slug]) => get(`action=get_generator&slug=${slug}&lang=${language}`)),
      )
      for (const [at, [index]] of asked.entries()) {
        const { status, text = '' } = answers[at] ?? {}
        assert.equal(status, 200)
        const generator = toObject(parseObject(text)['generator'])
        const { characters, operations } = generator
        const fields = Object.keys(generator)
        assert.deepEqual(fields.slice(0, 5), ['slug', 'name', 'url', 'example', 'characters'])
        const summary = Object.fromEntries(Object.entries(generator).slice(0, 4))
        assert.equal(JSON.stringify(summary), JSON.stringify(generators[index]))
        const more = ['category', 'coverage', 'reversible', 'folds', 'unicode', 'operations']
        assert.deepEqual(fields.slice(5), more)
        for (const [key, value] of Object.entries(toObject(characters))) {
          assert.equal([...key].length, 1, key)
          assert.equal(typeof value, 'string')
        }
        assert.ok(Array.isArray(operations) && operations.length > 0)
      }
    })
  }

  test('a generator, gives its whole mapping', async () => {
    const { text } = await call(service, get('action=get_generator&slug=bold-serif'))
    const { characters } = toObject(parseObject(text)['generator'])
    for (const letter of 'ABCXYZabcxyz0189') {
      assert.equal(toObject(characters)[letter], bold(letter))
    }
  })

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

  test('a transformation, takes the locale of the body before that of the query', async () => {
    const request = post('action=generate&lang=en', 'slug=uppercase&text=i&lang=tr')
    assert.equal((await call(service, request)).text, resultOf('i', 'İ', 'uppercase'))
  })
})

describe('a text', () => {
  const service = share()
  const limit = 10_000
  const rows: Array<[title: string, encoded: string, text: string]> = [
    ['of 0 is text', '0', '0'],
    ['of one space is text', '+', ' '],
    ['of spaces alone is text', '%20%20+', '   '],
    ['of a line feed is text', '%0A', '\n'],
    ['of a NUL is text', '%00', '\0'],
    ['of false is text', 'false', 'false'],
    ['of null is text', 'null', 'null'],
    ['keeps its white space', '+a%09b%0D%0A+', ' a\tb\r\n '],
    ['keeps U+FFFD', '%EF%BF%BD', '\ufffd'],
    ['keeps a byte order mark', '%EF%BB%BFa', '\ufeffa'],
    ['keeps noncharacters', '%EF%BF%BF', '\uffff'],
    ['keeps separators that JavaScript escapes', '%E2%80%A8%7F%2F', '\u2028\x7f/'],
    ['keeps quotes, backslashes and tags', '%22%5C%3Cb%3E%26%27', '"\\<b>&\''],
    ['counts an emoji as one', '%F0%9F%98%80', '😀'],
    ['counts the parts of an emoji sequence', encodeURIComponent('👩‍👩‍👧'), '👩‍👩‍👧'],
    ['counts a flag as two', encodeURIComponent('🇹🇷'), '🇹🇷'],
    ['counts a combining mark', 'e%CC%81', 'e\u0301'],
    ['counts a precomposed letter as one', '%C5%93', 'œ'],
    ['replaces ill-formed UTF-8', 'a%FFb', 'a\ufffdb'],
    ['replaces an encoded surrogate', '%ED%A0%80', '\ufffd\ufffd\ufffd'],
    ['keeps a stray percent sign', '100%', '100%'],
    ['keeps a semicolon', 'a;b', 'a;b'],
    ['keeps an equals sign', 'a=b', 'a=b'],
    ['keeps what looks like another parameter', 'a%26slug%3Dreverse', 'a&slug=reverse'],
    [`of ${limit} letters is not too long`, 'a'.repeat(limit), 'a'.repeat(limit)],
    [`of ${limit} emoji is not too long`, '😀'.repeat(limit), '😀'.repeat(limit)],
    ['of as many encoded emoji is neither', '%F0%9F%98%80'.repeat(limit), '😀'.repeat(limit)],
  ]
  const bolden = (encoded: string): Request => {
    return post('action=generate', `slug=bold-serif&text=${encoded}`)
  }
  for (const [title, encoded, text] of rows) {
    test(title, async () => {
      const answer = await call(service, bolden(encoded))
      assert.equal(answer.status, 200)
      assert.equal(answer.text, resultOf(text, bold(text), 'bold-serif'))
    })
  }

  const longTexts: Array<[title: string, encoded: string]> = [
    [`of ${limit + 1} letters is too long`, 'a'.repeat(limit + 1)],
    [`of ${limit + 1} emoji is too long`, '😀'.repeat(limit + 1)],
    [`of ${limit} letters and a mark is too long`, `${'a'.repeat(limit)}%CC%81`],
    [`of ${limit + 1} spaces is too long`, '+'.repeat(limit + 1)],
  ]
  for (const [title, encoded] of longTexts) {
    test(title, async () => {
      const answer = await call(service, bolden(encoded))
      assert.equal(answer.status, 400)
      const { error, message } = parseObject(answer.text)
      assert.equal(error, 'Invalid parameter')
      assert.match(String(message), /"text".*\b10000\b/)
    })
  }

  const outputs: Array<[title: string, slug: string, text: string, output: string]> = [
    ['gives outputs that are counted in code points', 'bold-serif', 'ab', '𝐚𝐛'],
    ['gives marks that are counted', 'strikethrough', 'ab', 'a\u0336b\u0336'],
    ['gives an output that is longer than it', 'clap', 'a b', 'a 👏 b'],
    ['is not torn where it is reversed', 'reverse', 'a👩‍👩‍👧e\u0301', 'e\u0301👩‍👩‍👧a'],
  ]
  for (const [title, slug, text, output] of outputs) {
    test(title, async () => {
      const answer = await call(service, generate({ slug, text }))
      assert.equal(answer.text, resultOf(text, output, slug))
    })
  }
})

type Expected = string | readonly [status: number, error: string, ...words: readonly string[]]

const missing = (name: string): Expected => [400, 'Missing parameter', `"${name}"`, takes(name)]
const invalid = (name: string): Expected => [400, 'Invalid parameter', `"${name}"`, takes(name)]
const unknownSlug: Expected = [404, 'Generator not found', 'generator', 'not exist']

/** Words that a message must have to tell what a parameter takes. */
function takes(name: string): string {
  const words: Readonly<Record<string, string>> = {
    action: 'list_generators, get_generator, generate or stats',
    slug: 'list_generators',
    text: 'text to transform',
    update_stats: '1, true, on or yes, or else 0, false, off or no',
  }
  return words[name] ?? ''
}

const prototypeNames = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

describe('generate takes', () => {
  const service = share()
  const [ab, cd] = ['ab', 'cd'].map((text) => resultOf(text, bold(text), 'bold-serif'))
  assert.ok(ab !== undefined && cd !== undefined)
  const [good, wrong] = ['action=generate&slug=bold-serif&text=ab', 'update_stats=maybe']
  const rows: Array<[title: string, query: string, body: string, expected: Expected]> = [
    ['everything from the body', '', 'action=generate&slug=bold-serif&text=ab', ab],
    ['everything from the query', 'action=generate&slug=bold-serif&text=ab', '', ab],
    ['some from each', 'slug=bold-serif', 'text=ab&action=generate', ab],
    ['fields in any order', '', 'text=ab&lang=en&slug=bold-serif&action=generate', ab],
    ['fields that it does not know', '', 'x=1&action=generate&slug=bold-serif&y&text=ab', ab],
    ['empty pairs', '', '&&action=generate&&slug=bold-serif&text=ab&', ab],
    ['encoded names', '', '%61ction=generate&s%6Cug=bold%2Dserif&text=ab', ab],

    ['the last action', 'action=stats&action=generate&slug=bold-serif&text=ab', '', ab],
    ['the action of the body', 'action=stats', 'action=generate&slug=bold-serif&text=ab', ab],
    ['no missing action', '', 'slug=bold-serif&text=ab', missing('action')],
    ['no empty action', '', 'action=&slug=bold-serif&text=ab', missing('action')],
    ['no action emptied by the last', '', 'action=generate&action=', missing('action')],
    ['no action emptied by the body', 'action=generate', 'action=', missing('action')],
    ['no unknown action', '', 'action=transform', invalid('action')],
    ['no action in capitals', 'action=GENERATE', '', invalid('action')],
    ['no action with a space', 'action=generate+', '', invalid('action')],
    ['no list of actions', 'action[]=generate', '', missing('action')],
    ['no action under another case', 'Action=generate', '', missing('action')],

    ['the last slug', '', 'action=generate&slug=x&slug=bold-serif&text=ab', ab],
    ['the slug of the body', 'slug=x&action=generate', 'slug=bold-serif&text=ab', ab],
    ['the slug of the query', 'slug=bold-serif&action=generate', 'text=ab', ab],
    ['no missing slug', 'action=generate', 'text=ab', missing('slug')],
    ['no empty slug', 'action=generate', 'text=ab&slug=', missing('slug')],
    ['no slug emptied by the body', 'action=generate&slug=x', 'slug=&text=a', missing('slug')],
    ['no unknown slug', 'action=generate', 'text=ab&slug=x', unknownSlug],
    ['no slug in capitals', 'action=generate', 'text=ab&slug=BOLD-SERIF', unknownSlug],
    ['no slug with a space', 'action=generate', 'text=ab&slug=bold-serif+', unknownSlug],
    ['no slug with a NUL', 'action=generate', 'text=ab&slug=bold-serif%00', unknownSlug],
    ['no path as a slug', 'action=generate', 'text=ab&slug=../generators/bold-serif', unknownSlug],
    ['no slug with underscores', 'action=generate', 'text=ab&slug=bold_serif', unknownSlug],

    ['the last text', 'action=generate', 'slug=bold-serif&text=x&text=ab', ab],
    ['the text of the body', 'action=generate&text=x', 'slug=bold-serif&text=ab', ab],
    ['no text of the query behind it', 'action=generate&text=ab', 'slug=bold-serif&text=cd', cd],
    ['no missing text', 'action=generate', 'slug=bold-serif', missing('text')],
    ['no empty text', 'action=generate', 'slug=bold-serif&text=', missing('text')],
    ['no text without a value', 'action=generate', 'slug=bold-serif&text', missing('text')],
    ['no text emptied by the last', 'action=generate', 'slug=x&text=a&text=', missing('text')],
    ['no text emptied by the body', 'action=generate&text=a', 'slug=x&text=', missing('text')],
    ['no list of texts', 'action=generate', 'slug=bold-serif&text[]=ab', missing('text')],

    ['a missing slug before a missing text', 'action=generate', '', missing('slug')],
    ['a missing text before an unknown slug', 'action=generate', 'slug=x', missing('text')],
    ['no leading question mark in a body', 'action=generate', '?slug=bold-serif', missing('slug')],
    ['no JSON', 'action=generate', '{"slug":"bold-serif","text":"ab"}', missing('slug')],

    ['the last update_stats', wrong, `${good}&update_stats=x&update_stats=1`, ab],
    ['the update_stats of the body', wrong, `${good}&update_stats=0`, ab],
    ['no wrong update_stats', '', `${good}&update_stats=2`, invalid('update_stats')],
    ['no wrong update_stats of the query', wrong, good, invalid('update_stats')],
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

function assertExpected({ status, text }: Answer, expected: Expected): void {
  if (typeof expected === 'string') {
    assert.equal(text, expected)
    assert.equal(status, 200)
    return
  }
  const [expectedStatus, expectedError, ...words] = expected
  const { error, message } = parseObject(text)
  assert.equal(status, expectedStatus)
  assert.equal(error, expectedError)
  for (const word of words) assert.ok(String(message).includes(word), `${word}: ${String(message)}`)
}

describe('reading takes', () => {
  const service = share()
  const rows: Array<[title: string, query: string, expected: Expected | number]> = [
    ['no missing action', '', missing('action')],
    ['no empty action', 'action=', missing('action')],
    ['no action emptied by the last', 'action=stats&action=', missing('action')],
    ['no unknown action', 'action=list', invalid('action')],
    ['no action in capitals', 'action=Stats', invalid('action')],
    ['the last action', 'action=x&action=stats', 200],
    ['an encoded action', 'action=st%61ts', 200],
    ['an action behind a second question mark', '?&action=stats', 200],
    ['parameters that it does not need', 'action=stats&slug=&text=a&update_stats=x&lang=', 200],
    ['no missing slug', 'action=get_generator', missing('slug')],
    ['no empty slug', 'action=get_generator&slug=', missing('slug')],
    ['no slug emptied by the last', 'action=get_generator&slug=a&slug=', missing('slug')],
    ['the last slug', 'action=get_generator&slug=x&slug=reverse', 200],
    ['no unknown slug', 'action=get_generator&slug=x', unknownSlug],
    ['no unknown slug in Spanish either', 'action=get_generator&slug=x&lang=es', unknownSlug],
    ['no slug in capitals', 'action=get_generator&slug=Reverse', unknownSlug],
    ['no slug of another locale', 'action=get_generator&slug=negrita-alterna&lang=es', unknownSlug],
    ...prototypeNames.flatMap((name): Array<[string, string, Expected]> => [
      [`no action ${name}`, `action=${name}`, invalid('action')],
      [`no slug ${name}`, `action=get_generator&slug=${name}`, unknownSlug],
    ]),
  ]
  for (const [title, query, expected] of rows) {
    test(title, async () => {
      const answer = await call(service, get(query))
      if (typeof expected === 'number') assert.equal(answer.status, expected)
      else assertExpected(answer, expected)
      assertCounted(answer, 99)
    })
  }
})

describe('update_stats', () => {
  const service = startForSuite()
  const totals = { uses: 0, characters: 0 }
  const words: Array<[effect: string, encoded: readonly string[]]> = [
    [
      'counts',
      ['1', 'true', 'on', 'yes', 'TRUE', 'Yes', 'oN', '+1', 'true+', '%09on', 'yes%0D%0A', '%0B1'],
    ],
    ['does not count', ['0', 'false', 'off', 'no', 'FALSE', 'Off', '', '+', '%09%0A', '+0', 'no+']],
    [
      'is refused',
      [
        ...['2', '-1', '00', '01', '10', 't', 'y', 'f', 'n', 'maybe', 'null', 'undefined', 'truex'],
        ...['true+false', '1+1', '%00', '1%00', '%0C1', '%C2%A01', '%EF%BC%91', 'y%C4%99s', '"1"'],
        ...['o%EF%BB%BFn', 'tru%D0%B5', '%C4%B0', ...prototypeNames],
      ],
    ],
  ]
  const rows = words.flatMap(([effect, encoded]) =>
    encoded.map((word): [string, string, string] => [effect, `update_stats=${word}`, word]),
  )
  rows.push(
    ['counts', 'update_stat=0', 'another name'],
    ['counts', 'text=ab', 'no word at all'],
    ['counts', 'update_stats=0&update_stats=1', '0 and then 1'],
    ['does not count', 'update_stats=1&update_stats=0', '1 and then 0'],
    ['does not count', 'update_stats=1&update_stats', '1 and then nothing'],
  )

  test('is counted from 0, in integers, in the order of the interface', async () => {
    const { status, text } = await call(service, get('action=stats&lang=tr'))
    assert.equal(status, 200)
    const statistics = { sets: slugs.length, uses: 0, characters: 0 }
    assert.equal(text, JSON.stringify({ success: true, statistics }))
  })

  for (const [effect, field, word] of rows) {
    test(`${effect}: ${word === '' ? 'the empty word' : word}`, async () => {
      const body = `slug=reverse&text=ab😀&${field}`
      const answer = await call(service, post('action=generate', body))
      if (effect === 'is refused') assertExpected(answer, invalid('update_stats'))
      else assert.equal(answer.status, 200)
      if (effect === 'counts') {
        totals.uses += 1
        totals.characters += parseObject(answer.text)['input'] === 'ab' ? 2 : 3
      }
      assert.deepEqual(await readStatistics(service), totals)
    })
  }

  test('counts nothing where nothing was transformed', async () => {
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

  test('of the query is overruled by that of the body', async () => {
    for (const [query, body] of [[0, 1], [1, 0]] as const) {
      const fields = `slug=reverse&text=a&update_stats=${body}`
      await call(service, post(`action=generate&update_stats=${query}`, fields))
      totals.uses += body
      totals.characters += body
      assert.deepEqual(await readStatistics(service), totals)
    }
  })
})

async function readStatistics(service: Promise<Service>): Promise<unknown> {
  const { text } = await call(service, get('action=stats'))
  const { sets, ...totals } = toObject(parseObject(text)['statistics'])
  assert.equal(sets, slugs.length)
  return totals
}

describe('a method', () => {
  const service = share()
  const [reading, writing] = ['GET, HEAD, OPTIONS', 'POST, OPTIONS']
  const all = 'GET, HEAD, POST, OPTIONS'
  const methods: Array<[allow: string, methods: readonly string[], queries: readonly string[]]> = [
    [
      reading,
      ['POST', 'PUT', 'DELETE', 'PATCH'],
      ['list_generators', 'get_generator', 'get_generator&slug=reverse', 'stats', 'stats&slug=a'],
    ],
    [
      writing,
      ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'],
      ['generate', 'generate&slug=reverse&text=a', 'stats&action=generate'],
    ],
    [all, ['PUT', 'DELETE', 'PATCH', 'PROPFIND', 'QUERY', 'LINK'], ['', 'x', 'constructor']],
  ]
  const rows = methods.flatMap(([allow, names, actions]) =>
    names.flatMap((name) =>
      actions.map((action): [string, string, string] => [name, `action=${action}`, allow]),
    ),
  )
  for (const [method, query, allow] of rows) {
    test(`${method} with "${query}" is not allowed, ${allow} are`, async () => {
      const answer = await call(service, { method, target: `/api?${query}` })
      assert.equal(answer.status, 405)
      assert.equal(answer.headers['allow'], allow)
      if (method !== 'HEAD') assertExpected(answer, [405, 'Method not allowed', allow])
      assertCounted(answer, 99)
    })
  }

  test('of a reading action in the body is not allowed either', async () => {
    const answer = await call(service, post('action=generate', 'action=stats'))
    assert.equal(answer.status, 405)
    assert.equal(answer.headers['allow'], reading)
  })

  test('other than POST leaves its body alone', async () => {
    const body = 'action=generate&slug=reverse&text=a'
    const answer = await call(service, { method: 'PUT', target: '/api?action=stats', body })
    assert.equal(answer.headers['allow'], reading)
  })

  for (const method of ['TRACE', 'CONNECT']) {
    test(`${method} is not allowed anywhere`, async () => {
      const target = method === 'CONNECT' ? '127.0.0.1:80' : '/api'
      const answer = await call(service, { method, target })
      assert.equal(answer.status, 405)
      assert.equal(answer.headers['allow'], all)
    })
  }

  const heads: Array<[target: string, ...headers: string[]]> = [
    ['/api?action=stats'],
    ['/api?action=list_generators'],
    ['/api?action=list_generators&lang=tr', 'Accept-Encoding: br'],
    ['/api?action=get_generator&slug=reverse&lang=es'],
    ['/api?action=get_generator&slug=bold-serif', 'Accept-Encoding: gzip'],
    ['/api?action=list_generators', 'If-None-Match: *'],
    ['/api?action=get_generator&slug=x'],
    ['/api?action=get_generator'],
    ['/api?action=generate'],
    ['/api?action=x'],
    ['/api'],
    ['/health'],
    ['/nothing'],
    ['/api', 'Expect: nothing'],
  ]
  for (const [target, ...headers] of heads) {
    test(`HEAD ${[target, ...headers].join(' ')} has the headers of GET and no body`, async () => {
      const [head, body] = await Promise.all([
        call(service, { method: 'HEAD', target, headers }),
        call(service, { target, headers }),
      ])
      const { 'x-ratelimit-reset': headReset, date: _headDate, ...headHeaders } = head.headers
      const { 'x-ratelimit-reset': bodyReset, date: _bodyDate, ...bodyHeaders } = body.headers
      assert.deepEqual(headHeaders, bodyHeaders)
      assert.equal(typeof headReset, typeof bodyReset)
      assert.equal(head.status, body.status)
      assert.equal(head.body.length, 0)
      assert.equal(Number(head.headers['content-length'] ?? 0), body.body.length)
    })
  }

  for (const target of ['/api', '/api/', '/api?action=generate', '/health', '*']) {
    test(`OPTIONS ${target} is a preflight, which is not counted`, async () => {
      const client = newClient()
      const headers = ['Origin: https://example.com', 'Access-Control-Request-Method: POST']
      for (const _ of [1, 2, 3]) {
        const answer = await call(service, { method: 'OPTIONS', target, headers }, client)
        assert.equal(answer.status, 204)
        const { date: _date, ...others } = answer.headers
        assert.deepEqual(others, {
          ...fixedHeaders,
          'cache-control': 'no-store',
          'access-control-allow-methods': 'GET, HEAD, POST, OPTIONS',
          'access-control-allow-headers': '*',
          'access-control-max-age': '86400',
          allow: 'GET, HEAD, POST, OPTIONS',
          connection: 'close',
        })
      }
      assertCounted(await call(service, get('action=stats'), client), 99)
    })
  }
})

describe('the path', () => {
  const service = share()
  const rows: Array<[target: string, isService: boolean]> = [
    ...['/api', '/api/'].flatMap((path): Array<[string, boolean]> => [
      [`${path}?action=stats`, true],
      [`http://127.0.0.1${path}?action=stats`, true],
    ]),
    ...['/', '//', '/API', '/apis', '/ap', '/api//', '//api', '/api/stats', '/api/index.php'].map(
      (path): [string, boolean] => [`${path}?action=stats`, false],
    ),
    ...['/%61pi', '/api%2F', '/api%3Faction=stats', '/api;a', '/api.', '/./api', '/x/../api'].map(
      (path): [string, boolean] => [path, false],
    ),
    ...['/health/', '/Health', '/healthz', '/favicon.ico', '/?/api', '/__proto__'].map(
      (path): [string, boolean] => [path, false],
    ),
  ]
  for (const [target, isService] of rows) {
    test(`${target} ${isService ? 'is' : 'is not'} the service's`, async () => {
      const answer = await call(service, { target })
      if (isService) {
        assert.equal(answer.status, 200)
        assertCounted(answer, 99)
      } else {
        assertExpected(answer, [404, 'Not found', 'answers at /api.'])
        assertNotCounted(answer)
      }
    })
  }

  for (const method of ['POST', 'PUT', 'OPTIONS']) {
    test(`of nothing is nothing for ${method} either`, async () => {
      const body = method === 'OPTIONS' ? {} : { body: 'action=stats' }
      const answer = await call(service, { method, target: '/nothing', ...body })
      assertExpected(answer, [404, 'Not found'])
      assertNotCounted(answer)
    })
  }

  for (const target of ['/health', '/health?action=stats']) {
    test(`${target} tells that the service is well`, async () => {
      const answer = await call(service, { target })
      assert.equal(answer.status, 200)
      assert.equal(answer.text, '{"success":true}')
      assertNotCounted(answer)
    })
  }

  for (const method of ['POST', 'PUT', 'DELETE']) {
    test(`/health takes no ${method}`, async () => {
      const answer = await call(service, { method, target: '/health' })
      assertExpected(answer, [405, 'Method not allowed', 'GET, HEAD, OPTIONS'])
      assert.equal(answer.headers['allow'], 'GET, HEAD, OPTIONS')
      assertNotCounted(answer)
    })
  }

  const settings: Array<[basePath: string, good: readonly string[], bad: readonly string[]]> = [
    ['/v1/text/', ['/v1/text', '/v1/text/'], ['/api', '/v1', '/v1/text/x', '/']],
    ['/', ['/', '/?'], ['/api', '//', '/x']],
  ]
  for (const [basePath, good, bad] of settings) {
    test(`that BASE_PATH=${basePath} gives is the service's alone`, async (t) => {
      const moved = startService(t, { BASE_PATH: basePath, SITE_URL: 'https://example.com/a/' })
      for (const path of good) {
        const target = `${path.replace('?', '')}?action=list_generators`
        const { status, text } = await call(moved, { target })
        assert.equal(status, 200)
        const url = `https://example.com/a/en/${entryOf(slugs[0] ?? '', 'en').page}`
        assert.ok(text.includes(`"url":"${url}"`), url)
      }
      const shown = basePath.length > 1 ? basePath.replace(/\/$/, '') : basePath
      for (const target of bad) {
        const answer = await call(moved, { target })
        assertExpected(answer, [404, 'Not found', `answers at ${shown}.`])
      }
      assert.equal((await call(moved, { target: '/health' })).status, 200)
    })
  }
})

describe('a body', () => {
  const service = share()
  const limitBytes = 131_072
  const fields = 'slug=bold-serif&text=ab'
  const good = resultOf('ab', bold('ab'), 'bold-serif')
  const tooLarge: Expected = [413, 'Content Too Large', String(limitBytes)]
  const wrongType: Expected = [415, 'Unsupported Media Type', 'application/x-www-form-urlencoded']
  const wrongCoding: Expected = [415, 'Unsupported Media Type', 'Content-Encoding']
  const padded = (bytes: number): string => `${fields}&x=`.padEnd(bytes, 'x')
  const type = 'Content-Type: application/x-www-form-urlencoded'
  const parts = 'Content-Type: multipart/form-data; boundary=a'
  const chunked = 'Transfer-Encoding: chunked'
  const beyond = [`Content-Length: ${'9'.repeat(15)}`, 'Expect: 100-continue']
  const rows: Array<[title: string, body: string, headers: readonly string[], Expected]> = [
    ['of the type of a form is taken', fields, [type], good],
    ['of that type in capitals is taken', fields, [type.toUpperCase()], good],
    ['of that type with a charset is taken', fields, [`${type} ; charset=latin1`], good],
    ['without a type is taken', fields, [], good],
    ['without a coding is taken', fields, ['Content-Encoding: Identity'], good],
    ['in chunks is taken', chunks(fields), [chunked], good],
    ['of the limit is taken', padded(limitBytes), [], good],
    ['of the limit in chunks is taken', chunks(padded(limitBytes)), [chunked], good],
    ['of a byte more is too large', padded(limitBytes + 1), [], tooLarge],
    ['of a byte more in chunks is too large', chunks(padded(limitBytes + 1)), [chunked], tooLarge],
    ['of 8 MB is too large', padded(8_000_000), [], tooLarge],
    ['of 8 MB in chunks is too large', chunks(padded(8_000_000)), [chunked], tooLarge],
    ['that is announced as endless is too large', '', beyond, tooLarge],
    ['of JSON is refused', '{}', ['Content-Type: application/json'], wrongType],
    ['of parts is refused', '--a--', [parts], wrongType],
    ['of 8 MB of parts is refused', padded(8_000_000), [parts], wrongType],
    ['of text is refused', fields, ['Content-Type: text/plain'], wrongType],
    ['of an empty type is refused', fields, ['Content-Type: '], wrongType],
    ['of nearly that type is refused', fields, [`${type}2`], wrongType],
    ['of two types is refused', fields, [`${type}, text/plain`], wrongType],
    ['that is compressed is refused', fields, ['Content-Encoding: gzip'], wrongCoding],
    ['with two codings is refused', fields, ['Content-Encoding: identity, br'], wrongCoding],
    ['that is empty has no parameters', '', [], missing('slug')],
  ]
  for (const [title, body, headers, expected] of rows) {
    test(title, async () => {
      const answer = await call(service, post('action=generate', body, ...headers))
      assertExpected(answer, expected)
      assertCounted(answer, 99)
    })
  }

  test('that is too large is answered to a client that first sends all of it', async () => {
    const { port } = await service
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => (await upload(port, 4_000_000)).statusCode),
    )
    assert.deepEqual(statuses, Array.from({ length: 8 }, () => 413))
  })

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
  })

  test('that turns out too large after 100 Continue is refused', async () => {
    const { port } = await service
    const conversation = converse(port)
    const headers = ['Transfer-Encoding: chunked', 'Expect: 100-continue']
    conversation.write(formatRequest(post('action=generate', '', ...headers)))
    const interim = await conversation.until(/\r\n\r\n/)
    conversation.write(chunks(padded(limitBytes + 1)))
    const all = await conversation.closed()
    assertExpected(parseAnswer(Buffer.from(all.slice(interim.length), 'latin1')), tooLarge)
  })

  test('that its client does not finish ends nothing', async () => {
    const { port, process, lines } = await service
    for (const headers of [['Content-Length: 99'], ['Transfer-Encoding: chunked']]) {
      const conversation = converse(port)
      conversation.write(formatRequest(post('action=generate', '5\r\nslug=', ...headers)))
      conversation.leave()
    }
    const client = newClient()
    assert.equal((await call(service, get('action=stats'), client)).status, 200)
    assert.equal(process.exitCode, null)
    assert.deepEqual(lines.filter(({ level }) => level !== 'info'), [])
  })
})

function chunks(body: string): string {
  const pieces = body.match(/[^]{1,65536}/g) ?? []
  return [...pieces, ''].map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')
}

/** A header line in the form that node's own client takes. */
function toFields(line: string): Readonly<Record<string, string>> {
  const [name = '', value = ''] = line.split(': ')
  return { [name]: value }
}

/** Sends a body as node's own client does, all of it at once. */
function upload(port: number, bytes: number): Promise<{ statusCode: number | undefined }> {
  return new Promise((resolve, reject) => {
    const path = '/api?action=generate'
    const headers = { 'Content-Length': bytes, ...toFields(newClient()) }
    const options = { host: '127.0.0.1', port, method: 'POST', path, agent: false, headers }
    const request = openRequest(options, (response) => {
      response.resume()
      response.on('end', () => resolve({ statusCode: response.statusCode }))
    })
    request.on('error', reject)
    request.end(Buffer.alloc(bytes, 'x'))
  })
}

describe('HTTP that is refused', () => {
  const service = share()
  const peer = 'X-Forwarded-For: 127.0.0.1'
  let remaining = 0

  test('comes from somebody who has requests left', async () => {
    const { headers } = await call(service, get('action=stats'), peer)
    remaining = Number(headers['x-ratelimit-remaining'])
    assert.ok(remaining > 0)
  })

  const rows: Array<[title: string, raw: string, status: number]> = [
    ['because it is none: 400', 'garbage\r\n\r\n', 400],
    ['for a missing Host: 400', 'GET /api?action=stats HTTP/1.1\r\n\r\n', 400],
    ['for two lengths: 400', rawPost('Content-Length: 1', 'Content-Length: 1'), 400],
    ['for a broken chunk: 400', `${rawPost(newClient(), 'Transfer-Encoding: chunked')}z\r\n`, 400],
    ['for a control character: 400', 'GET /api?\x01 HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['for a body of GET: 400', 'GET /api HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na', 400],
    ['for a target in no form: 400', 'GET api HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['for what it expects: 417', rawPost('Expect: 200-ok', 'Content-Length: 0'), 417],
    ['for a target of 20 kB: 431', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    ['for a header of 20 kB: 431', rawPost(`A: ${'a'.repeat(20_000)}`), 431],
    ['for 101 header lines: 431', rawPost(...Array.from({ length: 100 }, () => 'a: b')), 431],
    ['for HTTP/2.0: 505', 'GET /api HTTP/2.0\r\nHost: a\r\n\r\n', 505],
    ['for HTTP/1.2: 505', 'GET /api HTTP/1.2\r\nHost: a\r\n\r\n', 505],
    ['for being HTTP/2: 505', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505],
  ]
  for (const [title, raw, status] of rows) {
    test(title, async () => {
      const conversation = converse((await service).port)
      conversation.write(Buffer.from(raw, 'latin1'))
      const answer = parseAnswer(Buffer.from(await conversation.closed(), 'latin1'))
      assertSound(answer)
      assert.equal(answer.status, status)
      assert.equal(answer.headers['connection'], 'close')
      if (status === 400) assert.equal(parseObject(answer.text)['error'], 'Bad request')
      assertNotCounted(answer)
    })
  }

  test('by CONNECT is answered', async () => {
    const conversation = converse((await service).port)
    conversation.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')
    const answer = parseAnswer(Buffer.from(await conversation.closed(), 'latin1'))
    assertSound(answer)
    assert.equal(answer.status, 405)
  })

  test('counts for nobody', async () => {
    assertCounted(await call(service, get('action=stats'), peer), remaining - 1)
  })
})

function rawPost(...headers: string[]): string {
  return `POST /api?action=generate HTTP/1.1\r\nHost: a\r\n${headers.join('\r\n')}\r\n\r\n`
}

describe('a prepared answer', () => {
  const service = share()
  const list = 'action=list_generators'
  const queries = [list, `${list}&lang=tr`, 'action=get_generator&slug=bold-serif&lang=es']

  const codings: Array<[acceptEncoding: string, coding: string | undefined]> = [
    ['', undefined],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['deflate', undefined],
    ['*', 'br'],
    ['identity', undefined],
  ]
  for (const [acceptEncoding, coding] of codings) {
    test(`is ${coding ?? 'plain'} for Accept-Encoding: "${acceptEncoding}"`, async () => {
      for (const query of queries) {
        const plain = await call(service, get(query))
        const coded = await call(service, get(query, `Accept-Encoding: ${acceptEncoding}`))
        assert.equal(coded.status, 200)
        assert.equal(coded.headers['content-encoding'], coding)
        assert.equal(decode(coded), plain.text)
        assert.equal(coded.headers['etag'] === plain.headers['etag'], coding === undefined)
        assertCounted(coded, 99)
      }
    })
  }

  test('has a strong tag of its own for each locale, slug and coding', async () => {
    const some = ['bold-serif', 'reverse', 'plain-text', 'braille']
    const tags = new Set<string>()
    for (const language of languages) {
      for (const query of [list, ...some.map((slug) => `action=get_generator&slug=${slug}`)]) {
        for (const coding of ['identity', 'gzip', 'br']) {
          const headers = [`Accept-Encoding: ${coding}`]
          const target = `/api?${query}&lang=${language}`
          const { headers: head } = await call(service, { method: 'HEAD', target, headers })
          assert.match(head['etag'] ?? '', /^"[\w-]{22}"$/)
          if (head['content-encoding'] !== undefined || coding === 'identity') {
            assert.ok(!tags.has(head['etag'] ?? ''), target)
          }
          tags.add(head['etag'] ?? '')
        }
      }
    }
    assert.ok(tags.size > 2 * languages.length * some.length)
  })

  test('comes with the same tag each time', async () => {
    const [one, other] = [await call(service, get(list)), await call(service, get(list))]
    assert.equal(one.headers['etag'], other.headers['etag'])
    assert.equal((await call(service, get(`${list}&lang=xx`))).headers['etag'], one.headers['etag'])
  })

  const conditions: Array<[title: string, condition: (etag: string) => string, status: number]> = [
    ['its tag', (etag) => etag, 304],
    ['its tag, said to be weak', (etag) => `W/${etag}`, 304],
    ['its tag among others', (etag) => `"a", ${etag},"b"`, 304],
    ['any', () => '*', 304],
    ['another tag', () => '"a"', 200],
    ['its tag without quotes', (etag) => etag.slice(1, -1), 200],
    ['a part of its tag', (etag) => `${etag.slice(0, 9)}"`, 200],
    ['nothing', () => '', 200],
  ]
  for (const [title, condition, status] of conditions) {
    test(`is ${status} for If-None-Match with ${title}`, async () => {
      for (const coding of ['identity', 'br', 'gzip']) {
        const headers = [`Accept-Encoding: ${coding}`]
        const first = await call(service, get(list, ...headers))
        const etag = first.headers['etag'] ?? ''
        const answer = await call(
          service,
          get(list, ...headers, `If-None-Match: ${condition(etag)}`),
        )
        assert.equal(answer.status, status)
        assert.equal(answer.headers['etag'], etag)
        assertCounted(answer, 99)
        if (status === 200) assert.equal(decode(answer), decode(first))
      }
    })
  }

  test('is whole for the tag of another coding', async () => {
    const { headers } = await call(service, get(list, 'Accept-Encoding: br'))
    const condition = `If-None-Match: ${headers['etag']}`
    assert.equal((await call(service, get(list, condition))).status, 200)
    assert.equal((await call(service, get(list, condition, 'Accept-Encoding: gzip'))).status, 200)
  })

  test('alone is compressed and cached', async () => {
    const headers = ['Accept-Encoding: br, gzip', 'If-None-Match: *']
    const requests = [
      get('action=stats', ...headers),
      get('action=get_generator&slug=x', ...headers),
      get('action=x', ...headers),
      post('action=generate', `slug=reverse&text=${'a'.repeat(5000)}`, ...headers),
    ]
    for (const request of requests) {
      const { headers: head, status } = await call(service, request)
      assert.notEqual(status, 304)
      assert.equal(head['content-encoding'], undefined)
      assert.equal(head['cache-control'], 'no-store')
      assert.equal(head['etag'], undefined)
    }
  })
})

describe('a connection', () => {
  const service = startForSuite({ RATE_LIMIT: '0' })

  test('carries pipelined requests, answered in their order', async () => {
    const conversation = converse((await service).port)
    const requests = Array.from({ length: 60 }, (_, index) => {
      if (index % 4 === 0) return get('action=stats')
      if (index % 4 === 1) return { target: '/nothing' }
      if (index % 4 === 2) return generate({ slug: 'bold-serif', text: String(index) })
      return { method: 'HEAD', target: '/health' }
    })
    const last: Request = { method: 'OPTIONS', headers: ['Connection: close'] }
    conversation.write(Buffer.concat([...requests, last].map(formatRequest)))
    // The answers to HEAD have a length, but no body.
    const text = (await conversation.closed()).replace(/Content-Length: 16\r\n/g, '')
    const answers = parseAnswers(text)
    assert.equal(answers.length, requests.length + 1)
    answers.slice(0, -1).forEach(({ status, text: body }, index) => {
      assert.equal(status, index % 4 === 1 ? 404 : 200)
      const input = String(index)
      if (index % 4 === 2) assert.equal(body, resultOf(input, bold(input), 'bold-serif'))
    })
    assert.equal(answers.at(-1)?.status, 204)
  })

  test('serves 1,000 requests and then says that it closes', async () => {
    const conversation = converse((await service).port)
    conversation.write(Buffer.from(String(formatRequest(get('action=stats'))).repeat(1000)))
    const answers = parseAnswers(await conversation.until(/\nConnection: close\r\n[^]*\}\}$/))
    conversation.leave()
    assert.equal(answers.length, 1000)
    const closing = answers.filter(({ headers }) => headers['connection'] === 'close')
    assert.deepEqual(closing, answers.slice(-1))
  })

  test('of HTTP/1.0 is served and closed', async () => {
    const conversation = converse((await service).port)
    conversation.write('GET /api?action=stats HTTP/1.0\r\n\r\n')
    const answer = parseAnswer(Buffer.from(await conversation.closed(), 'latin1'))
    assertSound(answer)
    assert.equal(answer.status, 200)
  })

  test('without a limit hears of none', async () => {
    for (const request of [get('action=stats'), get('action=list_generators'), get('')]) {
      assertNotCounted(await call(service, request))
    }
  })
})

describe('the limit', { concurrency: true }, () => {
  const service = startForSuite({ RATE_LIMIT: '3', MAX_TEXT_LENGTH: '3' })
  const usual = share()
  const stats = get('action=stats')

  test('counts down and then refuses, with when to try again', async () => {
    const client = newClient()
    for (const remaining of [2, 1, 0]) {
      const answer = await call(service, stats, client)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers['x-ratelimit-remaining'], String(remaining))
      assert.equal(answer.headers['ratelimit-policy'], '"hourly";q=3;w=3600')
    }
    for (const request of [stats, stats, get('action=x'), generate({}), post('', 'x=1')]) {
      const answer = await call(service, request, client)
      assert.equal(answer.status, 429)
      const limits = limitHeaders(answer)
      const { 'retry-after': wait = '', 'x-ratelimit-reset': reset, ...others } = limits
      assert.match(wait, /^[1-9]\d{0,3}$/)
      assert.ok(Number(wait) > 3500 && Number(wait) <= 3600, wait)
      assert.deepEqual(others, {
        'ratelimit-policy': '"hourly";q=3;w=3600',
        ratelimit: `"hourly";r=0;t=${wait}`,
        'x-ratelimit-limit': '3',
        'x-ratelimit-remaining': '0',
      })
      const seconds = Number(reset) - Date.parse(answer.headers['date'] ?? '') / 1000
      assert.ok(Math.abs(seconds - Number(wait)) <= 2)
      assert.equal(
        answer.text,
        '{"success":false,"error":"Rate limit exceeded","message":"Maximum 3 requests per hour ' +
          `allowed. Try again in ${wait} seconds.","retry_after":${wait}}`,
      )
    }
  })

  test('refuses HEAD without a body, and lets pass what is not counted', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    const head = await call(service, { ...stats, method: 'HEAD' }, client)
    assert.equal(head.status, 429)
    assert.equal(head.headers['ratelimit'], `"hourly";r=0;t=${head.headers['retry-after']}`)
    const free: Array<[Request, number]> = [
      [{ method: 'OPTIONS' }, 204],
      [{ target: '/health' }, 200],
      [{ target: '/nothing' }, 404],
      [{ headers: ['Expect: x'] }, 417],
    ]
    for (const [request, status] of free) {
      const answer = await call(service, request, client)
      assert.equal(answer.status, status)
      assertNotCounted(answer)
    }
    assert.equal((await call(service, stats, client)).status, 429)
  })

  test('refuses without 100 Continue and without the body', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    const endless = [['Content-Length: 99', 'Expect: 100-continue'], ['Transfer-Encoding: chunked']]
    for (const framing of [...endless, ['Content-Length: 200000']]) {
      const conversation = converse((await service).port)
      const headers = [client, ...framing]
      conversation.write(formatRequest(post('action=generate', '', ...headers)))
      const answer = parseAnswer(Buffer.from(await conversation.until(/\}$/), 'latin1'))
      conversation.leave()
      assertSound(answer)
      assert.equal(answer.status, 429)
      assert.equal(answer.headers['connection'], 'close')
    }
  })

  test('throws a short body away that it did not read, and goes on with the connection', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    const conversation = converse((await service).port)
    const body = 'x'.repeat(99)
    conversation.write(formatRequest(post('action=generate', '', 'Content-Length: 99', client)))
    const refusal = parseAnswer(Buffer.from(await conversation.until(/\}$/), 'latin1'))
    assert.equal(refusal.status, 429)
    assert.equal(refusal.headers['connection'], 'keep-alive')
    const last = { ...stats, headers: [newClient(), 'Connection: close'] }
    conversation.write(Buffer.concat([Buffer.from(body), formatRequest(last)]))
    const answers = parseAnswers(await conversation.closed())
    assert.deepEqual(
      answers.map(({ status }) => status),
      [429, 200],
    )
  })

  test('refuses every pipelined request of a connection, which goes on', async () => {
    const client = newClient()
    for (const _ of [1, 2, 3, 4]) await call(service, stats, client)
    const conversation = converse((await service).port)
    const requests = [
      ...Array.from({ length: 5 }, () => ({ ...stats, headers: [client] })),
      { ...stats, headers: [client, 'Connection: close'] },
    ]
    conversation.write(Buffer.concat(requests.map(formatRequest)))
    const answers = parseAnswers(await conversation.closed())
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers['connection']]),
      [...Array.from({ length: 5 }, () => [429, 'keep-alive']), [429, 'close']],
    )
  })

  test('has no room for statistics of what it refused', async () => {
    const client = newClient()
    const request = generate({ slug: 'reverse', text: 'abc' })
    for (const status of [200, 200, 200, 429, 429]) {
      assert.equal((await call(service, request, client)).status, status)
    }
    assert.deepEqual(await readStatistics(service), { uses: 3, characters: 9 })
  })

  test('of a text is taken from MAX_TEXT_LENGTH', async () => {
    const request = generate({ slug: 'reverse', text: 'a😀b', update_stats: '0' })
    assert.equal((await call(service, request)).status, 200)
    const { status, text } = await call(service, generate({ slug: 'reverse', text: 'abcd' }))
    assert.equal(status, 400)
    assert.match(String(parseObject(text)['message']), /"text".*\b3\b/)
  })

  test('says its own numbers where they are set', async (t) => {
    const minutely = startService(t, { RATE_LIMIT: '3', RATE_WINDOW_SECONDS: '60' })
    const client = newClient()
    for (const _ of [1, 2, 3]) await call(minutely, stats, client)
    const { headers, text } = await call(minutely, stats, client)
    const { message, retry_after } = parseObject(text)
    assert.match(String(message), /^Maximum 3 requests per minute allowed\. /)
    assert.ok(Number(retry_after) >= 1 && Number(retry_after) <= 60)
    assert.equal(headers['ratelimit-policy'], '"minutely";q=3;w=60')
    assert.equal(headers['x-ratelimit-limit'], '3')
  })

  test('admits again when the window has passed, however many were refused', async (t) => {
    const brief = startService(t, { RATE_LIMIT: '2', RATE_WINDOW_SECONDS: '1' })
    const client = newClient()
    const began = performance.now()
    for (const _ of [1, 2]) assert.equal((await call(brief, stats, client)).status, 200)
    let refusals = 0
    for (; (await call(brief, stats, client)).status === 429; refusals++) {
      assert.ok(performance.now() - began < 60_000, 'a refusal seems to count')
    }
    assert.ok(refusals > 0)
    assert.ok(performance.now() - began >= 999)
  })

  const counting: Array<[title: string, request: Request, status: number]> = [
    ['a list', get('action=list_generators'), 200],
    ['a list not changed', get('action=list_generators', 'If-None-Match: *'), 304],
    ['a generator', get('action=get_generator&slug=reverse'), 200],
    ['statistics', get('action=stats'), 200],
    ['HEAD', { ...get('action=stats'), method: 'HEAD' }, 200],
    ['a transformation', generate({ slug: 'reverse', text: 'a' }), 200],
    ['one without statistics', generate({ slug: 'reverse', text: 'a', update_stats: '0' }), 200],
    ['no action', get(''), 400],
    ['an unknown action', get('action=x'), 400],
    ['an unknown slug', get('action=get_generator&slug=x'), 404],
    ['a wrong method', { method: 'DELETE' }, 405],
    ['a wrong type', post('action=generate', 'a', 'Content-Type: text/plain'), 415],
    ['a body too large', post('action=generate', 'a'.repeat(131_073)), 413],
    ['a path with a slash', { target: '/api/?action=stats' }, 200],
  ]
  test('counts every request of the service, errors too, and nothing else', async () => {
    const client = newClient()
    let remaining = 100
    for (const [title, request, status] of counting) {
      const answer = await call(usual, request, client)
      assert.equal(answer.status, status, title)
      assertCounted(answer, --remaining)
      assertNotCounted(await call(usual, { target: '/health' }, client))
      assertNotCounted(await call(usual, { target: '/nothing' }, client))
      assertNotCounted(await call(usual, { method: 'OPTIONS' }, client))
    }
  })

  test('is told, as all else is, alike where the connection stays open', async (t) => {
    const { port } = await usual
    const ofConnection = ['connection', 'keep-alive', 'date', 'x-ratelimit-reset']
    for (const [title, request, status] of counting) {
      const [one, other] = [newClient(), newClient()]
      const closed = await call(usual, request, one)
      const conversation = converse(port)
      t.after(conversation.leave)
      const headers = [...(request.headers ?? []), other]
      conversation.write(formatRequest({ ...request, headers }))
      // A second answer tells that the first has ended where its length says.
      conversation.write(formatRequest({ ...stats, headers: [newClient()] }))
      const isOpen = closed.status !== 413 && closed.status !== 415
      const received = isOpen ? conversation.until(/"characters":\d+\}\}$/) : conversation.closed()
      const text = await received
      const [open] = request.method === 'HEAD' ? [parseAnswer(headOf(text))] : parseAnswers(text)
      assert.ok(open !== undefined, title)
      assert.equal(open.status, status, title)
      if (isOpen) {
        assert.equal(open.headers['connection'], 'keep-alive', title)
        assert.equal(open.headers['keep-alive'], 'timeout=5, max=1000', title)
      }
      const rest = (answer: Answer): object =>
        Object.entries(answer.headers).filter(([name]) => !ofConnection.includes(name)).sort()
      assert.deepEqual(rest(open), rest(closed), title)
      if (title !== 'statistics') assert.equal(open.text, closed.text, title)
      const [statusLine] = text.split('\r\n')
      const reason = status < 400 ? reasons.get(status) : JSON.parse(open.text).error
      assert.equal(statusLine, `HTTP/1.1 ${status} ${reason}`)
    }
  })

  test('is 100 of 1,000 concurrent requests', async (t) => {
    const { port } = await usual
    const client = newClient()
    const agent = new Agent({ keepAlive: true, maxSockets: 50 })
    t.after(() => agent.destroy())
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => ask(agent, port, client, index % 2 === 0)),
    )
    const admitted = answers.filter(({ status }) => status !== 429)
    assert.equal(admitted.length, 100)
    assert.ok(admitted.every(({ status }) => status === 200))
    // Each was told another number of requests left.
    const left = admitted.map(({ remaining }) => Number(remaining)).toSorted((a, b) => a - b)
    assert.deepEqual(left, Array.from({ length: 100 }, (_, index) => index))
    const refused = answers.filter(({ status }) => status === 429)
    assert.ok(refused.every(({ remaining }) => remaining === '0'))
  })

  const forwarded: Array<[trust: string, headers: readonly string[], isOne: boolean]> = [
    ['loopback', ['192.0.2.1', '192.0.2.2'], false],
    ['loopback', ['192.0.2.3', '192.0.2.3'], true],
    ['loopback', ['198.51.100.1, 192.0.2.4', '198.51.100.2, 192.0.2.4'], true],
    ['loopback', ['192.0.2.5, 127.0.0.1', '192.0.2.6, 127.0.0.1'], false],
    ['loopback', ['::ffff:192.0.2.7', '192.0.2.7'], true],
    ['loopback', ['2001:db8:0:1::1', '2001:db8:0:1::2'], true],
    ['loopback', ['2001:db8:0:2::1', '2001:db8:0:3::1'], false],
    ['none', ['192.0.2.1', '192.0.2.2'], true],
    ['127.0.0.0/8, 192.0.2.0/24', ['192.0.2.1, 192.0.2.2', '192.0.2.3'], false],
    ['127.0.0.0/8, 192.0.2.0/24', ['1.2.3.4, 192.0.2.1', '1.2.3.4, 192.0.2.2'], true],
  ]
  const trusting = new Map([['loopback', usual]])
  for (const [trust] of forwarded) {
    const trusted = trusting.get(trust) ?? startForSuite({ TRUST_PROXY: trust })
    trusting.set(trust, trusted)
  }
  for (const [trust, [one = '', other = ''], isOne] of forwarded) {
    const clientsAre = isOne ? 'one client' : 'two clients'
    test(`takes ${one} and ${other} for ${clientsAre} with TRUST_PROXY=${trust}`, async () => {
      const trusted = trusting.get(trust)
      assert.ok(trusted)
      assertCounted(await call(trusted, stats, `X-Forwarded-For: ${one}`), 99)
      assertCounted(await call(trusted, stats, `X-Forwarded-For: ${other}`), isOne ? 98 : 99)
    })
  }

  test('separates peers', async () => {
    const { port } = await usual
    const rows = [['127.0.0.2', 99], ['127.0.0.3', 99], ['127.0.0.2', 98]] as const
    for (const [localAddress, remaining] of rows) {
      const socket = connect({ host: '127.0.0.1', port, localAddress })
      socket.write(formatRequest({ ...stats, headers: ['Connection: close'] }))
      const parts = await socket.toArray()
      assertCounted(parseAnswer(Buffer.concat(parts)), remaining)
    }
  })
})

interface Told {
  readonly status: number | undefined
  readonly remaining: unknown
}

function ask(agent: Agent, port: number, client: string, isPost: boolean): Promise<Told> {
  return new Promise((resolve, reject) => {
    const [method, action] = isPost ? ['POST', 'generate'] : ['GET', 'stats']
    const headers = toFields(client)
    const path = `/api?action=${action}`
    const options = { agent, host: '127.0.0.1', port, path, method, headers }
    const request = openRequest(options, (response) => {
      response.resume()
      const { statusCode: status, headers: answered } = response
      response.on('end', () => resolve({ status, remaining: answered['x-ratelimit-remaining'] }))
    })
    request.on('error', reject)
    request.end(isPost ? 'slug=reverse&text=abc&update_stats=0' : undefined)
  })
}

describe('a client that falls silent', () => {
  // This takes seconds, and happens while the other tests run.
  const answered = share().then(({ port }) => {
    const conversation = converse(port)
    conversation.write(formatRequest(get('action=stats')).subarray(0, -2))
    return conversation.closed()
  })

  test('in the head of its request is answered with 408', async () => {
    const answer = parseAnswer(Buffer.from(await answered, 'latin1'))
    assertSound(answer)
    assertExpected(answer, [408, 'Request Timeout'])
    assert.equal(answer.headers['connection'], 'close')
  })

  test('in the body of its request is answered once, and counted', async (t) => {
    const events = new EventEmitter()
    const recorded = once(events, 'record')
    const record: Recorder['record'] = (_client, adds) => {
      events.emit('record', adds)
      return new Promise(() => {})
    }
    const app = createApp({ ...plainOptions, recorder: { record, flush: () => {} } })
    const port = await listen(t, app, { requestTimeout: 100, connectionsCheckingInterval: 20 })
    const conversation = converse(port)
    conversation.write(formatRequest(post('action=generate', 'slug=', 'Content-Length: 9')))
    const answers = parseAnswers(await conversation.closed())
    assert.equal(answers.length, 1)
    for (const answer of answers) assertExpected(answer, [408, 'Request Timeout'])
    assert.deepEqual(await recorded, [{ uses: 0, characters: 0 }])
  })
})

describe('a fault', () => {
  test('is a 500 that says nothing of the cause; the log does', async (t) => {
    const lines: string[] = []
    const port = await listen(
      t,
      createApp({ ...plainOptions, log: createLog('info', (line) => lines.push(line)) }),
    )
    const requests = [get('action=list_generators'), generate({ slug: 'x', text: 'a' })]
    for (const [index, request] of requests.entries()) {
      const answer = await send(port, request)
      assertSound(answer)
      assertExpected(answer, [500, 'Internal server error'])
      assert.doesNotMatch(answer.text, /secret|Error:|\.ts/)
      assert.equal(lines.length, index + 1)
      assert.match(lines[index] ?? '', /^\{"level":"error".*the secret cause.*\}\n$/)
    }
    assert.equal((await send(port, get('action=stats'))).status, 200)
  })
})

function fail(): never {
  throw new Error('the secret cause')
}

const connections = createConnections()
const answers = createJsonAnswers(rateLimitHeaders)
const sender = createSender(connections)

/** An app without a limit, whose catalogue fails. */
const plainOptions: AppOptions = {
  connections,
  answers,
  send: sender.send,
  basePath: '/api',
  services: {
    catalogue: Object.assign(new Map(), { get: fail }),
    answers: { list: fail, detail: fail, prepare: fail },
    maxTextCodePoints: 9,
  },
  recorder: {
    record: async () => ({ admission: undefined, totals: { uses: 0, characters: 0 } }),
    flush: () => {},
  },
  limiter: undefined,
  limitNotice: createLimitNotice({ limit: 0, windowMs: 1000, maxClients: 1 }),
  isTrusted: () => false,
  peerOf: () => '127.0.0.1',
  ipv6PrefixBits: 64,
  probeStore: fail,
  log: createLog('error', () => {}),
  now: () => 0,
}

async function listen(t: TestContext, app: App, options: ServerOptions = {}): Promise<number> {
  const server = createServer(options, app)
  const { onClientError } = createParserListeners(answers.error, sender.sendLast)
  server.on('clientError', onClientError)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return port
}
