import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from './api/actions.ts'
import { dispatch, readForm } from './api/interface.ts'
import type { LimitNotice } from './api/limit-notice.ts'
import { formatAddress } from './http/address.ts'
import type { Answer } from './http/answer.ts'
import { ApiError, internalError } from './http/api-error.ts'
import { hasLongBody, readBody } from './http/body.ts'
import type { BodyRules } from './http/body.ts'
import { tooManyBodies } from './http/body-budget.ts'
import { clientKey, clientOf } from './http/client.ts'
import type { ClientRules } from './http/client.ts'
import type { Connections } from './http/connection.ts'
import { methodNotAllowed, reading } from './http/methods.ts'
import type { JsonAnswers } from './http/json-answers.ts'
import type { PreparedAnswer } from './http/prepared-answer.ts'
import type { Sender } from './http/send.ts'
import { checkMessage, splitTarget } from './http/strict-http.ts'
import type { Log } from './log.ts'
import type { Entrance, Found } from './pages/entrance.ts'
import type { Admission, RateLimiter } from './usage/rate-limiter.ts'
import type { Recorded, Recorder } from './usage/recorder.ts'
import type { Totals } from './usage/statistics.ts'

export interface AppOptions extends ClientRules {
  /** Path of {base_url}, without a final slash. */
  readonly basePath: string
  /** The paths besides {base_url}: `*`, that of `/health`, and those of the description. */
  readonly besides: readonly string[]
  /** The way to the pages; there may be none. */
  readonly pages: Entrance | undefined
  /** Asked for at each request: another catalogue may take its place. */
  readonly services: Services
  /** The description of the interface. */
  readonly description: PreparedAnswer
  readonly connections: Connections
  readonly bodies: BodyRules
  readonly answers: JsonAnswers
  readonly send: Sender['send']
  readonly recorder: Recorder
  readonly limiter: RateLimiter | undefined
  readonly limitNotice: LimitNotice
  readonly ipv6PrefixBits: number
  /** Throws where the store cannot be written, or its files are gone from their place. */
  readonly probeStore: () => void
  readonly log: Log
  /** Whole milliseconds of the limiter's clock. */
  readonly now: () => number
}

/** The listener for every request, with and without `Expect`. */
export type App = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Where the service tells whether it is well. */
export const healthPath = '/health'

/** Gives the listener that takes each request from its head to its answer. */
export function createApp(options: AppOptions): App {
  return (request, response) => handle(request, response, options)
}

/** One request: refused, or decided, then recorded, then answered. */
async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  app: AppOptions,
): Promise<void> {
  const { connections, pages, answers, recorder, limiter, send } = app
  if (!connections.take(request)) return
  if (connections.isCrowded(request, response)) recorder.flush()
  if (app.log.writes('debug')) logAnswer(request, response, app)

  const refusal = checkMessage(request)
  if (refusal !== undefined) return send(request, response, answers.error(refusal))

  const { path, query } = splitTarget(request.url ?? '')
  const isService = isBasePath(path, app.basePath)
  const page = pages?.find(request, { path, query, isService })
  if (page !== undefined) return handlePage(request, response, page, app)
  if (!isService && !app.besides.includes(path)) {
    return send(request, response, answers.error(nothingHere(app.basePath)))
  }
  if (request.method === 'OPTIONS') return send(request, response, answers.preflight)
  if (!isService) return send(request, response, answerBeside(path, request, app))

  const client = clientKey(clientOf(request, app), app.ipv6PrefixBits)
  const refused = limiter?.recall(client, app.now())
  if (refused !== undefined) return send(request, response, refuse(request, refused, app))

  let outcome: Outcome
  try {
    const isRead = request.method === 'POST'
    const body = isRead ? await readBody(request, response, client, app.bodies) : undefined
    const form = readForm(query, body, request.headers['content-type'])
    outcome = dispatch(request.method ?? '', form, app.services)
  } catch (error) {
    if (error === tooManyBodies) return send(request, response, answers.error(tooManyBodies))
    const content = error instanceof ApiError ? error : internalError(error, app.log)
    outcome = { content, adds: none }
  }
  const recorded = await recorder.record(client, outcome.adds)
  send(request, response, answerOutcome(request, outcome, recorded, app))
}

/** A request for a page: as above, but most pages are nothing to record. */
async function handlePage(
  request: IncomingMessage,
  response: ServerResponse,
  open: Found,
  app: AppOptions,
): Promise<void> {
  const { limiter, limitNotice, recorder, send } = app
  const visit = await open(app.services)
  if (!visit.isCounted) return send(request, response, visit.answer())

  const client = clientKey(clientOf(request, app), app.ipv6PrefixBits)
  const refuseVisit = (admission: Admission): Answer =>
    withLines(visit.refuse(limitNotice.exceeded(admission, false)), admission, app)
  const refused = limiter?.recall(client, app.now())
  if (refused !== undefined) return send(request, response, refuseVisit(refused))

  const page = visit.answer()
  const recorded = await recorder.record(client, none)
  if (recorded === undefined) return send(request, response, visit.refuse(unrecorded))
  const { admission } = recorded
  const isRefused = admission?.isAdmitted === false
  send(request, response, isRefused ? refuseVisit(admission) : withLines(page, admission, app))
}

/** What a request came to: the reply of an action, or an error. */
interface Outcome {
  readonly content: PreparedAnswer | ((totals: Totals) => unknown) | ApiError
  /** What it adds to the statistics if it is admitted. */
  readonly adds: Totals
}

const none: Totals = { uses: 0, characters: 0 }

function answerOutcome(
  request: IncomingMessage,
  { content }: Outcome,
  recorded: Recorded | undefined,
  app: AppOptions,
): Answer {
  if (recorded === undefined) return app.answers.error(unrecorded)
  const { admission, totals } = recorded
  if (admission?.isAdmitted === false) return refuse(request, admission, app)
  const lines = admission === undefined ? '' : app.limitNotice.lines(admission, Date.now())
  if (content instanceof ApiError) return app.answers.error(content, lines)
  if (typeof content === 'function') return app.answers.value(content(totals), lines)
  return app.answers.prepared(content, request.headers, lines)
}

const unrecorded = new ApiError(
  'unavailable',
  'The request could not be recorded, so it was neither carried out nor counted. Try again later.',
)

function refuse(
  request: IncomingMessage,
  admission: Admission,
  { answers, bodies, limitNotice }: AppOptions,
): Answer {
  const error = limitNotice.exceeded(admission, hasLongBody(request, bodies.limitBytes))
  return answers.error(error, limitNotice.lines(admission, Date.now()))
}

function withLines(answer: Answer, admission: Admission | undefined, app: AppOptions): Answer {
  if (admission === undefined) return answer
  return { ...answer, lines: answer.lines + app.limitNotice.lines(admission, Date.now()) }
}

function answerBeside(path: string, { method, headers }: IncomingMessage, app: AppOptions): Answer {
  const { answers, description } = app
  if (!reading.some((taken) => taken === method)) return answers.error(methodNotAllowed(reading))
  if (path === healthPath) return answerHealth(app)
  return answers.prepared(description, headers, '')
}

function answerHealth({ answers, probeStore }: AppOptions): Answer {
  try {
    probeStore()
  } catch {
    const message = 'The store cannot be written, or its files are gone from their place.'
    return answers.error(new ApiError('unavailable', message))
  }
  return answers.value({ success: true }, '')
}

function isBasePath(path: string, basePath: string): boolean {
  return path === basePath || (path.length === basePath.length + 1 && path === `${basePath}/`)
}

function nothingHere(basePath: string): ApiError {
  const message = `There is nothing here. The service answers at ${basePath || '/'}.`
  return new ApiError('notFound', message)
}

/** Logs a request once it is answered. A socket that is closed no longer tells its client. */
function logAnswer(request: IncomingMessage, response: ServerResponse, app: AppOptions): void {
  const { method = '' } = request
  const address = clientOf(request, app)
  const client = address === undefined ? 'unknown' : formatAddress(address)
  response.once('close', () => {
    app.log.debug('Answered', { method, status: response.statusCode, client })
  })
}
