import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer, HeaderLines } from '../http/answer.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Turn } from '../http/turn.ts'
import type { Deciding } from './decision.ts'

/** A request on its way to its answer: what handlers and pages know of it. */
export interface ServiceRequest {
  readonly message: IncomingMessage
  readonly response: ServerResponse
  readonly method: string
  readonly path: string
  /** The text after `?`, still encoded. */
  readonly query: string
  /** The key under which its client is counted. */
  readonly client: string
  /** The action that it asks for, once it is known; `''` on other routes. */
  action: string
  /** Whether it counts against the limit, once it is known what answers it. */
  isCounted: boolean
  /**
   * Decides in turns, after other clients; `decide` may throw an ApiError. Fails with `Gone` if the
   * connection is closed. Within its turns, it goes on at once.
   */
  inTurns(decide: (turn: Turn) => Deciding): Deciding
}

/** What answers requests with one method for a path. */
export interface Endpoint {
  /** How it is called in metrics. */
  readonly label: Label
  /** Returns whether a request counts against the limit. */
  isCounted(request: ServiceRequest): boolean
  /** Decides on the answer, or throws an ApiError. */
  handle(request: ServiceRequest): Deciding
  /** Formats an error as the client of this path expects it: as JSON, or as a page. */
  fail(error: ApiError, lines: HeaderLines, request: ServiceRequest): Answer
}

export type Label = 'api' | 'page' | 'health' | 'description' | 'redirect' | 'metrics' | 'other'

/** What is at a path. */
export interface Resource extends Pick<Endpoint, 'label' | 'fail'> {
  /** The endpoint of each method that it accepts. */
  readonly methods: ReadonlyMap<string, Endpoint>
  /** What answers every other method, if it does not refuse them all alike. */
  readonly others?: Endpoint
  /** Returns whether it exists for a request; it does for all unless this is given. */
  readonly isOpenTo?: (request: ServiceRequest) => boolean
}
