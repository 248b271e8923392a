import type { IncomingMessage, ServerResponse } from 'node:http'
import { ApiError } from './api-error.ts'
import type { Connections } from './connection.ts'
import { contentTooLarge, findFormFault } from './form.ts'
import { awaitsContinue } from './strict-http.ts'

/** The limits of request bodies. */
export interface BodyRules {
  /** The limit for one body. */
  readonly limitBytes: number
  readonly connections: Connections
}

/**
 * Reads the body of a form, and sends `100 Continue` if the client waits for it. Settles with what
 * `use` returns or throws for it. Rejects with an ApiError, and ends the connection:
 * `unsupportedMediaType` for anything but a form, and for a content coding; `contentTooLarge`;
 * `badRequest` if the client leaves before the end. If the headers are enough
 * to decide, nothing is read.
 */
export function readBody<Result>(
  request: IncomingMessage,
  response: ServerResponse,
  rules: BodyRules,
  use: (body: Uint8Array) => Result | Promise<Result>,
): Promise<Result> {
  const ended = request.destroyed ? endedEarly : undefined
  const fault = findFormFault(request, rules.limitBytes) ?? ended
  if (fault !== undefined) {
    // At once, here and below: requests that follow such a body must not be executed.
    rules.connections.closeAfter(request)
    return Promise.reject(fault)
  }
  const reading = collect(request, rules, use)
  if (awaitsContinue(request)) {
    response.writeContinue()
    rules.connections.allowMore(request)
  }
  return reading
}

/** Returns whether the rest of the body is too long for Node to discard it cheaply. */
export function hasLongBody({ complete, headers }: IncomingMessage, limitBytes: number): boolean {
  if (complete) return false
  if (headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return true
  return Number(headers['content-length'] ?? 0) > limitBytes
}

function collect<Result>(
  request: IncomingMessage,
  { limitBytes, connections }: BodyRules,
  use: (body: Uint8Array) => Result | Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    // NaN without a declared length.
    const declaredBytes = Number(request.headers['content-length'])
    const mostBytes = declaredBytes || limitBytes
    let received: Buffer = noBytes
    let receivedBytes = 0
    let pieces = 0
    request.on('data', onData)
    request.on('end', onEnd)
    request.on('close', onClose)

    function onData(chunk: Buffer): void {
      const neededBytes = receivedBytes + chunk.length
      if (neededBytes > mostBytes) return fail(contentTooLarge(limitBytes))
      pieces++
      if (pieces > mostSmallPieces && neededBytes < leastBytes * pieces) return fail(inPieces)
      if (receivedBytes === 0) {
        // Most bodies are one chunk, which need not be copied.
        received = chunk
      } else {
        // One growing buffer: a list of a body that is sent byte by byte has 131,072 objects.
        if (neededBytes > received.length) grow(2 * neededBytes)
        chunk.copy(received, receivedBytes)
      }
      receivedBytes = neededBytes
    }

    function grow(wantedBytes: number): void {
      // A slice of Buffer's pool would keep the whole pool.
      const grown = Buffer.allocUnsafeSlow(Math.min(wantedBytes, mostBytes))
      received.copy(grown)
      received = grown
    }

    function onEnd(): void {
      const whole = received.subarray(0, receivedBytes)
      // The request, and with it these listeners, may wait long for its answer.
      received = noBytes
      try {
        resolve(use(whole))
      } catch (fault) {
        reject(fault)
      }
    }

    // Every request closes, also after its end.
    function onClose(): void {
      if (!request.readableEnded) fail(endedEarly)
    }

    function fail(error: ApiError): void {
      // Without a listener the rest is discarded, until the connection is closed.
      request.off('data', onData)
      request.off('end', onEnd)
      received = noBytes
      connections.closeAfter(request)
      reject(error)
    }
  })
}

const noBytes = Buffer.alloc(0)

// Each piece costs some microseconds, however short it is.
const mostSmallPieces = 1_000
const leastBytes = 16

const inPieces = new ApiError(
  'contentTooLarge',
  `The request body has too many pieces. More than ${mostSmallPieces} must have ` +
    `${leastBytes} bytes on average.`,
  { closes: true },
)

const endedEarly = new ApiError('badRequest', 'The request body ended early.', { closes: true })
