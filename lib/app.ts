import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply, Services } from './api/actions.ts'
import { dispatch, readForm } from './api/interface.ts'
import type { LimitNotice } from './api/limit-notice.ts'
import { formatAddress } from './http/address.ts'
import type { Answer, HeaderLines } from './http/answer.ts'
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
import type { Entrance, QueuedVisit } from './pages/entrance.ts'
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
  const { connections, answers, recorder, limiter, send } = app
  if (!connections.take(request)) return
  if (connections.isCrowded(request, response)) recorder.flush()
  if (app.log.writes('debug')) logAnswer(request, response, app)

  const refusal = checkMessage(request)
  if (refusal !== undefined) return send(request, response, answers.error(refusal))

  const { path, query } = splitTarget(request.url ?? '')
  const isService = isBasePath(path, app.basePath)
  const open = app.pages?.find(request, { path, query, isService })
  const visit = open && (await open(app.services))
  if (visit?.isCounted === false) return send(request, response, await visit.answer())
  if (!visit && !isService) return send(request, response, answerBeside(path, request, app))
  if (request.method === 'OPTIONS') return send(request, response, answers.preflight)

  const client = clientKey(clientOf(request, app), app.ipv6PrefixBits)
  const refused = limiter?.recall(client, app.now())
  if (refused !== undefined) return send(request, response, refuse(refused, visit, request, app))

  let outcome: Outcome
  try {
    const { method = '', headers } = request
    const isRead = method === 'POST'
    const body = isRead ? await readBody(request, response, client, app.bodies) : undefined
    if (visit !== undefined) outcome = { content: await visit.answer(), adds: none }
    else outcome = dispatch(method, readForm(query, body, headers['content-type']), app.services)
  } catch (error) {
    if (error === tooManyBodies) return send(request, response, answers.error(tooManyBodies))
    const content = error instanceof ApiError ? error : internalError(error, app.log)
    outcome = { content, adds: none }
  }
  const recorded = await recorder.record(client, outcome.adds)
  send(request, response, answerOutcome(outcome, recorded, visit, request, app))
}

/** What a request came to: the reply of an action, an error, or a page. */
interface Outcome {
  readonly content: Reply['content'] | ApiError | Answer
  /** What it adds to the statistics if it is admitted. */
  readonly adds: Totals
}

const none: Totals = { uses: 0, characters: 0 }

function answerOutcome(
  { content }: Outcome,
  recorded: Recorded | undefined,
  visit: QueuedVisit | undefined,
  request: IncomingMessage,
  app: AppOptions,
): Answer {
  const { answers, limitNotice } = app
  if (recorded === undefined) return tell(unrecorded, '', visit, answers)
  const { admission, totals } = recorded
  if (admission?.isAdmitted === false) return refuse(admission, visit, request, app)
  const lines = admission === undefined ? '' : limitNotice.lines(admission, Date.now())
  if (content instanceof ApiError) return answers.error(content, lines)
  if (typeof content === 'function') return answers.value(content(totals), lines)
  if ('represent' in content) return answers.prepared(content, request.headers, lines)
  return withLines(content, lines)
}

const unrecorded = new ApiError(
  'unavailable',
  'The request could not be recorded, so it was neither carried out nor counted. Try again later.',
)

function refuse(
  admission: Admission,
  visit: QueuedVisit | undefined,
  request: IncomingMessage,
  { answers, bodies, limitNotice }: AppOptions,
): Answer {
  const error = limitNotice.exceeded(admission, hasLongBody(request, bodies.limitBytes))
  return tell(error, limitNotice.lines(admission, Date.now()), visit, answers)
}

/** Tells of an error where the request came from: on a page, or as JSON. */
function tell(
  error: ApiError,
  lines: HeaderLines,
  visit: QueuedVisit | undefined,
  answers: JsonAnswers,
): Answer {
  return visit === undefined ? answers.error(error, lines) : withLines(visit.refuse(error), lines)
}

function withLines(answer: Answer, lines: HeaderLines): Answer {
  return lines === '' ? answer : { ...answer, lines: answer.lines + lines }
}

/** What lies besides {base_url} and the pages. */
function answerBeside(path: string, { method, headers }: IncomingMessage, app: AppOptions): Answer {
  const { answers, basePath, besides, description } = app
  if (!besides.includes(path)) return answers.error(nothingHere(basePath))
  if (method === 'OPTIONS') return answers.preflight
  if (!reading.some((taken) => taken === method)) return answers.error(methodNotAllowed(reading))
  return path === healthPath ? answerHealth(app) : answers.prepared(description, headers, '')
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
