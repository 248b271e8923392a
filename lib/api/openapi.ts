import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RateLimitSettings } from '../usage/rate-limiter.ts'
import { createLimitNotice } from './limit-notice.ts'
import type document from './openapi.json'

/** The path of the OpenAPI description, below the path of the site. */
export const descriptionPath = '/openapi.json'

/** Formats the header that links to the description. https://www.rfc-editor.org/rfc/rfc8631 */
export function linkDescription(path: string): { readonly Link: string } {
  return { Link: `<${path}>; rel="service-desc"` }
}

/** Formats the header that links to the description, and to the documentation for people. */
export function linkDocumentation(path: string, forPeople: string): { readonly Link: string } {
  return { Link: `${linkDescription(path).Link}, <${forPeople}>; rel="service-doc"` }
}

/** What the description says about one service. */
export interface DescribedService {
  /** {base_url}, or a reference to it from the address of the description. */
  readonly baseUrl: string
  /** The beginning of page addresses, without a final slash. */
  readonly siteUrl: string
  readonly version: string
  readonly maxTextCodePoints: number
  readonly rateLimit: RateLimitSettings
}

/** An OpenAPI document. https://spec.openapis.org/oas/v3.1.1.html */
export type Description = typeof document

/** Reads the description of the interface, and fills in what differs between services. */
export function describeInterface(service: DescribedService): Description {
  const { baseUrl, siteUrl, version, maxTextCodePoints, rateLimit } = service
  const text = readFileSync(join(import.meta.dirname, '..', 'api', 'openapi.json'), 'utf8')
  const description: Description = JSON.parse(text.replaceAll(exampleSite, siteUrl))
  const { schemas, responses, headers } = description.components
  description.info.version = version
  description.servers = [{ url: baseUrl }]
  schemas.GenerateForm.properties.text.maxLength = maxTextCodePoints
  if (rateLimit.limit === 0) return description
  const { lines, exceeded } = createLimitNotice(rateLimit)
  const examples = responses.Error429.content['application/json'].examples
  const refused = { isAdmitted: false, remaining: 0, resetMs: rateLimit.windowMs / 2 }
  const { message, details } = exceeded(refused, false)
  const { value } = examples['Rate limit exceeded']
  value.message = message
  value.retry_after = details.retryAfterSeconds ?? 0
  const first = { isAdmitted: true, remaining: rateLimit.limit - 1, resetMs: rateLimit.windowMs }
  for (const line of lines(first, exampleMs).trim().split('\r\n')) {
    const [name = '', example = ''] = line.split(': ')
    const header: { example: string | number } | undefined = Object(headers)[name]
    if (header !== undefined) header.example = /^\d+$/.test(example) ? Number(example) : example
  }
  return description
}

/** The beginning of page addresses in the file. */
const exampleSite = 'https://example.org'

const exampleMs = Date.UTC(2026, 0, 1)
