import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from './api-error.ts'
import { tooManyBodies } from './body-budget.ts'
import type { BodyAccount, BodyBudget } from './body-budget.ts'
import type { Connections } from './connection.ts'
import { awaitsContinue } from './strict-http.ts'

/** The limits of request bodies. */
export interface BodyRules {
  /** The limit for one body. */
  readonly limitBytes: number
  readonly budget: BodyBudget
  readonly connections: Connections
}

/**
 * Reads the body of a form, and sends `100 Continue` if the client waits for it. Rejects with an
 * ApiError, and ends the connection: `unsupportedMediaType` for anything but a form, and for a
 * content coding; `contentTooLarge`; `badRequest` if the client leaves before the end; and
 * `tooManyBodies`. If the headers are enough to decide, nothing is read.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  client: string,
  rules: BodyRules,
): Promise<Uint8Array> {
  const fault = findFault(request, rules.limitBytes) ?? (request.destroyed ? endedEarly : undefined)
  if (fault !== undefined) {
    // At once, here and below: requests that follow such a body must not be executed.
    rules.connections.end(request)
    return Promise.reject(fault)
  }
  const reading = collect(request, client, rules)
  if (awaitsContinue(request)) response.writeContinue()
  return reading
}

/** Returns whether the rest of the body is too long for Node to discard it cheaply. */
export function hasLongBody({ complete, headers }: IncomingMessage, limitBytes: number): boolean {
  if (complete) return false
  const isOfUnknownLength =
    headers['transfer-encoding'] !== undefined || headers.expect !== undefined
  return isOfUnknownLength || Number(headers['content-length'] ?? 0) > limitBytes
}

function collect(
  request: IncomingMessage,
  client: string,
  { limitBytes, budget, connections }: BodyRules,
): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    // NaN without a declared length.
    const declaredBytes = Number(request.headers['content-length'])
    const body = new Accumulator(declaredBytes || limitBytes)
    let account: BodyAccount | undefined
    request.on('data', onData)
    request.on('end', onEnd)
    request.on('close', onClose)

    function onData(chunk: Buffer): void {
      if (!body.append(chunk)) return fail(contentTooLarge(limitBytes))
      // Most bodies arrive together with their heads and never count as unfinished.
      if (body.lengthBytes === declaredBytes) return
      account ??= budget.enter(client, () => fail(tooManyBodies))
      account.hold(body.heldBytes)
    }

    function onEnd(): void {
      account?.leave()
      resolve(body.bytes)
    }

    // Every request closes, also after its end.
    function onClose(): void {
      if (!request.readableEnded) fail(endedEarly)
    }

    function fail(error: ApiError): void {
      account?.leave()
      // Without a listener the rest is discarded, until the connection is closed.
      request.off('data', onData)
      request.off('end', onEnd)
      body.clear()
      connections.end(request)
      reject(error)
    }
  })
}

const noBytes = Buffer.alloc(0)

/** Joins chunks, up to a limit. */
class Accumulator {
  readonly #limitBytes: number
  #buffer: Buffer = noBytes
  #lengthBytes = 0

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes
  }

  /** Adds a chunk. Returns `false` if it exceeds the limit, and does not add it. */
  append(chunk: Buffer): boolean {
    const neededBytes = this.#lengthBytes + chunk.length
    if (neededBytes > this.#limitBytes) return false
    if (this.#lengthBytes === 0) {
      // Most bodies are one chunk, which need not be copied.
      this.#buffer = chunk
    } else {
      // One growing buffer: a list of a body that is sent byte by byte has 131,072 objects.
      if (neededBytes > this.#buffer.length) this.#grow(2 * neededBytes)
      chunk.copy(this.#buffer, this.#lengthBytes)
    }
    this.#lengthBytes = neededBytes
    return true
  }

  /** All chunks so far. */
  get bytes(): Uint8Array {
    return this.#buffer.subarray(0, this.#lengthBytes)
  }

  get lengthBytes(): number {
    return this.#lengthBytes
  }

  /** The memory in use, which exceeds the length while the body grows. */
  get heldBytes(): number {
    return this.#buffer.buffer.byteLength
  }

  clear(): void {
    this.#buffer = noBytes
    this.#lengthBytes = 0
  }

  #grow(wantedBytes: number): void {
    // A slice of Buffer's pool would keep the whole pool.
    const grown = Buffer.allocUnsafeSlow(Math.min(wantedBytes, this.#limitBytes))
    this.#buffer.copy(grown)
    this.#buffer = grown
  }
}

const formMediaType = /^(?:application\/x-www-form-urlencoded|multipart\/form-data)[ \t]*(?:;|$)/i

const notForm =
  'The request body must be a form (application/x-www-form-urlencoded or multipart/form-data). ' +
  'To write one, use URLSearchParams or FormData in JavaScript, curl --data-urlencode, ' +
  'http_build_query in PHP, or urlencode in Python.'

/** Finds the faults of a body that its headers show. */
function findFault({ headers }: IncomingMessage, limitBytes: number): ApiError | undefined {
  const mediaType = headers['content-type']
  if (mediaType !== undefined && !formMediaType.test(mediaType)) {
    return new ApiError('unsupportedMediaType', notForm, closing)
  }
  const contentCoding = headers['content-encoding']
  if (contentCoding !== undefined && contentCoding.toLowerCase() !== 'identity') {
    const message = 'The request body must be sent without a Content-Encoding.'
    return new ApiError('unsupportedMediaType', message, closing)
  }
  // NaN without a declared length, which is not over any limit.
  const declaredBytes = Number(headers['content-length'])
  return declaredBytes > limitBytes ? contentTooLarge(limitBytes) : undefined
}

// The rest of the body would have to be read before the connection could be used again.
const closing = { closes: true }

const endedEarly = new ApiError('badRequest', 'The request body ended early.', closing)

function contentTooLarge(limitBytes: number): ApiError {
  const message = `The request body is too large. It may have at most ${limitBytes} bytes.`
  return new ApiError('contentTooLarge', message, closing)
}
