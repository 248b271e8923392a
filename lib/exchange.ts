import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from './api/interface.ts'
import { createLimitNotice } from './api/limit-notice.ts'
import { withLines } from './http/answer.ts'
import type { Answer, HeaderLines } from './http/answer.ts'
import { ApiError, internalError } from './http/api-error.ts'
import { hasLongBody, tooManyBodies } from './http/body.ts'
import { clientKeyOf } from './http/client.ts'
import type { ClientRules } from './http/client.ts'
import type { HttpServer } from './http/server.ts'
import type { Log } from './log.ts'
import type { Labels, Metrics } from './metrics.ts'
import type { Admission } from './usage/rate-limiter.ts'
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
  readonly decide: (client: string) => Decision | Promise<Decision>
  /** Formats an error as the client of this path expects it: as JSON, or as a page. */
  readonly fail: (error: ApiError, lines: HeaderLines) => Answer
}

/** What a request is answered with, by kind. */
export type Decision =
  | Reply
  | { readonly kind: 'page'; readonly page: Answer }
  | { readonly kind: 'error'; readonly error: ApiError }

const nothing: Totals = { uses: 0, characters: 0 }

/**
 * Creates the function that answers an exchange: a client over its limit is refused; otherwise the
 * answer is decided and, if the exchange counts, recorded. Never rejects.
 */
export function createResponder(
  { http, clients, usage, metrics, log, now }: ExchangeParts,
): (exchange: Exchange) => Promise<void> {
  const { recorder, limiter, refusals } = usage
  const notice = createLimitNotice(usage.rateLimit)
  const refuse = (admission: Admission, exchange: Exchange, client: string): Answer => {
    refusals.add(client)
    const error = notice.exceeded(admission, hasLongBody(exchange.request, http.bodies.limitBytes))
    return exchange.fail(error, notice.lines(admission, Date.now()))
  }
  const format = (
    decision: Decision,
    exchange: Exchange,
    totals: Totals,
    lines: HeaderLines,
  ): Answer => {
    switch (decision.kind) {
      case 'error':
        return exchange.fail(decision.error, lines)
      case 'page':
        return withLines(decision.page, lines)
      case 'prepared':
        return http.answers.prepared(decision.answer, exchange.request.headers, lines)
      case 'totals':
        return http.answers.value(decision.toValue(totals), lines)
      case 'value':
        return http.answers.value(decision.value, lines)
    }
  }
  const findAnswer = async (exchange: Exchange): Promise<Answer> => {
    const { request, isCounted } = exchange
    const client = isCounted ? clientKeyOf(request, clients) : ''
    const refused = isCounted ? limiter?.recall(client, now()) : undefined
    if (refused !== undefined) {
      // Recorded answers are written then, too: together they cost less.
      await http.endOfTurn()
      return refuse(refused, exchange, client)
    }
    let decision: Decision
    try {
      const deciding = exchange.decide(client)
      decision = deciding instanceof Promise ? await deciding : deciding
    } catch (fault) {
      if (fault === tooManyBodies) return exchange.fail(tooManyBodies, '')
      const error = fault instanceof ApiError ? fault : internalError(fault, log)
      decision = { kind: 'error', error }
    }
    if (!isCounted) return format(decision, exchange, nothing, '')
    const adds = decision.kind === 'value' ? decision.adds : undefined
    const recorded = await recorder.record(client, adds ?? nothing)
    if (recorded === undefined) return exchange.fail(unrecorded, '')
    const { admission, totals } = recorded
    if (admission?.isAdmitted === false) return refuse(admission, exchange, client)
    if (metrics !== undefined) metrics.characters += adds?.characters ?? 0
    const lines = admission === undefined ? '' : notice.lines(admission, Date.now())
    return format(decision, exchange, totals, lines)
  }
  return async (exchange) => {
    const answer = await findAnswer(exchange)
    metrics?.count(exchange.labels, answer.status)
    http.send(exchange.request, exchange.response, answer)
  }
}

const unrecorded = new ApiError(
  'unavailable',
  'The request could not be recorded, so it was neither carried out nor counted. Try again later.',
)
