import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint, Resource, ServiceRequest } from './api/request.ts'
import { ApiError, internalError, methodNotAllowed } from './http/api-error.ts'
import { formatClient } from './http/client.ts'
import { checkMessage } from './http/strict-http.ts'
import type { EndpointParts, Endpoints } from './endpoints.ts'
import { Exchange, exchange } from './exchange.ts'

/** Listens to every request, with and without `Expect`. Never throws. */
export type App = (message: IncomingMessage, response: ServerResponse) => void

/** Creates the listener that takes each request from its head to its answer. */
export function createApp(app: EndpointParts, endpoints: Endpoints): App {
  const { http, metrics, log } = app
  const find = createFinder(app, endpoints)
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
function createFinder(
  app: EndpointParts,
  endpoints: Endpoints,
): (request: ServiceRequest) => Endpoint {
  const { http: { answers }, basePath, pages, log } = app
  const json = { label: 'other', fail: answers.error } as const
  const message = `There is nothing here. The service answers at ${basePath || '/'}.`
  const missing = refusing(new ApiError('notFound', message), json)
  const findResource = (request: ServiceRequest): Resource | undefined => {
    for (const one of endpoints.get(request.path) ?? []) {
      if (one.isOpenTo?.(request) !== false) return one
    }
    // What is missing is worked out, as are the pages that say so.
    return pages?.missing.isOpenTo?.(request) ? pages.missing : undefined
  }
  return (request) => {
    const fault = checkMessage(request.message)
    if (fault !== undefined) return refusing(fault, json)
    try {
      const found = findResource(request)
      if (found === undefined) return missing
      const endpoint = found.methods.get(request.method) ?? found.others ??
        refusing(methodNotAllowed([...found.methods.keys()]), found)
      request.isCounted = endpoint.isCounted(request)
      return endpoint
    } catch (error) {
      return refusing(internalError(error, log), json)
    }
  }
}

/** Returns an endpoint that refuses every request, and counts none. */
function refusing(error: ApiError, { label, fail }: Pick<Endpoint, 'label' | 'fail'>): Endpoint {
  const handle = (): never => {
    throw error
  }
  return { label, isCounted: () => false, handle, fail }
}

/** Logs a request once its answer is sent. A closed socket does not know its client any more. */
function logAnswer(
  message: IncomingMessage,
  response: ServerResponse,
  { clients, log }: EndpointParts,
): void {
  const { method = '' } = message
  const client = formatClient(message, clients)
  response.once('close', () => {
    if (response.writableFinished) {
      log.debug('Answered', { method, status: response.statusCode, client })
    } else log.debug('Not answered', { method, client })
  })
}
