import type { IncomingMessage, ServerResponse } from 'node:http'
import { actions, dispatch, readForm } from './api/interface.ts'
import { descriptionPath } from './api/live-catalogue.ts'
import { compileTrust } from './http/address.ts'
import { createAnswerMaker, formatLines, withLines } from './http/answer.ts'
import { ApiError, reading } from './http/api-error.ts'
import { readBody } from './http/body.ts'
import { findClient, formatClient } from './http/client.ts'
import { checkMessage, splitTarget } from './http/strict-http.ts'
import type { Log } from './log.ts'
import { metricsPath } from './metrics.ts'
import type { Labels } from './metrics.ts'
import { probeStore } from './usage/statistics.ts'
import { createResponder } from './exchange.ts'
import type { Decision, ExchangeParts } from './exchange.ts'
import { fixed, json, leadTo } from './route.ts'
import type { AppParts, Handler, Incoming, Route } from './route.ts'

export const healthPath = '/health'

const isLoopback = compileTrust('loopback')

/** Returns everything that the service serves; the first route that takes a request opens it. */
function createRoutes(parts: AppParts): readonly Route[] {
  const { basePath, descriptionPaths, documentationPath } = parts
  return [
    openMetrics, // for clients on this machine
    openPage(), // counted if it transforms a text
    json('api', [basePath, `${basePath}/`], { isCounted: true, methods: 'any', handle: runAction }),
    json('health', [healthPath], { isCounted: false, methods: reading, handle: checkHealth }),
    json('description', descriptionPaths, { isCounted: false, methods: reading, handle: describe }),
    leadTo(descriptionPath, [`${basePath}${descriptionPath}`]),
    leadTo(documentationPath, [`${basePath}/docs`, `${basePath}/docs/`]),
    json('other', ['*'], { isCounted: false, methods: [], handle: describe }), // OPTIONS alone
    openPage(true), // for browsers, that there is nothing
  ]
}

/** Listens to every request, with and without `Expect`. Never rejects. */
export type App = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Creates the listener that takes each request from its head to its answer. */
export function createApp(app: AppParts): App {
  const { http, usage, metrics, log } = app
  const routes = createRoutes(app)
  const respond = createResponder(app)
  return async (request, response) => {
    if (!http.connections.take(request)) return
    if (http.connections.isCrowded(request, response)) usage.recorder.flush()
    if (log.writes('debug')) logAnswer(request, response, app)
    const fault = checkMessage(request)
    const labels: Labels = { route: 'other', action: '' }
    if (fault !== undefined) {
      metrics?.count(labels, fault.status)
      return http.send(request, response, http.answers.error(fault))
    }
    const incoming = { request, response, labels, ...splitTarget(request.url ?? '') }
    const opened = openExchange(incoming, routes, app)
    const exchange = opened instanceof Promise ? await opened : opened
    return respond(exchange)
  }
}

function openExchange(incoming: Incoming, routes: readonly Route[], app: AppParts) {
  for (const open of routes) {
    const exchange = open(incoming, app)
    if (exchange !== undefined) return exchange
  }
  const message = `There is nothing here. The service answers at ${app.basePath || '/'}.`
  return fixed({ kind: 'error', error: new ApiError('notFound', message) }, incoming, app)
}

const openMetrics: Route = (incoming, app) => {
  const { metrics, clients } = app
  if (metrics === undefined || incoming.path !== metricsPath) return undefined
  const client = findClient(incoming.request, clients)
  if (client === undefined || !isLoopback(client)) return undefined
  const handle: Handler = async () => {
    return { kind: 'page', page: metricsAnswers.whole(await metrics.format(), '') }
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

const openPage = (isMissing = false): Route => (incoming, { basePath, pages, catalogue }) => {
  const { request, response, labels, path, query } = incoming
  const isService = path === basePath || path === `${basePath}/`
  const target = { path, query, isService, isMissing }
  const opening = pages?.open(request, target, catalogue.services)
  if (opening !== undefined) labels.route = 'page'
  return opening?.then(({ isCounted, answer, refuse }) => ({
    request,
    response,
    labels,
    isCounted,
    decide: async () => ({ kind: 'page', page: await answer() }),
    fail: (error, lines) => withLines(refuse(error), lines),
  }))
}

const runAction: Handler = (incoming, { http, catalogue }, client) => {
  const { request, response, labels, query } = incoming
  const { method = '', headers } = request
  const run = async (body?: Uint8Array): Promise<Decision> => {
    const services = await catalogue.services()
    const form = readForm(query, body, headers['content-type'])
    const action = form.get('action')
    if (action !== undefined && actions.has(action)) labels.action = action
    return dispatch(method, form, services)
  }
  return method === 'POST' ? readBody(request, response, client, http.bodies).then(run) : run()
}

const checkHealth: Handler = (_incoming, { usage }) => {
  try {
    probeStore(usage.store)
  } catch {
    const message = 'The store cannot be written, or its files are gone from their place.'
    throw new ApiError('unavailable', message)
  }
  return { kind: 'value', value: { success: true } }
}

const describe: Handler = async (_incoming, { catalogue }) => {
  return { kind: 'prepared', answer: await catalogue.description() }
}

/** Logs a request once it is answered. A closed socket does not know its client any more. */
function logAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { clients, log }: { readonly clients: ExchangeParts['clients']; readonly log: Log },
): void {
  const { method = '' } = request
  const client = formatClient(request, clients)
  response.once('close', () => {
    log.debug('Answered', { method, status: response.statusCode, client })
  })
}
