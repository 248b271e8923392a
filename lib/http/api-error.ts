import type { Log } from '../log.ts'

/**
 * Every failure that a client can be told of: its status, its title (`error` in the answer), and
 * when it comes, for the description of the interface.
 */
export const failures = {
  missingParameter: [400, 'Missing parameter', 'a parameter that the action needs is not given'],
  invalidParameter: [400, 'Invalid parameter', 'a parameter holds nothing that it takes'],
  badRequest: [400, 'Bad request', 'HTTP or a body is malformed, or can be read in two ways'],
  generatorNotFound: [404, 'Generator not found', 'no generator has this slug'],
  notFound: [404, 'Not found', 'nothing is at this path'],
  methodNotAllowed: [405, 'Method not allowed', 'the action takes other methods, see `Allow`'],
  requestTimeout: [408, 'Request Timeout', 'the request did not arrive in time'],
  contentTooLarge: [413, 'Content Too Large', 'the body is too large, or has too many parts'],
  unsupportedMediaType: [415, 'Unsupported Media Type', 'the body is no form, or is compressed'],
  expectationFailed: [417, 'Expectation Failed', '`Expect` is not `100-continue`'],
  rateLimitExceeded: [429, 'Rate limit exceeded', 'the client has no request left for now'],
  headersTooLarge: [431, 'Request Header Fields Too Large', 'the head of the request is too large'],
  internal: [500, 'Internal server error', 'a fault of the service'],
  unavailable: [503, 'Service unavailable', 'the request could not be recorded or taken in now'],
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

/** What an error answer has besides its status and its body. */
export interface ErrorDetails {
  /** The value of its `Allow`. */
  readonly allow?: string
  /** Sent as `Retry-After`, and where the limit is exceeded as `retry_after` in the body, too. */
  readonly retryAfterSeconds?: number
  /** Whether the connection is closed behind the answer. */
  readonly closes?: boolean
}

/**
 * A failure that its client is told of; `message` is an English sentence for people. It is thrown,
 * but no Error: that would gather a stack trace, which costs more than the answer.
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

  /** The JSON value that the client reads. */
  toJSON(): ErrorBody {
    const { title: error, message } = this
    const { retryAfterSeconds } = this.details
    return retryAfterSeconds === undefined || this.status !== failures.rateLimitExceeded[0]
      ? { success: false, error, message }
      : { success: false, error, message, retry_after: retryAfterSeconds }
  }
}

/** The error that a client is told of a fault of the service, which goes to the log. */
export function internalError(fault: unknown, log: Pick<Log, 'error'>): ApiError {
  const reason = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
  log.error('A request failed', { reason })
  return new ApiError('internal', 'The request could not be answered because of a fault here.')
}
