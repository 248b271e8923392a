import type { Services } from '../api/actions.ts'
import { createLimitNotice, rateLimitHeaders } from '../api/limit-notice.ts'
import {
  descriptionPath,
  describeInterface,
  linkDescription,
  linkDocumentation,
} from '../api/openapi.ts'
import type { Searchable } from '../api/search.ts'
import { createServices } from '../api/services.ts'
import { createApp } from '../app.ts'
import { healthPath } from '../endpoints.ts'
import type { App } from '../app.ts'
import type { AnswerSettings } from '../http/answer.ts'
import type { ClientRules } from '../http/client.ts'
import { isLocal } from '../http/listen.ts'
import type { ListeningAddress } from '../http/listen.ts'
import { createBodyCache, prepareText } from '../http/prepared-answer.ts'
import type { HttpServer } from '../http/server.ts'
import { StartError } from '../log.ts'
import type { Log } from '../log.ts'
import { Metrics, metricsPath } from '../metrics.ts'
import { createPageRouter } from '../pages/page-router.ts'
import type { PageRouter } from '../pages/page-router.ts'
import { checkBasePath, documentationPath, sharesAddress, sitePathOf } from '../pages/routes.ts'
import type { Config } from '../settings/config.ts'
import type { Usage } from '../usage/usage.ts'
import type { Host } from './host.ts'

/** The parts of a service that listens. */
export interface Parts {
  readonly config: Config
  readonly host: Host
  readonly log: Log
  readonly contents: Searchable
  readonly usage: Usage
  readonly http: HttpServer
  readonly address: ListeningAddress
  /** The beginning of page addresses, without a final slash. */
  readonly siteUrl: string
  readonly folder: string
}

const isUsed = 'the service itself uses this path; set another one'

/** Throws a StartError if {base_url} or the site has a path that the service itself needs. */
export function checkSite(config: Config): void {
  const { hasPages, basePath, siteUrl } = config
  const own = config.hasMetrics ? [healthPath, metricsPath] : [healthPath]
  const reserved = [...own, ...descriptionPathsOf(config)]
  const sitePath = sitePathOf(siteUrl)
  if (reserved.includes(basePath)) {
    throw new StartError(`BASE_PATH=${basePath}: ${isUsed}`)
  }
  if (hasPages && reserved.includes(sitePath)) {
    throw new StartError(`SITE_URL=${siteUrl}: ${isUsed}`)
  }
  if (hasPages) checkBasePath(basePath, siteUrl)
}

/** Returns the header settings of all answers. */
export function answerSettings(config: Config): AnswerSettings {
  const { hasPages, basePath, siteUrl } = config
  const exposedHeaders = rateLimitHeaders
  const description = descriptionPathOf(config)
  if (!hasPages) return { exposedHeaders, ownHeaders: linkDescription(description) }
  const ownHeaders = linkDocumentation(description, documentationPathOf(siteUrl))
  return { exposedHeaders, ownHeaders, variesByAccept: sharesAddress(basePath, siteUrl) }
}

/** Returns how clients are identified. */
export function clientRules(
  { isTrusted, ipv6PrefixBits }: Config,
  { passenger }: Host,
): Omit<ClientRules, 'localPeer'> {
  return { isTrusted, ipv6PrefixBits, peerOf: passenger?.peerOf }
}

/** Makes what the handlers work with. */
export function openServices({ config, contents, siteUrl, http }: Parts): Services {
  const { maxTextCodePoints, hasPages } = config
  const documentationPath = hasPages
    ? documentationPathOf(config.siteUrl)
    : descriptionPathOf(config)
  const json = http.answers
  const settings = { siteUrl, maxTextCodePoints, documentationPath, json }
  return createServices(contents, settings, createBodyCache())
}

/** Returns the router of the pages, unless they are switched off. */
export function openPages(
  { config, siteUrl: origin, usage }: Parts,
  services: Services,
): PageRouter | undefined {
  const { hasPages, siteUrl, basePath } = config
  if (!hasPages) return undefined
  return createPageRouter({
    siteUrl,
    origin,
    basePath,
    rateLimit: usage.rateLimit,
    services,
  })
}

/** Starts to count for the metrics, unless they are switched off. */
export function openMetrics({ config, host, usage, http }: Parts): Metrics | undefined {
  if (!config.hasMetrics) return undefined
  const countConnections = (): Promise<number> =>
    new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count)))
  return new Metrics({ ...host, usage, countConnections })
}

/** Creates the listener for requests. */
export function createListener(
  { config, host, log, usage, http, address, siteUrl }: Parts,
  services: Services,
  pages: PageRouter | undefined,
  metrics: Metrics | undefined,
): App {
  const { rateLimit } = usage
  const { version } = host
  const { maxTextCodePoints } = config
  const baseUrl = baseUrlOf(config)
  // Read now: a request must not depend on a spare file descriptor.
  const described = describeInterface({ baseUrl, siteUrl, version, maxTextCodePoints, rateLimit })
  return createApp({
    basePath: config.basePath,
    descriptionPaths: descriptionPathsOf(config),
    http,
    clients: {
      ...clientRules(config, host),
      // A client of a Unix-domain socket is on this machine and has no address.
      localPeer: isLocal(address) ? '127.0.0.1' : undefined,
    },
    usage,
    notice: createLimitNotice(rateLimit),
    metrics,
    services,
    description: prepareText(() => JSON.stringify(described), services.cache),
    pages,
    log,
    now: host.now,
  })
}

/** Returns {base_url}, or its path alone if SITE_URL is not set. */
function baseUrlOf({ siteUrl, basePath }: Config): string {
  if (siteUrl === undefined) return basePath || '/'
  return `${new URL(siteUrl).origin}${basePath}`
}

function documentationPathOf(siteUrl: string | undefined): string {
  return `${sitePathOf(siteUrl)}/${documentationPath}`
}

/** Returns the path of the description below the path of the site, which answers link to. */
function descriptionPathOf({ siteUrl }: Config): string {
  return sitePathOf(siteUrl) + descriptionPath
}

/** The description is served at the root of the host, too. */
function descriptionPathsOf(config: Config): readonly string[] {
  return [...new Set([descriptionPath, descriptionPathOf(config)])]
}
