import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deciding, Decision } from './api/decision.ts'
import type { LimitNotice } from './api/limit-notice.ts'
import type { Endpoint, ServiceRequest } from './api/request.ts'
import { withLines } from './http/answer.ts'
import type { Answer, HeaderLines } from './http/answer.ts'
import { ApiError, internalError } from './http/api-error.ts'
import { hasLongBody } from './http/body.ts'
import { clientKey, findClient } from './http/client.ts'
import type { ClientRules } from './http/client.ts'
import { chooseCoding } from './http/negotiate.ts'
import type { PreparedAnswer } from './http/prepared-answer.ts'
import type { HttpServer } from './http/server.ts'
import { hasUnfinishedBody, splitTarget } from './http/strict-http.ts'
import { Gone } from './http/turn.ts'
import type { Turn } from './http/turn.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { Admission } from './usage/rate-limiter.ts'
import type { Recorded } from './usage/recorder.ts'
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

/** A decision from which the answer is formatted. */
type Final = Exclude<Decision, { kind: 'prepared' }>

const noUses: Totals = { uses: 0, characters: 0 }

/**
 * One request, from the limit to its answer: a client over its limit is refused; otherwise the
 * answer is decided, in its turn if that takes long, and recorded if the request counts.
 */
export class Exchange implements ServiceRequest {
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly path: string
  readonly query: string
  action = ''
  readonly #parts: ExchangeParts
  readonly #endpoint: Endpoint
  #client: string | undefined
  /** While its work lasts. */
  #turn: Turn | undefined

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
    this.#endpoint = find(this)
  }

  get client(): string {
    const { clients } = this.#parts
    return (this.#client ??= clientKey(findClient(this.message, clients), clients.ipv6PrefixBits))
  }

  /** Decides on the answer and sends it, now or later. Never throws. */
  respond(): void {
    const refused = this.#recall()
    if (refused === undefined) return this.#follow(() => this.#endpoint.handle(this))
    const refusal = this.#refuse(refused)
    // Recorded answers are written then, too: together they cost less.
    this.#parts.http.atEndOfTurn(() => this.#send(refusal))
  }

  inTurns(decide: (turn: Turn) => Deciding): Deciding {
    if (this.#turn !== undefined) return decide(this.#turn)
    const { http, usage } = this.#parts
    return http.turns.run(this.client, this.message, async (turn) => {
      // While it waited, other requests may have used up the limit: also those of this turn.
      usage.recorder.flush()
      const refused = this.#recall()
      if (refused !== undefined) throw new OverLimit(refused)
      this.#turn = turn
      const decision = await decide(turn)
      this.#turn = undefined
      return decision
    })
  }

  /** Returns the refusal of a counted client that is known to be at its limit. */
  #recall(): Admission | undefined {
    if (!this.#endpoint.isCounted) return undefined
    const { usage, now } = this.#parts
    return usage.limiter?.recall(this.client, now())
  }

  #refuse(admission: Admission): Answer {
    const { http: { connections, bodies }, notice, usage } = this.#parts
    usage.refusals.add(this.client)
    const closes = hasLongBody(this.message, bodies.limitBytes)
    // At once: requests that follow such a body must not be executed.
    if (closes) connections.closeAfter(this.message)
    const error = notice.exceeded(admission, closes)
    return this.#format({ kind: 'error', error }, noUses, notice.lines(admission, Date.now()))
  }

  #follow(decide: () => Deciding): void {
    const fail = (fault: unknown): void => this.#fail(fault)
    let deciding: Deciding
    try {
      deciding = decide()
    } catch (fault) {
      return fail(fault)
    }
    if (!(deciding instanceof Promise)) return this.#settle(deciding)
    deciding.then((decision) => this.#settle(decision), fail)
  }

  #fail(fault: unknown): void {
    if (fault instanceof Gone) {
      // Nobody waits for an answer, but work that has begun counts.
      const { recorder } = this.#parts.usage
      if (this.#turn && this.#endpoint.isCounted) recorder.record(this.client, noUses, () => {})
      return
    }
    if (fault instanceof OverLimit) return this.#send(this.#refuse(fault.admission))
    const error = fault instanceof ApiError ? fault : internalError(fault, this.#parts.log)
    this.#settle({ kind: 'error', error })
  }

  #settle(decision: Decision): void {
    if (decision.kind === 'prepared') return this.#represent(decision.answer)
    const isFree = decision.kind === 'error' && decision.error.details.isCounted === false
    if (isFree || !this.#endpoint.isCounted) return this.#send(this.#format(decision, noUses, ''))
    const adds = decision.kind === 'value' ? decision.adds : undefined
    this.#parts.usage.recorder.record(this.client, adds ?? noUses, (recorded) => {
      this.#conclude(decision, recorded)
    })
  }

  /** Chooses a representation, which is made in its turn unless it is kept. */
  #represent(answer: PreparedAnswer): void {
    const coding = chooseCoding(this.message.headers['accept-encoding'])
    const kept = answer.find(coding)
    if (kept !== undefined) return this.#settle({ kind: 'represented', representation: kept })
    this.#follow(() => this.inTurns(async (turn) =>
      ({ kind: 'represented', representation: await answer.make(coding, turn) })))
  }

  #conclude(decision: Final, recorded: Recorded | undefined): void {
    if (recorded === undefined) return this.#send(this.#format(unrecorded, noUses, ''))
    const { admission, totals } = recorded
    if (admission?.isAdmitted === false) return this.#send(this.#refuse(admission))
    const { metrics, notice } = this.#parts
    if (metrics !== undefined && decision.kind === 'value') {
      metrics.characters += decision.adds?.characters ?? 0
    }
    const lines = admission === undefined ? '' : notice.lines(admission, Date.now())
    this.#send(this.#format(decision, totals, lines))
  }

  /** Formats a decision, an error as its route does. If that fails, the answer is an error too. */
  #format(decision: Final, totals: Totals, lines: HeaderLines): Answer {
    const { http: { answers }, log } = this.#parts
    try {
      switch (decision.kind) {
        case 'ready':
          return withLines(decision.answer, lines)
        case 'error':
          return this.#endpoint.fail(decision.error, lines)
        case 'represented':
          return answers.represented(
            decision.representation,
            this.message.headers,
            lines,
            // The headers about the limit are those of one client.
            this.#endpoint.isCounted ? 'private' : 'public',
          )
        case 'value':
          return answers.value(decision.value, lines, decision.isKept)
        case 'totals':
          return answers.value(decision.toValue(totals), lines)
      }
    } catch (fault) {
      return answers.error(internalError(fault, log), lines)
    }
  }

  #send(answer: Answer): void {
    const { message, response } = this
    const { http, metrics } = this.#parts
    metrics?.count(this.#endpoint.label, this.action, answer.status)
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
}

const unrecorded: Final = {
  kind: 'error',
  error: new ApiError(
    'unavailable',
    'The request could not be recorded, so it was neither carried out nor counted. ' +
      'Try again later.',
    { retryAfterSeconds: 10 },
  ),
}

/** What refuses a request that has waited. */
class OverLimit {
  readonly admission: Admission

  constructor(admission: Admission) {
    this.admission = admission
  }
}
