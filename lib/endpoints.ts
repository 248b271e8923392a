import type { Deciding, Decision } from './api/decision.ts'
import { dispatch } from './api/dispatch.ts'
import type { Services } from './api/services.ts'
import { descriptionPath } from './api/openapi.ts'
import { represent } from './api/represent.ts'
import type { Endpoint, Label, Resource, ServiceRequest } from './api/request.ts'
import { answer, caching, formatLines, ok, withLines } from './http/answer.ts'
import type { Answer } from './http/answer.ts'
import { ApiError, reading } from './http/api-error.ts'
import { readBody } from './http/body.ts'
import { isOfOwnMachine } from './http/own-machine.ts'
import type { PreparedAnswer } from './http/prepared-answer.ts'
import { metricsPath } from './metrics.ts'
import type { Metrics } from './metrics.ts'
import type { PageRouter } from './pages/page-router.ts'
import type { ExchangeParts } from './exchange.ts'

export const healthPath = '/health'

/** The parts of a service that answer its requests. */
export interface EndpointParts extends ExchangeParts {
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
 * Everything that a service serves: path → what is there → method → endpoint. Of several at one
 * path, the first that is open to a request answers it.
 */
export type Endpoints = ReadonlyMap<string, readonly Resource[]>

/** Creates the map of everything that a service serves. */
export function createEndpoints(parts: EndpointParts): Endpoints {
  const { basePath, descriptionPaths, pages, metrics, clients, http: { answers } } = parts
  const resource = (
    label: Label,
    methods: readonly string[],
    handle: Endpoint['handle'],
  ): Resource => {
    const json = { label, fail: answers.error }
    const endpoint: Endpoint = { ...json, isCounted: () => false, handle }
    const toOptions: Endpoint = { ...json, isCounted: () => false, handle: () => preflight }
    const rows = methods.map((method) => [method, endpoint] as const)
    return { ...json, methods: new Map([...rows, ['OPTIONS', toOptions]]) }
  }
  const redirect = (to: string): Resource => {
    const decision = ready(answers.redirect(to))
    return resource('redirect', reading, () => decision)
  }
  const preflight = ready(answers.preflight)
  // Each action accepts methods of its own.
  const actions: Endpoint = {
    label: 'api', fail: answers.error,
    isCounted: () => true,
    handle: (request) => runAction(request, parts),
  }
  const api: Resource = { ...resource('api', [], actions.handle), others: actions }
  const description = resource('description', reading, (request) =>
    represent(request, parts.description, answers, 'public'))
  const toDocumentation = redirect(parts.services.documentationPath)
  const rows: ReadonlyArray<readonly [path: string, resource: Resource]> = [
    [basePath, api],
    [`${basePath}/`, api],
    [healthPath, resource('health', reading, () => checkHealth(parts))],
    ...descriptionPaths.map((path) => [path, description] as const),
    [basePath + descriptionPath, redirect(descriptionPaths.at(-1) ?? descriptionPath)],
    [`${basePath}/docs`, toDocumentation],
    [`${basePath}/docs/`, toDocumentation],
    ['*', resource('other', [], () => preflight)],
  ]
  // With {base_url} at the root of the host, a page may have the path of a redirect.
  const pagesAt = (path: string): readonly Resource[] => pages?.pages.get(path) ?? []
  // Of several rows with one path, a map keeps the last.
  const own = rows.toReversed().map(([path, one]) => [path, [...pagesAt(path), one]] as const)
  const endpoints = new Map<string, readonly Resource[]>([...(pages?.pages ?? []), ...own])
  if (metrics === undefined) return endpoints
  return endpoints.set(metricsPath, [{
    ...resource('metrics', reading, () => formatMetrics(metrics)),
    // For programs of other machines, and for web pages, it does not exist.
    isOpenTo: ({ message }) => isOfOwnMachine(message, clients),
  }])
}

function runAction(request: ServiceRequest, { http, services }: EndpointParts): Deciding {
  const { method, message, response } = request
  if (method !== 'POST') return dispatch(request, services)
  return readBody(message, response, http.bodies, (body) => {
    if (body.length <= mostAtOnceBytes) return dispatch(request, services, body)
    return request.inTurns(() => dispatch(request, services, body))
  })
}

// A longer body can take some milliseconds to parse.
const mostAtOnceBytes = 8_192

function checkHealth({ usage, http: { answers } }: EndpointParts): Decision {
  try {
    usage.store.assertHealthy()
  } catch {
    const message = 'The store cannot be written, or its files are gone from their place.'
    throw new ApiError('unavailable', message)
  }
  return ready(answers.value({ success: true }, ''))
}

async function formatMetrics(metrics: Metrics): Promise<Decision> {
  return ready(answer(ok, linesOfMetrics, await metrics.format()))
}

// Scripts of other origins may not read them.
const linesOfMetrics = formatLines({
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
  'Cache-Control': caching.never,
})

/** Returns a decision for an answer that is known. */
function ready(known: Answer): Decision {
  return { answer: (lines) => withLines(known, lines) }
}
