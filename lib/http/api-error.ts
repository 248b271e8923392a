/** Every failure that a client can be told of: its status and its title (`error` in the answer). */
export const failures = {
  missingParameter: [400, 'Missing parameter'],
  invalidParameter: [400, 'Invalid parameter'],
  badRequest: [400, 'Bad request'],
  generatorNotFound: [404, 'Generator not found'],
  notFound: [404, 'Not found'],
  methodNotAllowed: [405, 'Method not allowed'],
  requestTimeout: [408, 'Request Timeout'],
  contentTooLarge: [413, 'Content Too Large'],
  unsupportedMediaType: [415, 'Unsupported Media Type'],
  expectationFailed: [417, 'Expectation Failed'],
  rateLimitExceeded: [429, 'Rate limit exceeded'],
  headersTooLarge: [431, 'Request Header Fields Too Large'],
  internal: [500, 'Internal server error'],
  unavailable: [503, 'Service unavailable'],
  versionNotSupported: [505, 'HTTP Version Not Supported'],
} as const satisfies Record<string, readonly [status: number, title: string]>

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
