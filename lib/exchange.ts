import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deciding, Decision, InTurns } from './api/decision.ts'
import { createLimitNotice } from './api/limit-notice.ts'
import type { LimitNotice } from './api/limit-notice.ts'
import { withLines } from './http/answer.ts'
import type { Answer, HeaderLines } from './http/answer.ts'
import { ApiError, internalError } from './http/api-error.ts'
import { hasLongBody } from './http/body.ts'
import { clientKeyOf } from './http/client.ts'
import type { ClientRules } from './http/client.ts'
import { chooseCoding } from './http/negotiate.ts'
import { requestBytes } from './http/request-memory.ts'
import type { HttpServer } from './http/server.ts'
import { hasUnfinishedBody } from './http/strict-http.ts'
import { Gone } from './http/turn.ts'
import type { Turn } from './http/turn.ts'
import type { Log } from './log.ts'
import type { Labels, Metrics } from './metrics.ts'
import type { Admission } from './usage/rate-limiter.ts'
import type { Recorded } from './usage/recorder.ts'
import type { Totals } from './usage/statistics.ts'
import type { Usage } from './usage/usage.ts'

/** The parts of a service that every request goes through. */
export interface ExchangeParts {
  readonly http: Omit<HttpServer, 'server'>
  readonly clients: ClientRules
  readonly usage: Omit<Usage, 'close'>
  /** `undefined` if metrics are switched off. */
  readonly metrics: Metrics | undefined
  readonly log: Log
  /** Returns whole milliseconds of the limiter's clock. */
  readonly now: () => number
}

/** A request that a route has taken. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly labels: Labels
  /** Whether it counts against the limit. */
  readonly isCounted: boolean
  /** Decides on the answer or throws an ApiError. `client` is the key of a counted client. */
  readonly decide: (client: string, inTurns: InTurns) => Deciding
  /** Formats an error as the client of this path expects it: as JSON, or as a page. */
  readonly fail: (error: ApiError, lines: HeaderLines) => Answer
}

/** A decision from which the answer is formatted. */
type Final = Exclude<Decision, { kind: 'prepared' }>

const nothing: Totals = { uses: 0, characters: 0 }

/**
 * Answers exchanges: a client over its limit is refused; otherwise the answer is decided, in its
 * turn if that takes long, and recorded if the exchange counts. Its methods never throw.
 */
export class Responder {
  readonly #parts: ExchangeParts
  readonly #notice: LimitNotice

  constructor(parts: ExchangeParts) {
    this.#parts = parts
    this.#notice = createLimitNotice(parts.usage.rateLimit)
  }

  respond(exchange: Exchange): void {
    const { http, clients } = this.#parts
    const client = exchange.isCounted ? clientKeyOf(exchange.request, clients) : ''
    const refused = this.#recall(exchange, client)
    if (refused !== undefined) {
      const refusal = this.#refuse(exchange, client, refused)
      // Recorded answers are written then, too: together they cost less.
      return http.atEndOfTurn(() => this.#send(exchange, refusal))
    }
    this.#decide(exchange, client)
  }

  /** Returns the refusal of a counted client that is known to be at its limit. */
  #recall({ isCounted }: Exchange, client: string): Admission | undefined {
    const { usage, now } = this.#parts
    return isCounted ? usage.limiter?.recall(client, now()) : undefined
  }

  #refuse(exchange: Exchange, client: string, admission: Admission): Answer {
    const { connections, bodies } = this.#parts.http
    this.#parts.usage.refusals.add(client)
    const closes = hasLongBody(exchange.request, bodies.limitBytes)
    // At once: requests that follow such a body must not be executed.
    if (closes) connections.closeAfter(exchange.request)
    const error = this.#notice.exceeded(admission, closes)
    return exchange.fail(error, this.#notice.lines(admission, Date.now()))
  }

  #decide(exchange: Exchange, client: string): void {
    this.#follow(exchange, client, () =>
      exchange.decide(client, (...work) => this.#inTurns(exchange, client, ...work)))
  }

  #follow(exchange: Exchange, client: string, decide: () => Deciding): void {
    const fail = (fault: unknown): void => this.#fail(exchange, client, fault)
    let deciding: Deciding
    try {
      deciding = decide()
    } catch (fault) {
      return fail(fault)
    }
    if (!(deciding instanceof Promise)) return this.#settle(exchange, client, deciding)
    deciding.then((decision) => this.#settle(exchange, client, decision), fail)
  }

  #fail(exchange: Exchange, client: string, fault: unknown): void {
    // Nobody waits for an answer.
    if (fault instanceof Gone) return
    if (fault instanceof OverLimit) {
      return this.#send(exchange, this.#refuse(exchange, client, fault.admission))
    }
    const error = fault instanceof ApiError ? fault : internalError(fault, this.#parts.log)
    this.#settle(exchange, client, { kind: 'error', error })
  }

  #settle(exchange: Exchange, client: string, decision: Decision): void {
    if (decision.kind === 'prepared') {
      const coding = chooseCoding(exchange.request.headers['accept-encoding'])
      const kept = decision.answer.find(coding)
      if (kept !== undefined) {
        return this.#settle(exchange, client, { kind: 'represented', representation: kept })
      }
      const make = async (turn: Turn): Promise<Decision> =>
        ({ kind: 'represented', representation: await decision.answer.make(coding, turn) })
      return this.#follow(exchange, client, () =>
        this.#inTurns(exchange, client, { isLarge: true }, make))
    }
    if (!exchange.isCounted) return this.#answer(exchange, decision, nothing, '')
    if (decision.kind === 'error' && decision.error.details.isCounted === false) {
      return this.#send(exchange, exchange.fail(decision.error, ''))
    }
    const adds = decision.kind === 'value' ? decision.adds : undefined
    this.#parts.usage.recorder.record(client, adds ?? nothing, (recorded) => {
      this.#conclude(exchange, client, decision, recorded)
    })
  }

  #inTurns(
    exchange: Exchange,
    client: string,
    ...[{ heldBytes = 0, isLarge = false, mostWaiting = Infinity }, decide]: Parameters<InTurns>
  ): Deciding {
    const { http, clients, usage } = this.#parts
    const { request, response, isCounted } = exchange
    const work = {
      client: isCounted ? client : clientKeyOf(request, clients),
      request,
      response,
      heldBytes: requestBytes(request) + heldBytes,
      isLarge,
      mostWaiting,
    }
    return http.turns.run(work, (turn) => {
      // While it waited, other requests may have used up the limit: also those of this turn.
      usage.recorder.flush()
      const refused = this.#recall(exchange, client)
      if (refused !== undefined) throw new OverLimit(refused)
      return decide(turn)
    })
  }

  #conclude(
    exchange: Exchange,
    client: string,
    decision: Final,
    recorded: Recorded | undefined,
  ): void {
    if (recorded === undefined) return this.#send(exchange, exchange.fail(unrecorded, ''))
    const { admission, totals } = recorded
    if (admission?.isAdmitted === false) {
      return this.#send(exchange, this.#refuse(exchange, client, admission))
    }
    const { metrics } = this.#parts
    if (metrics !== undefined && decision.kind === 'value') {
      metrics.characters += decision.adds?.characters ?? 0
    }
    const lines = admission === undefined ? '' : this.#notice.lines(admission, Date.now())
    this.#answer(exchange, decision, totals, lines)
  }

  #answer(exchange: Exchange, decision: Final, totals: Totals, lines: HeaderLines): void {
    let answer: Answer
    try {
      answer = this.#format(exchange, decision, totals, lines)
    } catch (fault) {
      answer = exchange.fail(internalError(fault, this.#parts.log), lines)
    }
    this.#send(exchange, answer)
  }

  #format(exchange: Exchange, decision: Final, totals: Totals, lines: HeaderLines): Answer {
    const { answers } = this.#parts.http
    switch (decision.kind) {
      case 'ready':
        return withLines(decision.answer, lines)
      case 'error':
        return exchange.fail(decision.error, lines)
      case 'represented':
        return answers.represented(
          decision.representation,
          exchange.request.headers,
          lines,
          // The headers about the limit are those of one client.
          exchange.isCounted ? 'private' : 'public',
        )
      case 'value':
        return answers.value(decision.value, lines, decision.isKept)
      case 'totals':
        return answers.value(decision.toValue(totals), lines)
    }
  }

  #send({ request, response, labels }: Exchange, answer: Answer): void {
    const { http, metrics } = this.#parts
    metrics?.count(labels, answer.status)
    if (answer.status < 400 || answer.closes || !hasUnfinishedBody(request)) {
      return http.send(request, response, answer)
    }
    const send = (): void => {
      const closes = hasUnfinishedBody(request)
      http.send(request, response, closes ? { ...answer, closes } : answer)
    }
    if (hasLongBody(request, http.bodies.limitBytes)) return send()
    // The rest of a short body may have arrived together with the head.
    http.atEndOfTurn(send)
  }
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
