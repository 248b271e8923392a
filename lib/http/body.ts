import type { IncomingMessage } from 'node:http'
import { ApiError } from './api-error.ts'

/** How the reading ended; `aborted`: the client left in the middle, there is nobody to answer. */
export type BodyOutcome =
  | { readonly kind: 'body'; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly error: ApiError }
  | { readonly kind: 'aborted' }

/**
 * Reads the body of a form, of `limitBytes` at most, and calls `done` exactly once: at once where
 * the headers already decide, later otherwise. A body of another media type or with a content
 * coding is refused with `unsupportedMediaType`, a longer one with `contentTooLarge`; both errors
 * close the connection. Returns whether a body is awaited.
 * https://www.rfc-editor.org/rfc/rfc9110#name-415-unsupported-media-type
 */
export function readBody(
  request: IncomingMessage,
  limitBytes: number,
  done: (outcome: BodyOutcome) => void,
): boolean {
  const error = findFault(request, limitBytes)
  if (error !== undefined || request.destroyed) {
    done(error === undefined ? { kind: 'aborted' } : { kind: 'refused', error })
    return false
  }

  let bytes: Buffer = Buffer.alloc(0)
  let lengthBytes = 0

  request.on('data', onData)
  request.on('end', onEnd)
  request.on('close', onClose)
  return true

  function onData(chunk: Buffer): void {
    const neededBytes = lengthBytes + chunk.length
    if (neededBytes > limitBytes) {
      return finish({ kind: 'refused', error: contentTooLarge(limitBytes) })
    }
    if (lengthBytes === 0) {
      bytes = chunk // most bodies are one chunk, which need not be copied
    } else {
      // One growing buffer, not a list: a body sent byte by byte would make 131,072 objects of it.
      if (neededBytes > bytes.length) bytes = grow(bytes, Math.min(2 * neededBytes, limitBytes))
      chunk.copy(bytes, lengthBytes)
    }
    lengthBytes = neededBytes
  }

  function onEnd(): void {
    finish({ kind: 'body', bytes: bytes.subarray(0, lengthBytes) })
  }

  // A request closes after its end, too, but then nobody listens any more.
  function onClose(): void {
    finish({ kind: 'aborted' })
  }

  // Without its listener the request flows on into nothing, until the answer closes the connection.
  function finish(outcome: BodyOutcome): void {
    request.off('data', onData)
    request.off('end', onEnd)
    request.off('close', onClose)
    done(outcome)
  }
}

const formMediaType = /^application\/x-www-form-urlencoded[ \t]*(?:;|$)/i

/** What the headers alone tell against a body. */
function findFault({ headers }: IncomingMessage, limitBytes: number): ApiError | undefined {
  const mediaType = headers['content-type']
  if (mediaType !== undefined && !formMediaType.test(mediaType)) {
    const message = 'The request body must be of the type application/x-www-form-urlencoded.'
    return new ApiError('unsupportedMediaType', message, closing)
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

function contentTooLarge(limitBytes: number): ApiError {
  const message = `The request body may hold ${limitBytes} bytes at most.`
  return new ApiError('contentTooLarge', message, closing)
}

// What is left of the body would have to be read before the connection could be used again.
const closing = { Connection: 'close' }

function grow(bytes: Buffer, sizeBytes: number): Buffer {
  const grown = Buffer.allocUnsafe(sizeBytes)
  bytes.copy(grown)
  return grown
}
