import { howToReport } from '../log.ts'
import type { Log } from '../log.ts'

/**
 * Every failure that a client can get: its status, its title (`error` in the answer), and its
 * condition, for the description of the interface.
 */
export const failures = {
  missingParameter: [400, 'Missing parameter', 'a required parameter is missing'],
  invalidParameter: [400, 'Invalid parameter', 'a parameter has an unsupported value'],
  badRequest: [400, 'Bad request', 'the request or its body is malformed or ambiguous'],
  generatorNotFound: [404, 'Generator not found', 'no generator has this slug'],
  notFound: [404, 'Not found', 'nothing is served at this path'],
  methodNotAllowed: [405, 'Method not allowed', 'the action accepts other methods, see `Allow`'],
  requestTimeout: [408, 'Request Timeout', 'the request did not arrive in time'],
  contentTooLarge: [413, 'Content Too Large', 'the body is too large, or has too many parts'],
  unsupportedMediaType: [415, 'Unsupported Media Type', 'the body is compressed or not a form'],
  expectationFailed: [417, 'Expectation Failed', '`Expect` is not `100-continue`'],
  rateLimitExceeded: [429, 'Rate limit exceeded', 'the client has no requests left for now'],
  headersTooLarge: [431, 'Request Header Fields Too Large', 'the head of the request is too large'],
  internal: [500, 'Internal server error', 'the service failed'],
  unavailable: [503, 'Service unavailable', 'the request cannot be recorded or received now'],
  versionNotSupported: [505, 'HTTP Version Not Supported', 'neither HTTP/1.0 nor HTTP/1.1'],
} as const satisfies Record<string, readonly [status: number, title: string, when: string]>

export type FailureName = keyof typeof failures

/** The body of every error answer, in the order of the interface. */
export interface ErrorBody {
  readonly success: false
  readonly error: string
  readonly message: string
  readonly retry_after?: number
}

/** What an error answer has in addition to its status and body. */
export interface ErrorDetails {
  /** The value of `Allow`. */
  readonly allow?: string
  /** Sent as `Retry-After`, and as `retry_after` in the body if the limit is exceeded. */
  readonly retryAfterSeconds?: number
  /** Whether the connection is closed after the answer. */
  readonly closes?: boolean
  /** Whether the request counts against the limit; true unless stated. */
  readonly isCounted?: boolean
}

/**
 * A failure that is reported to the client; `message` is an English sentence for people. It is
 * thrown but is not an Error: collecting a stack trace would cost more than the answer.
 */
export class ApiError {
  readonly message: string
  readonly status: number
  readonly title: string
  readonly details: ErrorDetails

  constructor(failure: FailureName, message: string, details: ErrorDetails = {}) {
    const [status, title] = failures[failure]
    this.message = message
    this.status = status
    this.title = title
    this.details = details
  }

  /** Returns the JSON value of the answer. */
  toJSON(): ErrorBody {
    const body = { success: false as const, error: this.title, message: this.message }
    const { retryAfterSeconds: wait } = this.details
    return this.status !== 429 || wait === undefined ? body : { ...body, retry_after: wait }
  }
}

/** Logs a fault of the service and returns the error for the client, which does not reveal it. */
export function internalError(fault: unknown, log: Pick<Log, 'error'>): ApiError {
  const reason = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
  log.error('A request failed', { reason, hint: howToReport })
  return new ApiError('internal', 'The service failed to answer this request.')
}

/** The methods of a request that only reads. */
export const reading: readonly string[] = ['GET', 'HEAD']

/** The method of a request with a body. */
export const writing: readonly string[] = ['POST']

/** Every method that some path accepts. */
export const allMethods: readonly string[] = [...reading, ...writing, 'OPTIONS']

/** Returns the error (405) for a method that is not among `methods`. */
export function methodNotAllowed(methods: readonly string[], message?: string): ApiError {
  const allow = methods.join(', ')
  const usual = `This path accepts the methods ${allow}.`
  return new ApiError('methodNotAllowed', message ?? usual, { allow })
}
