import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from './api-error.ts'
import { tooManyBodies } from './body-budget.ts'
import type { BodyAccount, BodyBudget } from './body-budget.ts'
import type { Connections } from './connection.ts'
import { awaitsContinue } from './strict-http.ts'

/** What all bodies have in common. */
export interface BodyRules {
  /** The most that one may hold. */
  readonly limitBytes: number
  /** What those under way may hold. */
  readonly budget: BodyBudget
  readonly connections: Connections
}

/**
 * Reads the body of a form that a client sends; asks for it where the client holds it back.
 * Rejects with an ApiError for a body of another media type or with a content coding
 * (`unsupportedMediaType`), for a longer one (`contentTooLarge`; both where the headers decide
 * before anything is read), where the client leaves in the middle (`badRequest`), and with
 * `tooManyBodies` where it has to give way to others. Each of them ends the connection.
 * https://www.rfc-editor.org/rfc/rfc9110#name-415-unsupported-media-type
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  client: string,
  rules: BodyRules,
): Promise<Uint8Array> {
  const fault = findFault(request, rules.limitBytes) ?? (request.destroyed ? endedEarly : undefined)
  if (fault !== undefined) {
    // At once, here and below: what was pipelined behind such a body is not carried out.
    rules.connections.end(request)
    return Promise.reject(fault)
  }
  const reading = collect(request, client, rules)
  if (awaitsContinue(request)) response.writeContinue()
  return reading
}

/** Whether a body is still to come that node could not throw away at little cost. */
export function hasLongBody(
  { complete, headers }: IncomingMessage,
  limitBytes: number,
): boolean {
  if (complete) return false
  // Of unknown length, or held back by its client.
  const isAwaited = headers['transfer-encoding'] !== undefined || headers.expect !== undefined
  return isAwaited || Number(headers['content-length'] ?? 0) > limitBytes
}

function collect(
  request: IncomingMessage,
  client: string,
  { limitBytes, budget, connections }: BodyRules,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // Without a declared length it is NaN, which no length is.
    const declaredBytes = Number(request.headers['content-length'])
    const body = new Accumulator(declaredBytes || limitBytes)
    let account: BodyAccount | undefined
    request.on('data', onData)
    request.on('end', onEnd)
    request.on('close', onClose)

    function onData(chunk: Buffer): void {
      if (!body.append(chunk)) return fail(contentTooLarge(limitBytes))
      // Most bodies come with their heads, and are whole at once.
      if (body.lengthBytes === declaredBytes) return
      account ??= budget.enter(client, () => fail(tooManyBodies))
      account.hold(body.heldBytes)
    }

    function onEnd(): void {
      account?.leave()
      resolve(body.bytes)
    }

    // A request closes after its end, too.
    function onClose(): void {
      if (!request.readableEnded) fail(endedEarly)
    }

    function fail(error: ApiError): void {
      account?.leave()
      // Without a listener the request flows on into nothing, until the connection is closed.
      request.off('data', onData)
      request.off('end', onEnd)
      body.clear()
      connections.end(request)
      reject(error)
    }
  })
}

const noBytes = Buffer.alloc(0)

/** Puts chunks together, up to a limit. */
class Accumulator {
  readonly #limitBytes: number
  #buffer: Buffer = noBytes
  #lengthBytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  /** Returns `false` for a chunk that goes beyond the limit; it is not taken. */
  append(chunk: Buffer): boolean {
    const neededBytes = this.#lengthBytes + chunk.length
    if (neededBytes > this.#limitBytes) return false
    if (this.#lengthBytes === 0) {
      this.#buffer = chunk // most bodies are one chunk, which need not be copied
    } else {
      // One growing buffer, no list: a body sent byte by byte would make 131,072 objects of it.
      if (neededBytes > this.#buffer.length) this.#grow(2 * neededBytes)
      chunk.copy(this.#buffer, this.#lengthBytes)
    }
    this.#lengthBytes = neededBytes
    return true
  }

  /** All that was appended. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#lengthBytes)
  }

  get lengthBytes(): number {
    return this.#lengthBytes
  }

  /** What that takes in memory: more than its length while it grows. */
  get heldBytes(): number {
    return this.#buffer.buffer.byteLength
  }

  clear(): void {
    this.#buffer = noBytes
    this.#lengthBytes = 0
  }

  #grow(wantedBytes: number): void {
    // A part of Buffer's pool would keep the whole of it.
    const grown = Buffer.allocUnsafeSlow(Math.min(wantedBytes, this.#limitBytes))
    this.#buffer.copy(grown)
    this.#buffer = grown
  }
}

const formMediaType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)[ \t]*(?:;|$)/i

const noForm =
  'The request body must be a form (application/x-www-form-urlencoded or multipart/form-data). ' +
  'Such a body is written by URLSearchParams or FormData in JavaScript, curl --data-urlencode, ' +
  'http_build_query in PHP, urlencode in Python.'

/** What the headers alone tell against a body. */
function findFault({ headers }: IncomingMessage, limitBytes: number): ApiError | undefined {
  const mediaType = headers['content-type']
  if (mediaType !== undefined && !formMediaType.test(mediaType)) {
    return new ApiError('unsupportedMediaType', noForm, closing)
  }
  const contentCoding = headers['content-encoding']
  if (contentCoding !== undefined && contentCoding.toLowerCase() !== 'identity') {
    const message = 'The request body must be sent without a Content-Encoding.'
    return new ApiError('unsupportedMediaType', message, closing)
  }
  // No declared length is NaN, which is not over any limit.
  const declaredBytes = Number(headers['content-length'])
  return declaredBytes > limitBytes ? contentTooLarge(limitBytes) : undefined
}

// What is left of the body would have to be read before the connection could be used again.
const closing = { closes: true }

const endedEarly = new ApiError('badRequest', 'The request body ended early.', closing)

function contentTooLarge(limitBytes: number): ApiError {
  const message = `The request body may hold ${limitBytes} bytes at most.`
  return new ApiError('contentTooLarge', message, closing)
}
