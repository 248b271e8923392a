import assert from 'node:assert/strict'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Answer } from './client.ts'

/** Checks what every answer must have. A `HEAD` only lacks the body. */
export function assertSound(answer: Answer, method = 'GET'): void {
  const { status, headers, body, text } = answer
  for (const [name, value] of Object.entries(fixedHeaders)) {
    // Description and documentation are below the path of the site.
    const given = headers[name]?.replace(/<\/\w+(?=\/(?:en\/api|openapi\.json)>)/g, '<')
    assert.equal(given, value, name)
  }
  for (const [name, value] of Object.entries(headers)) assert.ok(!value.includes('\n'), `2 ${name}`)
  assert.equal(headers['date'], new Date(headers['date'] ?? '').toUTCString())
  assert.equal(headers['transfer-encoding'], undefined)
  const isPrepared = headers['etag'] !== undefined
  const isOfClient = headers['x-ratelimit-limit'] !== undefined
  const stored = isOfClient ? ['private, max-age=300'] : ['public, max-age=300', 'private, max-age=300']
  // What a search finds has no tag, and may be kept by the client that has asked.
  const caching = isPrepared ? stored : ['no-store', 'private, max-age=300']
  assert.ok(caching.includes(headers['cache-control'] ?? ''), headers['cache-control'])
  // If pages share {base_url}, every answer depends on Accept.
  const vary = headers['vary']?.replace(/^Accept(?:, |$)/, '') || undefined
  assert.equal(vary, isPrepared ? 'Accept-Encoding' : undefined)
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
  // No unnecessary escapes, and no white space between the fields.
  assert.equal(plain, JSON.stringify(JSON.parse(plain)))
  if (status < 400) return
  const { error, message, retry_after } = parseObject(text)
  assert.ok(titles[status]?.includes(String(error)), `${status} ${String(error)}`)
  assert.match(String(message), /^[A-Z][ -~]+\.$/)
  const fields = { success: false, error, message, ...(status === 429 && { retry_after }) }
  assert.equal(text, JSON.stringify(fields))
}

/** Returns the body without its content coding. */
export function decode({ headers, body }: Answer): string {
  return decodeBody(body, headers['content-encoding'])
}

/** Returns a body (bytes, or one code unit per byte) without its content coding. */
export function decodeBody(body: Buffer | string | undefined, coding = 'identity'): string {
  const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : (body ?? Buffer.alloc(0))
  if (coding === 'identity') return bytes.toString()
  return (coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString()
}

/** Parses a JSON object. */
export function parseObject(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  return toObject(value)
}

/** Checks that a value is an object and not an array, and returns a copy. */
export function toObject(value: unknown): Readonly<Record<string, unknown>> {
  assert.ok(typeof value === 'object' && value !== null && !Array.isArray(value))
  return { ...value }
}

/** The expected text of a 200, or the status and title of an error and words of its message. */
export type Expected =
  | string
  | readonly [status: number, error: string, ...words: readonly string[]]

/** Checks the status of an answer; a failure shows the beginning of its body. */
export function assertStatus(answer: Answer, expected: number, what = ''): void {
  const { status, body } = answer
  if (status === expected) return
  const shown = body.length === 0 ? 'no body' : decode(answer).slice(0, 300)
  assert.fail(`${what === '' ? '' : `${what}: `}${status} !== ${expected}, with ${shown}`)
}

/** Checks that an answer is as expected. */
export function assertExpected({ status, text }: Answer, expected: Expected): void {
  if (typeof expected === 'string') {
    assert.equal(text, expected)
    assert.equal(status, 200)
    return
  }
  const [expectedStatus, expectedError, ...words] = expected
  assert.equal(status, expectedStatus, `${status} !== ${expectedStatus}: ${text.slice(0, 300)}`)
  const { error, message } = parseObject(text)
  assert.equal(error, expectedError)
  for (const word of words) assert.ok(String(message).includes(word), `${word}: ${String(message)}`)
}

/** Returns the error for a missing parameter. */
export function missing(name: string): Expected {
  return [400, 'Missing parameter', `"${name}"`, acceptedBy(name)]
}

/** Returns the error for a parameter with an unsupported value. */
export function invalid(name: string): Expected {
  return [400, 'Invalid parameter', `"${name}"`, acceptedBy(name)]
}

/** The error for an unknown slug. */
export const unknownSlug: Expected = [404, 'Generator not found', 'generator', 'not exist']

/** Returns words that a message must contain to say what a parameter accepts. */
function acceptedBy(name: string): string {
  const words: Readonly<Record<string, string>> = {
    action: 'list_generators, get_generator, generate or stats',
    slug: 'list_generators',
    text: 'text to transform',
    update_stats: '1, true, on or yes, or else 0, false, off or no',
  }
  return words[name] ?? ''
}

/** Returns the headers of an answer about the limit. */
export function limitHeaders({ headers }: Answer): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => /ratelimit|retry/.test(name)),
  )
}

/** Checks that a request was counted, and how many of the hundred are left. */
export function assertCounted(answer: Answer, remaining: number): void {
  const { 'x-ratelimit-reset': reset = '', ...others } = limitHeaders(answer)
  const resetSeconds = /;t=(\d+)$/.exec(others['ratelimit'] ?? '')?.[1] ?? ''
  assert.deepEqual(others, {
    'ratelimit-policy': '"hourly";q=100;w=3600',
    ratelimit: `"hourly";r=${remaining};t=${resetSeconds}`,
    'x-ratelimit-limit': '100',
    'x-ratelimit-remaining': String(remaining),
  })
  // The window of a client is no older than this process.
  const least = Math.floor(3600 - process.uptime())
  assert.ok(Number(resetSeconds) >= least && Number(resetSeconds) <= 3600, resetSeconds)
  // Node caches the date of its header for a second, and for longer while it is busy.
  const answeredAt = Date.parse(answer.headers['date'] ?? '') / 1000
  assert.ok(Math.abs(Number(reset) - Number(resetSeconds) - answeredAt) <= 60, reset)
}

/** Checks that an answer has no headers about the limit. */
export function assertNotCounted(answer: Answer): void {
  assert.deepEqual(limitHeaders(answer), {})
}

/** Styles ASCII letters and digits as `bold-serif` does, and copies the rest. */
export function bold(text: string): string {
  return boldLetters.reduce((result, [letters, distance]) => {
    return result.replace(letters, (letter) => {
      return String.fromCodePoint(letter.charCodeAt(0) + distance)
    })
  }, text)
}

const boldLetters = [
  [/[A-Z]/g, 0x1d400 - 65],
  [/[a-z]/g, 0x1d41a - 97],
  [/[0-9]/g, 0x1d7ce - 48],
] as const

/** Returns the body of a transformation. */
export function resultOf(input: string, output: string, slug: string): string {
  const length = { input: [...input].length, output: [...output].length }
  return JSON.stringify({ success: true, input, output, generator: slug, length })
}

/** The headers of every answer. */
export const fixedHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    ...['RateLimit-Policy', 'RateLimit', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'],
    ...['X-RateLimit-Reset', 'Link', 'Retry-After', 'ETag'],
  ].join(', '),
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  link: '</openapi.json>; rel="service-desc", </en/api>; rel="service-doc"',
}

/** The titles of each status. */
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
  503: ['Service unavailable'],
  505: ['HTTP Version Not Supported'],
}
