import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deciding } from './api/decision.ts'
import { actions, dispatch, readForm } from './api/actions.ts'
import { descriptionPath } from './api/openapi.ts'
import { createAnswerMaker, formatLines, withLines } from './http/answer.ts'
import { ApiError, reading } from './http/api-error.ts'
import { readBody } from './http/body.ts'
import { formatClient, isOnThisMachine } from './http/client.ts'
import { trimHead } from './http/request-memory.ts'
import { checkMessage, splitTarget } from './http/strict-http.ts'
import type { Log } from './log.ts'
import { metricsPath } from './metrics.ts'
import type { Labels } from './metrics.ts'
import type { Visit } from './pages/pages.ts'
import { Responder } from './exchange.ts'
import type { Exchange, ExchangeParts } from './exchange.ts'
import { fixed, json, preflightOnly, redirect } from './route.ts'
import type { AppParts, Handler, Incoming, Route } from './route.ts'

export const healthPath = '/health'

/** Returns everything that the service serves; the first route that takes a request opens it. */
function createRoutes(parts: AppParts): readonly Route[] {
  const { basePath, descriptionPaths, documentationPath } = parts
  return [
    metricsOnThisMachine,
    pageAt, // counted if it transforms a text
    json('api', [basePath, `${basePath}/`], { isCounted: true, methods: 'any', handle: runAction }),
    json('health', [healthPath], { isCounted: false, methods: reading, handle: checkHealth }),
    json('description', descriptionPaths, { isCounted: false, methods: reading, handle: describe }),
    redirect([`${basePath}${descriptionPath}`], descriptionPaths.at(-1) ?? descriptionPath),
    redirect([`${basePath}/docs`, `${basePath}/docs/`], documentationPath),
    preflightOnly('*'),
    missingPage, // for browsers
    nothing, // for programs
  ]
}

/** Listens to every request, with and without `Expect`. Never throws. */
export type App = (request: IncomingMessage, response: ServerResponse) => void

/** Creates the listener that takes each request from its head to its answer. */
export function createApp(app: AppParts): App {
  const { http, usage, metrics, log } = app
  const routes = createRoutes(app)
  const responder = new Responder(app)
  http.refusals.onAnswer = (status, peer) => {
    metrics?.count({ route: 'other', action: '' }, status)
    log.debug('Answered', { method: '-', status, client: peer })
  }
  return (request, response) => {
    if (!http.connections.register(request)) return
    if (!http.backlog.add(request, response)) return
    if (http.connections.isCrowded(request, response)) {
      usage.recorder.flush()
      http.endTurn()
    }
    if (log.writes('debug')) logAnswer(request, response, app)
    const fault = checkMessage(request)
    const labels: Labels = { route: 'other', action: '' }
    if (fault !== undefined) {
      metrics?.count(labels, fault.status)
      return http.send(request, response, http.answers.error(fault))
    }
    const { path, query } = splitTarget(request.url ?? '')
    const incoming = { request, response, labels, path, query }
    for (const open of routes) {
      const exchange = open(incoming, app)
      if (exchange === undefined) continue
      responder.respond(exchange)
      return trimHead(request)
    }
  }
}

const metricsOnThisMachine: Route = (incoming, app) => {
  const { metrics, clients } = app
  if (metrics === undefined || incoming.path !== metricsPath) return undefined
  if (!isOnThisMachine(incoming.request, clients)) return undefined
  const handle: Handler = async () => {
    return { kind: 'ready', answer: metricsAnswers.whole(await metrics.format(), '') }
  }
  const route = { isCounted: false, methods: reading, handle }
  return json('metrics', [metricsPath], route)(incoming, app)
}

// Scripts of other origins may not read them.
const metricsAnswers = createAnswerMaker(
  formatLines({
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }),
  'text/plain; version=0.0.4; charset=utf-8',
)

const pageAt: Route = (incoming, { basePath, pages }) => {
  const isService = incoming.path === basePath || incoming.path === `${basePath}/`
  if (!isService && isOfProgram(incoming)) return undefined
  return openPage(incoming, pages?.open(incoming, isService))
}

/** Whether a program has taken the address of a page for that of the service. */
function isOfProgram({ request, query }: Incoming): boolean {
  return request.method === 'POST' || /(?:^|&)action=/.test(query)
}

const missingPage: Route = (incoming, { pages }) =>
  isOfProgram(incoming) ? undefined : openPage(incoming, pages?.openMissing(incoming))

function openPage(
  { request, response, labels }: Incoming,
  visit: Visit | undefined,
): Exchange | undefined {
  if (visit === undefined) return undefined
  labels.route = 'page'
  const { isCounted, decide, refuse } = visit
  const fail: Exchange['fail'] = (error, lines) => withLines(refuse(error), lines)
  const decideFor: Exchange['decide'] = (_client, inTurns) => decide(inTurns)
  return { request, response, labels, isCounted, decide: decideFor, fail }
}

const nothing: Route = (incoming, app) => {
  const message = `There is nothing here. The service answers at ${app.basePath || '/'}.`
  return fixed({ kind: 'error', error: new ApiError('notFound', message) }, incoming, app)
}

const runAction: Handler = (incoming, app, client, inTurns) => {
  const { http, services, documentationPath } = app
  const { request, response, labels, query } = incoming
  const { method = '', headers } = request
  const run = (body?: Uint8Array): Deciding => {
    const form = readForm(query, body, headers['content-type'])
    const action = form.get('action')
    if (action !== undefined && actions.has(action)) labels.action = action
    return dispatch({ method, form, inTurns, documentationPath }, services)
  }
  if (method !== 'POST') return run()
  return readBody(request, response, client, http.bodies, run)
}

const checkHealth: Handler = (_incoming, { usage }) => {
  try {
    usage.store.assertHealthy()
  } catch {
    const message = 'The store cannot be written, or its files are gone from their place.'
    throw new ApiError('unavailable', message)
  }
  return { kind: 'value', value: { success: true } }
}

const describe: Handler = (_incoming, { description: answer }) => ({ kind: 'prepared', answer })

/** Logs a request once its answer is sent. A closed socket does not know its client any more. */
function logAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { clients, log }: { readonly clients: ExchangeParts['clients']; readonly log: Log },
): void {
  const { method = '' } = request
  const client = formatClient(request, clients)
  response.once('close', () => {
    if (response.writableFinished) {
      log.debug('Answered', { method, status: response.statusCode, client })
    } else log.debug('Not answered', { method, client })
  })
}
