import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import { assertSound } from '../support/answers.ts'
import { formatRequest, parseAnswers, send } from '../support/client.ts'
import type { Answer, Request } from '../support/client.ts'
import { rounds } from '../support/rounds.ts'
import { startService } from '../support/service.ts'
import { naughtyStrings } from '../support/texts.ts'

const fuzzRequests = rounds(2_000, 100_000)
const seed = process.env['SEED'] ?? 'fuzz'
const connectionsAtOnce = 32

const parameters: ReadonlyArray<readonly [method: string, action: string, names: string[]]> = [
  ['GET', 'list_generators', ['lang']],
  ['GET', 'get_generator', ['slug', 'lang']],
  ['POST', 'generate', ['slug', 'text', 'update_stats', 'lang']],
  ['GET', 'stats', ['lang']],
  ['GET', '', ['action']],
  ['POST', '', ['action']],
]
/** A word that no answer may repeat outside its body. */
const marker = 'zq7marker'
const hostileStrings = [
  ...naughtyStrings,
  `<script>alert('${marker}')</script>`,
  `"><img src=x onerror=${marker}>`,
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../etc/passwd',
  `${marker}\r\nSet-Cookie: a=b\r\n\r\n{}`,
  `${marker}\n{"level":"error"}\u2028\u2029\u0000\u001b[31m`,
]

test(`the service answers ${fuzzRequests} random and mutated requests (seed "${seed}")`, async (t) => {
  const service = await startService(t, { RATE_LIMIT: '0', LOG_LEVEL: 'debug' })
  const draw = createDraw(seed)
  const statuses: Record<number, number> = {}
  let requests = 0
  const sendSome = async (): Promise<void> => {
    while (requests++ < fuzzRequests) {
      const request = drawRequest(draw)
      const isMutated = draw(2) === 0
      const headers = [...(request.headers ?? []), 'Connection: close']
      const bytes = isMutated ? mutate(formatRequest(request), draw) : formatRequest({ ...request, headers })
      const sent = bytes.toString('latin1')
      const received = await sendBytes(service.port, bytes, isMutated ? silenceMs : patienceMs)
      if (!isMutated) assert.match(received, /^HTTP\/1\.1 [1-5]/, sent)
      for (const answer of parseAnswers(withoutBodiless(received))) {
        assertAnswer(answer, sent)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      }
    }
  }
  await Promise.all(Array.from({ length: connectionsAtOnce }, sendSome))
  t.diagnostic(JSON.stringify(statuses))
  // There are many accepted and many refused requests.
  for (const status of [200, 400]) assert.ok((statuses[status] ?? 0) > fuzzRequests / 20)

  // It is still the same process, and has logged one JSON object per line.
  assert.equal((await send(service.port, { target: '/health' })).status, 200)
  assert.deepEqual([service.process.exitCode, service.process.signalCode], [null, null])
  const [listening, ...others] = service.lines
  assert.equal(listening?.message, 'Listening')
  // Those that Node's parser refuses have no method.
  assert.ok(others.length > fuzzRequests / 2)
  for (const line of others) {
    // On a busy machine, a client may leave before its answer.
    assert.match(line.message, /^(?:Answered|Not answered)$/)
    const status = line.message === 'Answered' ? ['status'] : []
    assert.deepEqual(Object.keys(line), ['level', 'time', 'message', 'method', ...status, 'client'])
    assert.match(String(line['method']), /^[A-Z-]+$/)
    assert.match(String(line['client']), /^[\da-f.:]+$|^unknown$/)
  }
})

const slugs = ['bold-serif', 'upside-down', 'zalgo', 'morse-code', 'box', 'nothing', '', '__proto__']
const texts = ['Hello', 'señor', '𝓗', '🏳️‍🌈', '\u0301', '\u202e', '%', '\0', '\r\n', 'ß', 'İ', 'क्ष', '🇪🇸']
const oddPaths = ['/api/', '/health', '/', '/API', `/${marker}`, '*', '//api', '/api;a']
const oddMethods = ['GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH']
const headers = [
  'Accept-Encoding: identity, *;q=0, ;;=,',
  'If-None-Match: *',
  'If-None-Match: "a", W/"b',
  'X-Forwarded-For: 203.0.113.9, ::1',
  'X-Forwarded-For: ,,%',
  `User-Agent: ${marker}`,
  `Origin: https://${marker}`,
  'Expect: 100-continue',
  'Expect: the-spanish-inquisition',
  'Content-Type: application/x-www-form-urlencoded; charset=x',
  'Content-Type: multipart/form-data; boundary=a',
  'Content-Type: text/plain',
  'Content-Encoding: gzip',
  'Transfer-Encoding: chunked',
  'Connection: close',
  'Connection: keep-alive, upgrade',
  'Upgrade: h2c',
  'Range: bytes=0-1',
  '__proto__: a',
  'Content_Length: 5',
]

function drawRequest(draw: (count: number) => number): Request {
  const pick = (items: readonly string[]): string => items[draw(items.length)] ?? ''
  const text = (): string => {
    if (draw(4) === 0) return pick(hostileStrings)
    const piece = Array.from({ length: draw(8) }, () => pick(texts)).join('')
    return piece.repeat(draw(50) === 0 ? 1 + draw(400) : 1)
  }
  const [usualMethod, action] = parameters[draw(parameters.length)] ?? ['GET', '']
  const fields: Array<[name: string, value: string]> = [
    ['action', draw(8) === 0 ? text() : action],
    ['slug', draw(8) === 0 ? text() : pick(slugs)],
    ['text', text()],
    ['lang', draw(4) === 0 ? text() : pick(['en', 'es', 'fr', 'tr'])],
    ['update_stats', draw(4) === 0 ? text() : pick(['0', '1', 'yes', ''])],
    [text(), text()],
  ]
  const kept = fields.filter(() => draw(9) > 0)
  const form = String(new URLSearchParams(kept))
  const method = draw(6) === 0 ? pick(oddMethods) : usualMethod
  const lines = draw(4) === 0 ? [pick(headers)] : []
  const isLong = form.length > 8000
  const target = draw(6) === 0 ? pick(oddPaths) : '/api'
  if (method === 'POST' && (isLong || draw(2) === 0)) {
    const isChunked = lines.some((line) => line.startsWith('Transfer'))
    const chunks = `${Buffer.byteLength(form).toString(16)}\r\n${form}\r\n0\r\n\r\n`
    const last = form === '' ? '0\r\n\r\n' : chunks
    return { method, target, headers: lines, body: isChunked ? last : form }
  }
  const framed = lines.filter((line) => !line.startsWith('Transfer'))
  return { method, target: isLong ? target : `${target}?${form}`, headers: framed }
}

/** Changes a few bytes, lines or ends of a request. */
function mutate(bytes: Buffer, draw: (count: number) => number): Buffer {
  let changed = Buffer.from(bytes)
  for (let rounds = 1 + draw(3); rounds > 0; rounds--) {
    const at = draw(changed.length)
    const before = changed.subarray(0, at)
    const after = changed.subarray(at)
    const kind = draw(7)
    if (kind === 0) changed[at] = draw(256)
    else if (kind === 1) changed = Buffer.concat([before, Buffer.from([draw(256)]), after])
    else if (kind === 2) changed = Buffer.concat([before, after.subarray(1 + draw(9))])
    else if (kind === 3) changed = Buffer.concat([before, after.subarray(0, 1 + draw(40)), after])
    else if (kind === 4) changed = Buffer.concat([before, Buffer.from('\r\n'), after])
    else if (kind === 5) changed = Buffer.concat([before, Buffer.from('\r\n\r\n'), after])
    else changed = Buffer.concat([changed, before])
    if (changed.length === 0) changed = Buffer.from('\n')
  }
  return changed
}

const silenceMs = 100
const patienceMs = 30_000

/** Sends bytes on a new connection and returns the text until it closes or falls silent. */
function sendBytes(port: number, bytes: Buffer, silenceMs: number): Promise<string> {
  return new Promise<string>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    let received = ''
    socket.setEncoding('latin1')
    socket.setTimeout(silenceMs, () => socket.end())
    socket.on('data', (piece: string) => (received += piece))
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
    socket.write(bytes)
  })
}

/** Removes answers without a body (HEAD, 304, 100), whatever their Content-Length says. */
function withoutBodiless(text: string): string {
  return text.replace(
    /HTTP\/1\.1 (\d{3}) (?:[^\r]|\r\n(?!\r\n))*\r\n\r\n(?=HTTP\/1\.1 \d{3} |$)/g,
    (head, status: string) => {
      assert.ok(Number(status) < 500 || status === '505', head)
      return ''
    },
  )
}

/** Checks what every answer must have; `text` is empty for HEAD. */
function assertAnswer(answer: Answer, request: string): void {
  const { status, headers: fields, text } = answer
  // 505 means another version of HTTP.
  assert.ok(status < 500 || status === 505, `${status} for ${request}`)
  const head = JSON.stringify(fields)
  assert.ok(!head.includes(marker) && !/cookie/i.test(head), head)
  if (fields['content-security-policy'] === undefined) {
    return assertSound(answer, text === '' ? 'HEAD' : 'GET')
  }
  assert.equal(fields['x-content-type-options'], 'nosniff', request)
  assert.equal(fields['content-type'], 'text/html; charset=utf-8', request)
  if (text === '' || fields['content-encoding'] !== undefined) return
  assert.match(text, /^<!doctype html>[^]*<\/html>\n$/, request)
}
