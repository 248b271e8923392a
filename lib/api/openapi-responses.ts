import { failures } from '../http/api-error.ts'
import type { FailureName } from '../http/api-error.ts'
import type { Action } from './interface.ts'
import { createLimitNotice, rateLimitHeaders } from './limit-notice.ts'
import { exampleErrors, exampleOfAnswer } from './openapi-examples.ts'
import type { DescribedService } from './openapi-examples.ts'

/** A JSON object. */
export type Json = Readonly<Record<string, unknown>>

/** A reference to a component. */
export function refer(kind: 'schemas' | 'responses' | 'headers', name: string) {
  return { $ref: `#/components/${kind}/${name}` } as const
}

/** The responses to requests for actions by a method, by status. */
export function responses(
  method: string,
  own: ReadonlyArray<readonly [name: string, action: Action]>,
  service: DescribedService,
): Json {
  const schemas = own.map(([, { answer }]) => refer('schemas', answer))
  const examples = own.flatMap(([name]) => {
    const value = exampleOfAnswer(name, service)
    return value === undefined ? [] : [[name, { value }] as const]
  })
  const success = {
    description: 'What was asked for.',
    headers: headersOf([...(method === 'GET' ? ['ETag'] : []), ...limitHeaders(service)]),
    content: json(schemas.length === 1 ? schemas[0] : { oneOf: schemas }, examples),
  }
  const errors = failuresByStatus(service, method).map(([status]) => [
    status,
    refer('responses', `Error${status}`),
  ])
  return { 200: success, ...Object.fromEntries(errors) }
}

/** The response to a request whose `If-None-Match` names what would be sent. */
export function notModified(service: DescribedService): Json {
  return {
    description: 'What `If-None-Match` names is still right.',
    headers: headersOf(['ETag', ...limitHeaders(service)]),
  }
}

/** The responses with an error, by the names of their components. */
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
        headers: headersOf(headersOfErrors(status, names, service)),
        content: json(refer('schemas', 'Error'), shown),
      }
      return [`Error${status}`, own]
    }),
  )
}

/** The headers of the answers, by name. */
export function describeHeaders(service: DescribedService): Json {
  const shown = ['ETag', 'Allow', 'Retry-After', ...limitHeaders(service)]
  const lines = exampleLines(service)
  return Object.fromEntries(
    Object.entries(allHeaders)
      .filter(([name]) => shown.includes(name))
      .map(([name, { description, schema }]) => {
        const example = lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
        const value = schema.type === 'integer' ? Number(example) : example
        return [name, { description, schema, ...(example === undefined ? {} : { example: value }) }]
      }),
  )
}

/** The header lines about the limit for the first request of a client. */
function exampleLines({ rateLimit }: DescribedService): string[] {
  const { limit, windowMs } = rateLimit
  const admission = { isAdmitted: true, remaining: limit - 1, resetMs: windowMs }
  return createLimitNotice(rateLimit).lines(admission, exampleTimeMs).split('\r\n')
}

const exampleTimeMs = Date.UTC(2026, 0, 1)

const draft = 'draft-ietf-httpapi-ratelimit-headers-11'

/** A header, in words and as a JSON Schema. */
interface Header {
  readonly description: string
  readonly schema: { readonly type: string; readonly minimum?: number }
}

const limitHeaderTexts: Readonly<Record<(typeof rateLimitHeaders)[number], Header>> = {
  'RateLimit-Policy': {
    description: `The limit: requests (q) in a window of seconds (w). ${draft}`,
    schema: { type: 'string' },
  },
  RateLimit: {
    description: `Requests that are left (r), and seconds until there are more (t). ${draft}`,
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'Requests in a window.',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-RateLimit-Remaining': {
    description: 'Requests that are left.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When there are more: a Unix time in seconds.',
    schema: { type: 'integer', minimum: 0 },
  },
}

const allHeaders: Readonly<Record<string, Header>> = {
  ETag: {
    description: 'Names what was sent, for `If-None-Match`; not there on statistics.',
    schema: { type: 'string' },
  },
  Allow: { description: 'The methods that are taken.', schema: { type: 'string' } },
  'Retry-After': {
    description: 'Seconds until it is worth trying again.',
    schema: { type: 'integer', minimum: 1 },
  },
  ...limitHeaderTexts,
}

/** What is told of the limit, if there is one. */
function limitHeaders({ rateLimit }: DescribedService): readonly string[] {
  return rateLimit.limit === 0 ? [] : rateLimitHeaders
}

const ofOtherPaths: readonly FailureName[] = ['notFound']
const ofBodies: readonly FailureName[] = ['contentTooLarge', 'unsupportedMediaType']
/** Failures before the limit is looked at, or without a record of the request. */
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

/** The failures that a request to {base_url} may meet, by their status. */
function failuresByStatus(
  { rateLimit }: DescribedService,
  method?: string,
): Array<[status: number, names: FailureName[]]> {
  const left = [
    ...ofOtherPaths,
    ...(method === 'GET' ? ofBodies : []),
    ...(rateLimit.limit === 0 ? ['rateLimitExceeded'] : []),
  ]
  const byStatus = new Map<number, FailureName[]>()
  for (const name of Object.keys(failures) as FailureName[]) {
    if (left.includes(name)) continue
    const [status] = failures[name]
    byStatus.set(status, [...(byStatus.get(status) ?? []), name])
  }
  return [...byStatus]
}

function headersOf(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, refer('headers', name)]))
}

function json(schema: unknown, examples: ReadonlyArray<readonly [string, unknown]>): Json {
  const shown = examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }
  return { 'application/json': { schema, ...shown } }
}
