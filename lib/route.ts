import type { Decision } from './api/decision.ts'
import type { JsonAnswers } from './api/represent.ts'
import type { Endpoint, ServiceRequest } from './api/request.ts'
import { withLines } from './http/answer.ts'
import type { Answer } from './http/answer.ts'
import { methodNotAllowed } from './http/api-error.ts'
import type { ApiError } from './http/api-error.ts'

/** Some paths with answers in JSON, which also answer OPTIONS and methods that they refuse. */
export interface Route extends Pick<Endpoint, 'isCounted' | 'handle'> {
  readonly paths: readonly string[]
  /** `any` if the handler decides which methods it accepts. */
  readonly methods: readonly string[] | 'any'
  readonly label: Label
  /** Returns whether the paths exist for a client; they do for all unless it is given. */
  readonly isOpenTo?: (request: ServiceRequest) => boolean
}

/** How routes are called in metrics. */
export type Label = 'api' | 'page' | 'health' | 'description' | 'redirect' | 'metrics' | 'other'

/** Returns the endpoint of each method of a route. */
export function createEndpoints(route: Route, answers: JsonAnswers): (method: string) => Endpoint {
  const { methods, label, isCounted, handle } = route
  const { error: fail, preflight } = answers
  const endpoint: Endpoint = { label, isCounted, handle, fail }
  const toOptions: Endpoint = {
    ...endpoint,
    isCounted: false,
    handle: () => ready(preflight),
  }
  if (methods === 'any') return (method) => (method === 'OPTIONS' ? toOptions : endpoint)
  const refused = refusing(methodNotAllowed(methods), label, answers)
  return (method) => {
    if (method === 'OPTIONS') return toOptions
    return methods.includes(method) ? endpoint : refused
  }
}

/** Returns an endpoint that refuses every request, and counts none. */
export function refusing(error: ApiError, label: Label, { error: fail }: JsonAnswers): Endpoint {
  const decision: Decision = { answer: (lines) => fail(error, lines) }
  return { label, isCounted: false, handle: () => decision, fail }
}

/** Returns a decision for an answer that is known. */
export function ready(answer: Answer): Decision {
  return { answer: (lines) => withLines(answer, lines) }
}
