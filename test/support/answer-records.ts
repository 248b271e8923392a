import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { descriptionPath } from '../../lib/api/openapi.ts'
import { splitTarget } from '../../lib/http/strict-http.ts'
import { decode } from './answers.ts'
import type { Answer, Request } from './client.ts'
import { readForm } from './forms.ts'

/** An answer in the file of records: one line of JSON. */
export interface AnswerRecord {
  /** `undefined` if the request is not known. */
  readonly method?: string
  /** The value of the parameter `action`, or `''`. */
  readonly action?: string
  readonly status: number
  /** The names of headers about the limit, the methods and the representation. */
  readonly headers: readonly string[]
  /** Without its content coding. */
  readonly body: string
}

const file = process.env['ANSWER_RECORDS']
const seen = new Set<string>()

/**
 * Appends an answer of the service at {base_url} to the file that ANSWER_RECORDS names, if any. Skips
 * answers that this process has already appended.
 */
export function recordAnswer(answer: Answer, request?: Request): void {
  if (file === undefined || !isOfService(answer, request)) return
  const { status, body } = answer
  const told = namesToldOf(answer)
  const known = request === undefined ? {} : askedFor(request)
  const key = createHash('sha256')
    .update(JSON.stringify([known, status, told]))
    .update(body)
    .digest('base64')
  if (seen.has(key)) return
  seen.add(key)
  // The answer to a HEAD has a coding, but no body.
  const text = body.length === 0 ? '' : decode(answer)
  const record: AnswerRecord = { ...known, status, headers: told, body: text }
  appendFileSync(file, `${JSON.stringify(record)}\n`)
}

/** Returns the names of the headers that a description contains. */
export function namesToldOf({ headers }: Answer): string[] {
  const told = /ratelimit|^(?:retry-after|allow|etag)$/
  return Object.keys(headers).filter((name) => told.test(name))
}

/** Only the service links to its description; web servers in front of it do not. */
function isOfService({ headers, body, text }: Answer, request: Request | undefined): boolean {
  if (headers['link']?.includes('service-desc') !== true) return false
  const isWhole = body.length === 0 || body.length === Number(headers['content-length'])
  if (!isWhole) return false
  if (request === undefined) return body.length > 0 && text !== '{"success":true}'
  // Shortcuts to the documents, which the description leaves out.
  if (headers['location'] !== undefined) return false
  const { path } = splitTarget(request.target ?? '/api')
  return path !== '/health' && !path.endsWith(descriptionPath) && request.method !== 'OPTIONS'
}

function askedFor({ method = 'GET', target = '/api', headers = [], body }: Request) {
  const type = headers.find((line) => /^content-type:/i.test(line))?.replace(/^[^:]*: */, '')
  const isChunked = headers.some((line) => /^transfer-encoding:/i.test(line))
  // The content of a chunked body is ignored.
  if (isChunked) return { method }
  const sent = method === 'POST' && body !== undefined ? Buffer.from(body) : undefined
  try {
    return { method, action: readForm(splitTarget(target).query, sent, type).get('action') ?? '' }
  } catch {
    return { method }
  }
}
