import { ApiError, failures } from '../http/api-error.ts'
import type { ErrorBody, FailureName } from '../http/api-error.ts'
import { tooManyBodies } from '../http/body.ts'
import type { RateLimitSettings } from '../usage/rate-limiter.ts'
import { createAnswers } from './answers.ts'
import { actions, dispatch, exampleFields, readForm } from './interface.ts'
import type { Action, Reply, Services } from './interface.ts'
import { createLimitNotice, rateLimitHeaders } from './limit-notice.ts'

/** A service to describe. */
export interface DescribedService {
  readonly services: Services
  /** The beginning of the page addresses in the examples, without a final slash. */
  readonly siteUrl: string
  /** {base_url}, or a reference to it from the address of the description. */
  readonly baseUrl: string
  readonly rateLimit: RateLimitSettings
  readonly version: string
}

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** Returns a reference to a component. */
export function refer(kind: 'schemas' | 'responses' | 'headers', name: string) {
  return { $ref: `#/components/${kind}/${name}` } as const
}

/** Describes the responses to requests for actions by a method, by status. */
export function describeResponses(
  method: string,
  own: ReadonlyArray<readonly [name: string, action: Action]>,
  service: DescribedService,
): Json {
  const schemas = own.map(([, { answer }]) => refer('schemas', answer))
  const examples = own.flatMap(([name]) => {
    const value = exampleAnswer(name, service)
    return value === undefined ? [] : [[name, { value }] as const]
  })
  const isCached = method === 'GET'
  const headers = referHeaders([...(isCached ? ['ETag'] : []), ...limitHeaders(service)])
  const success = {
    description: 'The requested result.',
    headers,
    content: json(schemas.length === 1 ? schemas[0] : { oneOf: schemas }, examples),
  }
  const notModified = {
    304: { description: 'The representation that `If-None-Match` names is current.', headers },
  }
  const errors = failuresByStatus(service, method).map(([status]) => [
    status,
    refer('responses', `Error${status}`),
  ])
  return { 200: success, ...Object.fromEntries(errors), ...(isCached ? notModified : {}) }
}

/** Describes the error responses, by the names of their components. */
export function describeErrors(service: DescribedService): Json {
  const examples = exampleErrors(service)
  return Object.fromEntries(
    failuresByStatus(service).map(([status, names]) => {
      const titles = names.map((name) => failures[name][1])
      const shown = examples
        .filter(({ error }) => titles.some((title) => title === error))
        .map((value) => [value.error, { value }] as const)
      const description = names.map((name) => `${failures[name][1]}: ${failures[name][2]}.`)
      const own = {
        description: description.join(' '),
        headers: referHeaders(headersOfErrors(status, names, service)),
        content: json(refer('schemas', 'Error'), shown),
      }
      return [`Error${status}`, own]
    }),
  )
}

/** Describes the headers of the answers, with those of a client's first request as examples. */
export function describeHeaders({ rateLimit }: DescribedService): Json {
  const { limit, windowMs } = rateLimit
  const admission = { isAdmitted: true, remaining: limit - 1, resetMs: windowMs }
  const lines = createLimitNotice(rateLimit).lines(admission, Date.UTC(2026, 0, 1)).split('\r\n')
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => limit > 0 || !rateLimitHeaders.some((own) => own === name))
      .map(([name, { description, schema }]) => {
        const example = lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        const value = schema.type === 'integer' ? Number(example) : example
        return [name, { description, schema, ...(example === undefined ? {} : { example: value }) }]
      }),
  )
}

const draft = 'draft-ietf-httpapi-ratelimit-headers-11'
const string = { type: 'string' } as const
const integer = (minimum: number) => ({ type: 'integer', minimum }) as const

const headers = {
  ETag: { description: 'For `If-None-Match`; statistics have none.', schema: string },
  Allow: { description: 'The accepted methods.', schema: string },
  'Retry-After': { description: 'Seconds after which to try again.', schema: integer(1) },
  'RateLimit-Policy': {
    description: `The limit: requests (q) in a window of seconds (w). ${draft}`,
    schema: string,
  },
  RateLimit: {
    description: `Remaining requests (r), and seconds until there are more (t). ${draft}`,
    schema: string,
  },
  'X-RateLimit-Limit': { description: 'Requests in a window.', schema: integer(1) },
  'X-RateLimit-Remaining': { description: 'Remaining requests.', schema: integer(0) },
  'X-RateLimit-Reset': {
    description: 'When there are more: a Unix time in seconds.',
    schema: integer(0),
  },
} as const

function limitHeaders({ rateLimit }: DescribedService): readonly string[] {
  return rateLimit.limit === 0 ? [] : rateLimitHeaders
}

/** Failures before the limit is checked, and those of requests that are not recorded. */
const uncounted: readonly FailureName[] = [
  'expectationFailed',
  'headersTooLarge',
  'unavailable',
  'versionNotSupported',
]

function headersOfErrors(
  status: number,
  names: readonly FailureName[],
  service: DescribedService,
): readonly string[] {
  const own = { 405: ['Allow'], 429: ['Retry-After'], 503: ['Retry-After'] }[status] ?? []
  return names.every((name) => uncounted.includes(name)) ? own : [...own, ...limitHeaders(service)]
}

/** Returns the possible failures of requests to {base_url}, by their status. */
function failuresByStatus(
  { rateLimit }: DescribedService,
  method?: string,
): Array<[status: number, names: FailureName[]]> {
  const impossible: readonly FailureName[] = [
    'notFound',
    ...(method === 'GET' ? (['contentTooLarge', 'unsupportedMediaType'] as const) : []),
    ...(rateLimit.limit === 0 ? (['rateLimitExceeded'] as const) : []),
  ]
  const byStatus = new Map<number, FailureName[]>()
  for (const name of Object.keys(failures) as FailureName[]) {
    if (impossible.includes(name)) continue
    const [status] = failures[name]
    byStatus.set(status, [...(byStatus.get(status) ?? []), name])
  }
  return [...byStatus]
}

function referHeaders(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, refer('headers', name)]))
}

function json(schema: unknown, examples: ReadonlyArray<readonly [string, unknown]>): Json {
  const shown = examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }
  return { 'application/json': { schema, ...shown } }
}

/** Returns a service's answer to the example of an action, if it can give one. */
function exampleAnswer(action: string, { services, siteUrl }: DescribedService): unknown {
  const twoGenerators = new Map([...services.catalogue].slice(0, 2))
  const answers = createAnswers(twoGenerators, siteUrl, services.cache)
  const used = action === 'list_generators' ? { ...services, answers } : services
  const method = actions.get(action)?.methods[0] ?? ''
  const reply = attempt(method, new URLSearchParams(exampleFields(action)).toString(), used)
  if (reply instanceof ApiError) return undefined
  if (reply.kind === 'totals') return reply.toValue({ uses: 1, characters: 5 })
  if (reply.kind === 'value') return reply.value
  return JSON.parse(reply.answer.represent('identity').body.toString())
}

/** Returns a service's errors for wrong requests, at most one for each title. */
function exampleErrors({ services, rateLimit }: DescribedService): readonly ErrorBody[] {
  const admission = { isAdmitted: false, remaining: 0, resetMs: rateLimit.windowMs / 2 }
  const replies = [
    attempt('GET', '', services),
    attempt('GET', 'action=list', services),
    attempt('GET', 'action=get_generator&slug=bold', services),
    attempt('GET', 'action=generate', services),
    createLimitNotice(rateLimit).exceeded(admission, false),
    tooManyBodies,
  ]
  return replies.flatMap((one) => (one instanceof ApiError ? [one.toJSON()] : []))
}

function attempt(method: string, query: string, services: Services): Reply | ApiError {
  try {
    return dispatch(method, readForm(query, undefined), services)
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
