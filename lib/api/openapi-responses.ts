import { ApiError, failures } from '../http/api-error.ts'
import type { FailureName } from '../http/api-error.ts'
import { tooManyBodies } from '../http/body.ts'
import type { RateLimitSettings } from '../usage/rate-limiter.ts'
import { count, refer, string } from './answer-schemas.ts'
import type { Schema } from './answer-schemas.ts'
import { createAnswers } from './answers.ts'
import { actions, dispatch, exampleFields, readForm } from './actions.ts'
import { decideAtOnce } from './decision.ts'
import type { Decided } from './decision.ts'
import type { Action, Services } from './actions.ts'
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

/** Describes the responses to requests for actions by a method, by status. */
export function describeResponses(
  method: string,
  own: ReadonlyArray<readonly [name: string, action: Action]>,
  service: DescribedService,
): Schema {
  const schemas = own.map(([, { answer }]) => refer('schemas', answer))
  const examples = own.flatMap(([name]) => {
    const value = exampleAnswer(name, service)
    return value === undefined ? [] : [[name, value] as const]
  })
  const isCached = method === 'GET'
  const headers = referHeaders([...(isCached ? ['ETag'] : []), ...limitHeaders(service)])
  const description = 'The representation that `If-None-Match` names is current.'
  const errors = [...failuresByStatus(service, method).keys()]
  return {
    200: {
      description: 'The requested result.',
      headers,
      content: json(schemas.length === 1 ? schemas[0] : { oneOf: schemas }, examples),
    },
    ...Object.fromEntries(errors.map((status) => [status, refer('responses', `Error${status}`)])),
    ...(isCached ? { 304: { description, headers } } : {}),
  }
}

/** Describes the error responses, by the names of their components. */
export function describeErrors(service: DescribedService): Schema {
  const examples = exampleErrors(service)
  const responses = [...failuresByStatus(service)].map(([status, names]) => {
    const titles: readonly string[] = names.map((name) => failures[name][1])
    const shown = examples.filter(({ title }) => titles.includes(title))
    const isUncounted = names.every((name) => uncounted.includes(name))
    const own = { 405: ['Allow'], 429: ['Retry-After'], 503: ['Retry-After'] }[status] ?? []
    const response = {
      description: names.map((name) => `${failures[name][1]}: ${failures[name][2]}.`).join(' '),
      headers: referHeaders(isUncounted ? own : [...own, ...limitHeaders(service)]),
      content: json(refer('schemas', 'Error'), shown.map((error) => [error.title, error.toJSON()])),
    }
    return [`Error${status}`, response] as const
  })
  return Object.fromEntries(responses)
}

/** Describes the headers of the answers, with those of a client's first request as examples. */
export function describeHeaders({ rateLimit }: DescribedService): Schema {
  const { limit, windowMs } = rateLimit
  const admission = { isAdmitted: true, remaining: limit - 1, resetMs: windowMs }
  const lines = createLimitNotice(rateLimit).lines(admission, Date.UTC(2026, 0, 1)).split('\r\n')
  const described = Object.entries(headers)
    .filter(([name]) => limit > 0 || !rateLimitHeaders.some((own) => own === name))
    .map(([name, [description, schema]]) => {
      const example = lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
      const value = schema.type === 'integer' ? Number(example) : example
      const shown = example === undefined ? {} : { example: value }
      return [name, { description, schema, ...shown }] as const
    })
  return Object.fromEntries(described)
}

const draft = 'draft-ietf-httpapi-ratelimit-headers-11'
const positive = { type: 'integer', minimum: 1 } as const

/** Each header with its description and its schema. */
const headers = {
  ETag: ['For `If-None-Match`; statistics have none.', string],
  Allow: ['The accepted methods.', string],
  'Retry-After': ['Seconds after which to try again.', positive],
  'RateLimit-Policy': [
    `The limit: requests (q) in a window of seconds (w). ${draft}`,
    string,
  ],
  RateLimit: [`Remaining requests (r), and seconds until there are more (t). ${draft}`, string],
  'X-RateLimit-Limit': ['Requests in a window.', positive],
  'X-RateLimit-Remaining': ['Remaining requests.', count],
  'X-RateLimit-Reset': ['When there are more: a Unix time in seconds.', count],
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

/** Returns the possible failures of requests to {base_url}, by their status. */
function failuresByStatus({ rateLimit }: DescribedService, method?: string) {
  const impossible: readonly string[] = [
    'notFound',
    ...(method === 'GET' ? ['contentTooLarge', 'unsupportedMediaType'] : []),
    ...(rateLimit.limit === 0 ? ['rateLimitExceeded'] : []),
  ]
  const byStatus = new Map<number, FailureName[]>()
  for (const name of Object.keys(failures) as FailureName[]) {
    if (impossible.includes(name)) continue
    const [status] = failures[name]
    byStatus.set(status, [...(byStatus.get(status) ?? []), name])
  }
  return byStatus
}

function referHeaders(names: readonly string[]): Schema {
  return Object.fromEntries(names.map((name) => [name, refer('headers', name)]))
}

function json(schema: unknown, values: ReadonlyArray<readonly [string, unknown]>): Schema {
  const examples = Object.fromEntries(values.map(([name, value]) => [name, { value }]))
  return { 'application/json': { schema, ...(values.length > 0 && { examples }) } }
}

/** Returns a service's answer to the example of an action, if it can give one. */
function exampleAnswer(action: string, { services, siteUrl }: DescribedService): unknown {
  const twoGenerators = new Map([...services.catalogue].slice(0, 2))
  const answers = createAnswers(twoGenerators, siteUrl, services.cache)
  const used = action === 'list_generators' ? { ...services, answers } : services
  const method = actions.get(action)?.methods[0] ?? ''
  const decision = attempt(method, new URLSearchParams(exampleFields(action)).toString(), used)
  if (decision instanceof ApiError) return undefined
  if (decision.kind === 'totals') return decision.toValue({ uses: 1, characters: 5 })
  if (decision.kind === 'value') return decision.value
  if (decision.kind !== 'prepared') return undefined
  return JSON.parse(decision.answer.represent('identity').body.toString())
}

/** Returns a service's errors for wrong requests, at most one for each title. */
function exampleErrors({ services, rateLimit }: DescribedService): readonly ApiError[] {
  const admission = { isAdmitted: false, remaining: 0, resetMs: rateLimit.windowMs / 2 }
  const replies = [
    attempt('GET', '', services),
    attempt('GET', 'action=list', services),
    attempt('GET', 'action=get_generator&slug=bold', services),
    attempt('GET', 'action=generate', services),
    createLimitNotice(rateLimit).exceeded(admission, false),
    tooManyBodies,
  ]
  return replies.filter((reply) => reply instanceof ApiError)
}

function attempt(method: string, query: string, services: Services): Decided | ApiError {
  try {
    const decided = decideAtOnce(dispatch(method, readForm(query, undefined), services))
    return decided.kind === 'error' ? decided.error : decided
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
