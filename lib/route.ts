import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Services } from './api/actions.ts'
import type { Deciding, Decision, InTurns } from './api/decision.ts'
import { methodNotAllowed, reading } from './http/api-error.ts'
import type { PreparedAnswer } from './http/prepared-answer.ts'
import type { PageRouter } from './pages/page-router.ts'
import type { Labels } from './metrics.ts'
import type { Exchange, ExchangeParts } from './exchange.ts'

/** The parts of a service that answer its requests. */
export interface AppParts extends ExchangeParts {
  /** The path of {base_url}, without a final slash. */
  readonly basePath: string
  /** The paths of the description of the interface. */
  readonly descriptionPaths: readonly string[]
  /** The path of the documentation for people, or of the description if there are no pages. */
  readonly documentationPath: string
  readonly services: Services
  /** The answer that describes the interface. */
  readonly description: PreparedAnswer
  /** `undefined` if pages are switched off. */
  readonly pages: PageRouter | undefined
}

/** A request and its target. */
export interface Incoming {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly labels: Labels
  readonly path: string
  /** The text after `?`, still encoded. */
  readonly query: string
}

/** Opens a request, or returns `undefined` for a path of another route. */
export type Route = (incoming: Incoming, app: AppParts) => Exchange | undefined

/** What a path with answers in JSON does. */
interface JsonRoute {
  readonly isCounted: boolean
  /** `any` if the handler decides which methods it accepts. */
  readonly methods: readonly string[] | 'any'
  readonly handle: Handler
}

/** Decides on the answer of a route. */
export type Handler = (
  incoming: Incoming,
  app: AppParts,
  client: string,
  inTurns: InTurns,
) => Deciding

/** Creates a route with answers in JSON. OPTIONS and other methods are answered by it, too. */
export function json(
  route: Labels['route'],
  paths: readonly string[],
  { isCounted, methods, handle }: JsonRoute,
): Route {
  return (incoming, app) => {
    if (!paths.includes(incoming.path)) return undefined
    const { request, response, labels } = incoming
    labels.route = route
    const { method = '' } = request
    const { error, preflight } = app.http.answers
    if (method === 'OPTIONS') return fixed({ kind: 'ready', answer: preflight }, incoming, app)
    if (methods !== 'any' && !methods.includes(method)) {
      return fixed({ kind: 'error', error: methodNotAllowed(methods) }, incoming, app)
    }
    const decide: Exchange['decide'] = (...rest) => handle(incoming, app, ...rest)
    return { request, response, labels, isCounted, decide, fail: error }
  }
}

/** Redirects requests for these paths. */
export function redirect(paths: readonly string[], target: string): Route {
  return json('description', paths, {
    isCounted: false,
    methods: reading,
    handle: (_incoming, { http }) => ({ kind: 'ready', answer: http.answers.redirect(target) }),
  })
}

/** Answers OPTIONS alone. */
export function preflightOnly(path: string): Route {
  return (incoming, app) => {
    if (incoming.path !== path) return undefined
    return fixed({ kind: 'ready', answer: app.http.answers.preflight }, incoming, app)
  }
}

/** Returns an exchange that is not counted and always has the same answer. */
export function fixed(
  decision: Decision,
  { request, response, labels }: Incoming,
  { http }: AppParts,
): Exchange {
  const { error: fail } = http.answers
  return { request, response, labels, isCounted: false, decide: () => decision, fail }
}
