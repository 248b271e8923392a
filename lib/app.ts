import type { IncomingMessage, ServerResponse } from 'node:http'
import { dispatch, methodNotAllowed } from './api/actions.ts'
import type { Reply, Services } from './api/actions.ts'
import { readBody } from './http/body.ts'
import { clientKey, findClient, formatAddress, unknownClientKey } from './http/client.ts'
import { endConnection, isCrowded, isLast, isNewest, takeRequest } from './http/connection.ts'
import { ApiError } from './http/api-error.ts'
import type { Log } from './log.ts'
import { readParameters } from './api/parameters.ts'
import { rateLimitExceeded, rateLimitLines } from './api/rate-limit-headers.ts'
import type { Admission, RateLimiter, RateLimitSettings } from './usage/rate-limiter.ts'
import type { Recordable, Recorded, Recorder } from './usage/recorder.ts'
import { sendError, sendPreflight, sendPrepared, sendValue } from './http/send.ts'
import type { Extra } from './http/send.ts'
import type { Totals } from './usage/statistics.ts'
import { awaitsContinue, checkMessage, splitTarget } from './http/strict-http.ts'

export interface AppOptions {
  /** Path of {base_url}, without a final slash. */
  readonly basePath: string
  /** Asked for at each request: another catalogue may take its place. */
  readonly services: Services
  readonly recorder: Recorder
  readonly limiter: RateLimiter | undefined
  readonly rateLimit: RateLimitSettings
  readonly isTrusted: (address: Uint8Array) => boolean
  /** The address that a request came from, as text. */
  readonly peerOf: (request: IncomingMessage) => string | undefined
  readonly ipv6PrefixBits: number
  /** Throws where the store cannot be written. */
  readonly probeStore: () => void
  /** Whether the service is about to stop: connections are closed behind their answers. */
  readonly isStopping: () => boolean
  readonly log: Log
  /** Whole milliseconds of the limiter's clock. */
  readonly now: () => number
}

export type App = (request: IncomingMessage, response: ServerResponse) => void

const bodyLimitBytes = 128 * 1024

/** The listener for every request (with and without `Expect`): from its head to its answer. */
export function createApp(options: AppOptions): App {
  return (request, response) => {
    if (!takeRequest(request)) return
    if (isCrowded(request, response)) options.recorder.flush()
    if (options.log.writes('debug')) logAnswer(request, response, options)
    const refusal = checkMessage(request)
    if (refusal !== undefined) return sendError(request, response, refusal, nothingMore)

    const { path, query } = splitTarget(request.url ?? '')
    const isService = isBasePath(path, options.basePath)
    if (!isService && path !== '/health' && path !== '*') {
      const message = `There is nothing here. The service answers at ${options.basePath || '/'}.`
      const error = new ApiError('notFound', message)
      return sendError(request, response, error, ending(request, options))
    }
    if (request.method === 'OPTIONS') {
      return sendPreflight(request, response, ending(request, options))
    }
    if (!isService) return answerHealth(request, response, options)

    const exchange = new Exchange(request, response, options)
    const refused = options.limiter?.recall(exchange.client, options.now())
    if (refused !== undefined) return exchange.refuse(refused)

    if (request.method !== 'POST') return exchange.decide(query, undefined)
    const isAwaited = readBody(request, bodyLimitBytes, (outcome) => {
      if (outcome.kind === 'body') return exchange.decide(query, outcome.bytes)
      endConnection(request)
      exchange.fail(outcome.kind === 'refused' ? outcome.error : clientLeft)
    })
    if (isAwaited && awaitsContinue(request)) response.writeContinue()
  }
}

const healthMethods = ['GET', 'HEAD']
const clientLeft = new ApiError('badRequest', 'The request body ended early.', {
  Connection: 'close',
})

/** One request of {base_url}: decided first, then recorded, then answered. */
class Exchange implements Recordable {
  readonly client: string
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #options: AppOptions
  #outcome: Reply | ApiError = clientLeft

  constructor(request: IncomingMessage, response: ServerResponse, options: AppOptions) {
    const address = findAddress(request, options)
    this.client =
      address === undefined ? unknownClientKey : clientKey(address, options.ipv6PrefixBits)
    this.#request = request
    this.#response = response
    this.#options = options
  }

  get adds(): Totals {
    return this.#outcome instanceof ApiError ? noTotals : this.#outcome.adds
  }

  decide(query: string, body: Uint8Array | undefined): void {
    const { method = '' } = this.#request
    try {
      this.#outcome = dispatch(method, readParameters(query, body), this.#options.services)
    } catch (error) {
      this.#outcome = error instanceof ApiError ? error : this.#internalError(error)
    }
    this.#options.recorder.record(this)
  }

  fail(error: ApiError): void {
    this.#outcome = error
    this.#options.recorder.record(this)
  }

  settle(recorded: Recorded | undefined): void {
    if (recorded === undefined) return this.#sendError(unrecorded, this.#extra(undefined))
    const { admission, totals } = recorded
    if (admission?.isAdmitted === false) return this.refuse(admission)
    const extra = this.#extra(admission)
    const outcome = this.#outcome
    if (outcome instanceof ApiError) return this.#sendError(outcome, extra)
    const { content } = outcome
    if (typeof content === 'function') {
      sendValue(this.#request, this.#response, content(totals), extra)
    } else {
      sendPrepared(this.#request, this.#response, content, extra)
    }
  }

  refuse(admission: Admission): void {
    const error = rateLimitExceeded(this.#options.rateLimit, admission)
    const { lines, closes } = this.#extra(admission)
    this.#sendError(error, { lines, closes: closes || hasLongBody(this.#request) })
  }

  #sendError(error: ApiError, extra: Extra): void {
    sendError(this.#request, this.#response, error, extra)
  }

  #extra(admission: Admission | undefined): Extra {
    const extra = ending(this.#request, this.#options)
    if (admission === undefined) return extra
    const lines = rateLimitLines(this.#options.rateLimit, admission, Date.now())
    return { lines, closes: extra.closes }
  }

  #internalError(error: unknown): ApiError {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#options.log.error('A request failed', { reason })
    return new ApiError('internal', 'The request could not be answered because of a fault here.')
  }
}

const noTotals: Totals = { uses: 0, characters: 0 }

const unrecorded = new ApiError(
  'unavailable',
  'The request could not be recorded, so it was neither carried out nor counted. Try again later.',
)

function isBasePath(path: string, basePath: string): boolean {
  return path === basePath || (path.length === basePath.length + 1 && path === `${basePath}/`)
}

/**
 * Whether a body is still to come that node could not throw away behind the answer at little cost:
 * a long one, one of unknown length, or one that its client holds back.
 */
function hasLongBody({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  const isAwaited = headers['transfer-encoding'] !== undefined || headers.expect !== undefined
  return isAwaited || Number(headers['content-length'] ?? 0) > bodyLimitBytes
}

function findAddress(
  request: IncomingMessage,
  { isTrusted, peerOf }: AppOptions,
): Uint8Array | undefined {
  const forwardedFor = request.headers['x-forwarded-for']
  return findClient(
    peerOf(request),
    Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    isTrusted,
  )
}

/** Logs a request once it is answered. A socket that is closed no longer tells its client. */
function logAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  options: AppOptions,
): void {
  const { method = '' } = request
  const address = findAddress(request, options)
  const client = address === undefined ? 'unknown' : formatAddress(address)
  response.once('close', () => {
    options.log.debug('Answered', { method, status: response.statusCode, client })
  })
}

const nothingMore: Extra = { lines: '', closes: false }
const lastAnswer: Extra = { lines: '', closes: true }

// While the service stops, answers to earlier requests of a connection must still get through.
function ending(request: IncomingMessage, { isStopping }: AppOptions): Extra {
  const closes = isNewest(request) && (isStopping() || isLast(request))
  return closes ? lastAnswer : nothingMore
}

function answerHealth(
  request: IncomingMessage,
  response: ServerResponse,
  options: AppOptions,
): void {
  const extra = ending(request, options)
  if (!healthMethods.includes(request.method ?? '')) {
    return sendError(request, response, methodNotAllowed(healthMethods), extra)
  }
  try {
    options.probeStore()
    sendValue(request, response, { success: true }, extra)
  } catch {
    const message = 'The store cannot be written.'
    sendError(request, response, new ApiError('unavailable', message), extra)
  }
}
