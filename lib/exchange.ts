import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deciding, Decision } from './api/decision.ts'
import type { LimitNotice } from './api/limit-notice.ts'
import type { Endpoint, ServiceRequest } from './api/request.ts'
import type { Answer } from './http/answer.ts'
import { ApiError, internalError } from './http/api-error.ts'
import { hasLongBody } from './http/body.ts'
import { clientKey, findClient } from './http/client.ts'
import type { ClientRules } from './http/client.ts'
import type { HttpServer } from './http/server.ts'
import { hasUnfinishedBody, splitTarget } from './http/strict-http.ts'
import { Gone } from './http/turn.ts'
import type { Turn } from './http/turn.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Admission } from './usage/rate-limiter.ts'
import type { Totals } from './usage/statistics.ts'
import type { Usage } from './usage/usage.ts'

/** The parts of a service that every request goes through. */
export interface ExchangeParts {
  readonly http: Omit<HttpServer, 'server'>
  readonly clients: ClientRules
  readonly usage: Omit<Usage, 'close'>
  /** Tells clients about the limit. */
  readonly notice: LimitNotice
  /** `undefined` if metrics are switched off. */
  readonly metrics: Metrics | undefined
  readonly log: Log
  /** Returns whole milliseconds of the limiter's clock. */
  readonly now: () => number
}

const noUses: Totals = { uses: 0, characters: 0 }

/** A request on its way to its answer, and what answers it. */
export class Exchange implements ServiceRequest {
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly path: string
  readonly query: string
  readonly endpoint: Endpoint
  action = ''
  isCounted = false
  /** Since its work has begun, and as long as that lasts. */
  turn: Turn | undefined
  readonly #parts: ExchangeParts
  #client: string | undefined

  /** Opens a request, for which `find` returns what answers it. */
  constructor(
    message: IncomingMessage,
    response: ServerResponse,
    parts: ExchangeParts,
    find: (request: ServiceRequest) => Endpoint,
  ) {
    this.message = message
    this.response = response
    this.method = message.method ?? ''
    const { path, query } = splitTarget(message.url ?? '')
    this.path = path
    this.query = query
    this.#parts = parts
    this.endpoint = find(this)
  }

  get client(): string {
    const { clients } = this.#parts
    return (this.#client ??= clientKey(findClient(this.message, clients), clients.ipv6PrefixBits))
  }

  inTurns(decide: (turn: Turn) => Deciding): Deciding {
    if (this.turn !== undefined) return decide(this.turn)
    const { http, usage } = this.#parts
    return http.turns.run(this.client, this.message, (turn) => {
      // While it waited, other requests may have used up the limit: also those of this turn.
      usage.recorder.flush()
      const refused = recall(this, this.#parts)
      if (refused !== undefined) throw new OverLimit(refused)
      this.turn = turn
      return decide(turn)
    })
  }
}

/**
 * Takes a request from the limit to its answer: a client over its limit is refused; otherwise the
 * answer is decided, in its turn if that takes long, and recorded if the request counts. Never
 * throws.
 */
export function exchange(request: Exchange, parts: ExchangeParts): void {
  const refusal = recall(request, parts)
  // Recorded answers are written then, too: together they cost less.
  if (refusal !== undefined) return parts.http.atEndOfTurn(() => refuse(request, parts, refusal))
  const conclude = (decision: Decision): void => {
    if (request.isCounted) record(request, parts, decision)
    else finish(request, parts, decision)
  }
  const fail = (fault: unknown): void => {
    if (fault instanceof OverLimit) return refuse(request, parts, fault.admission)
    if (fault instanceof Gone) {
      // Nobody waits for an answer, but work that has begun counts.
      if (request.turn && request.isCounted) parts.usage.recorder.record(request.client, noUses)
      return
    }
    const error = fault instanceof ApiError ? fault : internalError(fault, parts.log)
    const decision = failing(request, error)
    if (error.details.isCounted === false) finish(request, parts, decision)
    else conclude(decision)
  }
  let deciding: Deciding
  try {
    deciding = request.endpoint.handle(request)
  } catch (fault) {
    return fail(fault)
  }
  if (deciding instanceof Promise) deciding.then(conclude, fail)
  else conclude(deciding)
}

/** Returns the refusal of a counted client that is known to be at its limit. */
function recall(request: Exchange, { usage, now }: ExchangeParts): Admission | undefined {
  // The name of any other client is not needed.
  return request.isCounted ? usage.limiter?.recall(request.client, now()) : undefined
}

/** Records a request that counts, and then finishes or refuses it. */
function record(request: Exchange, parts: ExchangeParts, decision: Decision): void {
  parts.usage.recorder.record(request.client, decision.adds ?? noUses, (recorded) => {
    if (recorded === undefined) return finish(request, parts, failing(request, unrecorded))
    const { admission, totals } = recorded
    if (admission?.isAdmitted === false) return refuse(request, parts, admission)
    finish(request, parts, decision, admission, totals)
  })
}

function refuse(request: Exchange, parts: ExchangeParts, admission: Admission): void {
  const { http: { connections, bodies }, notice, usage } = parts
  usage.refusals.add(request.client)
  const closes = hasLongBody(request.message, bodies.limitBytes)
  if (closes) connections.closeAfter(request.message)
  const error = notice.exceeded(admission, closes)
  finish(request, parts, failing(request, error), admission)
}

function failing(request: Exchange, error: ApiError): Decision {
  return { answer: (lines) => request.endpoint.fail(error, lines, request) }
}

/** Makes and sends the answer. If it cannot be made, the answer is an error. */
function finish(
  { message, response, endpoint, action }: Exchange,
  { http, notice, metrics, log }: ExchangeParts,
  decision: Decision,
  admission?: Admission,
  totals = noUses,
): void {
  const lines = admission === undefined ? '' : notice.lines(admission, Date.now())
  let answer: Answer
  try {
    answer = decision.answer(lines, totals)
  } catch (fault) {
    answer = http.answers.error(internalError(fault, log), lines)
  }
  metrics?.count(endpoint.label, action, answer.status, decision.adds)
  if (answer.status < 400 || answer.closes || !hasUnfinishedBody(message)) {
    return http.send(message, response, answer)
  }
  const send = (): void => {
    const closes = hasUnfinishedBody(message)
    http.send(message, response, closes ? { ...answer, closes } : answer)
  }
  if (hasLongBody(message, http.bodies.limitBytes)) return send()
  // The rest of a short body may have arrived together with the head.
  http.atEndOfTurn(send)
}

const unrecorded = new ApiError(
  'unavailable',
  'The request could not be recorded, so it was neither carried out nor counted. Try again later.',
  { retryAfterSeconds: 10 },
)

/** What refuses a request that has waited. */
class OverLimit {
  readonly admission: Admission

  constructor(admission: Admission) {
    this.admission = admission
  }
}
