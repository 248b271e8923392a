import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Deciding, Decision } from './api/decision.ts'
import { dispatch } from './api/actions.ts'
import type { Services } from './api/actions.ts'
import { descriptionPath } from './api/openapi.ts'
import { represent } from './api/represent.ts'
import type { Endpoint, ServiceRequest } from './api/request.ts'
import { createAnswerMaker, formatLines } from './http/answer.ts'
import { ApiError, internalError, reading } from './http/api-error.ts'
import { readBody } from './http/body.ts'
import { formatClient } from './http/client.ts'
import { isOfOwnMachine } from './http/own-machine.ts'
import type { PreparedAnswer } from './http/prepared-answer.ts'
import { checkMessage } from './http/strict-http.ts'
import { metricsPath } from './metrics.ts'
import type { Metrics } from './metrics.ts'
import type { PageRouter } from './pages/page-router.ts'
import { Exchange, exchange } from './exchange.ts'
import type { ExchangeParts } from './exchange.ts'
import { createEndpoints, ready, refusing } from './route.ts'
import type { Route } from './route.ts'

export const healthPath = '/health'

/** The parts of a service that answer its requests. */
export interface AppParts extends ExchangeParts {
  /** The path of {base_url}, without a final slash. */
  readonly basePath: string
  /** The paths of the description of the interface. */
  readonly descriptionPaths: readonly string[]
  readonly services: Services
  /** The answer that describes the interface. */
  readonly description: PreparedAnswer
  /** `undefined` if pages are switched off. */
  readonly pages: PageRouter | undefined
}

/**
 * Returns everything that the service serves, apart from pages. The first route with a path of a
 * request answers it.
 */
function createRoutes(app: AppParts): readonly Route[] {
  const { basePath, descriptionPaths, services: { documentationPath }, http: { answers } } = app
  const description = descriptionPaths.at(-1) ?? descriptionPath
  const free = { isCounted: false, methods: reading } as const
  return [
    {
      paths: [basePath, `${basePath}/`],
      methods: 'any',
      label: 'api',
      isCounted: true,
      handle: (request) => runAction(request, app),
    },
    { ...free, paths: [healthPath], label: 'health', handle: () => checkHealth(app) },
    {
      ...free,
      paths: descriptionPaths,
      label: 'description',
      handle: (request) => represent(request, app.description, answers, 'public'),
    },
    redirect([`${basePath}${descriptionPath}`], description, app),
    redirect([`${basePath}/docs`, `${basePath}/docs/`], documentationPath, app),
    ...(app.metrics === undefined ? [] : [metricsRoute(app.metrics, app)]),
    {
      paths: ['*'], // with OPTIONS alone
      methods: [],
      label: 'other',
      isCounted: false,
      handle: () => ready(answers.preflight),
    },
  ]
}

/** Listens to every request, with and without `Expect`. Never throws. */
export type App = (message: IncomingMessage, response: ServerResponse) => void

/** Creates the listener that takes each request from its head to its answer. */
export function createApp(app: AppParts): App {
  const { http, metrics, log } = app
  const find = createFinder(app)
  const logsAnswers = log.writes('debug')
  http.refusals.onAnswer = (status, peer) => {
    metrics?.count('other', '', status)
    log.debug('Answered', { method: '-', status, client: peer })
  }
  return (message, response) => {
    if (!http.connections.register(message, response)) return
    const respond = (): void => {
      if (logsAnswers) logAnswer(message, response, app)
      exchange(new Exchange(message, response, app, find), app)
    }
    // The answer whose turn it is has its socket. Nothing is made before earlier ones are sent.
    if (response.socket !== null) respond()
    // By then, Node has finished with the answer before.
    else response.once('socket', () => queueMicrotask(respond))
  }
}

/** Returns the function that finds what answers a request. */
function createFinder(app: AppParts): (request: ServiceRequest) => Endpoint {
  const { http: { answers }, basePath, pages, log } = app
  const routes = createRoutes(app).flatMap((route) => {
    const row = { ...route, endpointOf: createEndpoints(route, answers) }
    return route.paths.map((path) => [path, { ...row, isPage: pages?.has(path) === true }] as const)
  })
  // Of several rows with one key, a map keeps the last.
  const routeAt = new Map(routes.toReversed())
  const message = `There is nothing here. The service answers at ${basePath || '/'}.`
  const missing = refusing(new ApiError('notFound', message), 'other', answers)
  const findPage = (request: ServiceRequest, isService: boolean): Endpoint | undefined => {
    try {
      return isService ? pages?.findAtService(request) : pages?.find(request)
    } catch (fault) {
      return refusing(internalError(fault, log), 'page', answers)
    }
  }
  return (request) => {
    const fault = checkMessage(request.message)
    if (fault !== undefined) return refusing(fault, 'other', answers)
    const route = routeAt.get(request.path)
    if (route === undefined || route.isOpenTo?.(request) === false) {
      return findPage(request, false) ?? missing
    }
    // With {base_url} at the root of the host, a page may have the path of a redirect.
    const page = route.isPage ? findPage(request, route.label === 'api') : undefined
    return page ?? route.endpointOf(request.method)
  }
}

function runAction(request: ServiceRequest, { http, services }: AppParts): Deciding {
  const { method, message, response } = request
  if (method !== 'POST') return dispatch(request, services)
  return readBody(message, response, http.bodies, (body) => {
    if (body.length <= mostAtOnceBytes) return dispatch(request, services, body)
    return request.inTurns(() => dispatch(request, services, body))
  })
}

// A longer body can take some milliseconds to parse.
const mostAtOnceBytes = 8_192

function checkHealth({ usage, http: { answers } }: AppParts): Decision {
  try {
    usage.store.assertHealthy()
  } catch {
    const message = 'The store cannot be written, or its files are gone from their place.'
    throw new ApiError('unavailable', message)
  }
  return ready(answers.value({ success: true }, ''))
}

/** Redirects requests for some paths. */
function redirect(paths: readonly string[], target: string, { http }: AppParts): Route {
  const answer = http.answers.redirect(target)
  const handle = (): Decision => ready(answer)
  return { paths, methods: reading, label: 'redirect', isCounted: false, handle }
}

/** For programs of other machines, and for web pages, the path of the metrics does not exist. */
function metricsRoute(metrics: Metrics, { clients }: AppParts): Route {
  return {
    paths: [metricsPath],
    methods: reading,
    label: 'metrics',
    isCounted: false,
    isOpenTo: ({ message }) => isOfOwnMachine(message, clients),
    async handle() {
      return ready(metricsAnswers.whole(await metrics.format(), ''))
    },
  }
}

// Scripts of other origins may not read them.
const metricsAnswers = createAnswerMaker(
  formatLines({
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  }),
  'text/plain; version=0.0.4; charset=utf-8',
)

/** Logs a request once its answer is sent. A closed socket does not know its client any more. */
function logAnswer(
  message: IncomingMessage,
  response: ServerResponse,
  { clients, log }: AppParts,
): void {
  const { method = '' } = message
  const client = formatClient(message, clients)
  response.once('close', () => {
    if (response.writableFinished) {
      log.debug('Answered', { method, status: response.statusCode, client })
    } else log.debug('Not answered', { method, client })
  })
}
