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
import type { OwnFolders } from '../catalogue/data-files.ts'
import type { LoadedCatalogue } from '../catalogue/load-catalogue.ts'
import { createEndpoints, healthPath } from '../endpoints.ts'
import type { EndpointParts } from '../endpoints.ts'
import type { ClientRules } from '../http/client.ts'
import { defaultSiteUrl, isLocal } from '../http/listen.ts'
import type { ListeningAddress, ListenTarget } from '../http/listen.ts'
import { createBodyCache, prepareText } from '../http/prepared-answer.ts'
import { createHttpServer } from '../http/server.ts'
import type { Http, HttpServer } from '../http/server.ts'
import { StartError } from '../log.ts'
import type { Log, WriteLine } from '../log.ts'
import { Metrics, metricsPath } from '../metrics.ts'
import { createPageRouter } from '../pages/page-router.ts'
import { checkBasePath, documentationPath, sharesAddress, sitePathOf } from '../pages/routes.ts'
import type { Config } from '../settings/config.ts'
import type { Usage } from '../usage/usage.ts'
import type { Passenger } from './passenger.ts'

/** What the process passes to the services that it starts; they share one object. */
export interface Host {
  /** Reads the catalogue, with an operator's own files. Throws a StartError for a fault. */
  readonly loadCatalogue: (own: OwnFolders) => LoadedCatalogue & Searchable
  /** The version of the program. */
  readonly version: string
  readonly http: Http
  readonly write: WriteLine
  /** The listening socket that the process has inherited. */
  readonly inherited: ListenTarget | undefined
  readonly passenger: Passenger | undefined
  /** Returns whole milliseconds of a clock that all processes share and that never steps. */
  readonly now: () => number
  /** Called after the log says that the server has failed. */
  readonly fail: () => void
  /** Returns the processor time of the process, in seconds. */
  readonly cpuSeconds: () => number
  readonly residentBytes: () => number
}

const isUsed = 'the service itself uses this path; set another one'

/** Throws a StartError if {base_url} or the site has a path that the service itself needs. */
export function checkSite(config: Config): void {
  const { hasPages, hasMetrics, basePath, siteUrl } = config
  const { site, descriptions } = pathsOf(config)
  const reserved = [healthPath, ...(hasMetrics ? [metricsPath] : []), ...descriptions]
  if (reserved.includes(basePath)) throw new StartError(`BASE_PATH=${basePath}: ${isUsed}`)
  if (!hasPages) return
  if (reserved.includes(site)) throw new StartError(`SITE_URL=${siteUrl}: ${isUsed}`)
  checkBasePath(basePath, siteUrl)
}

/** The paths that follow from the settings. */
function pathsOf({ siteUrl, hasPages }: Config) {
  const site = sitePathOf(siteUrl)
  /** The description, to which answers link. It is served at the root of the host, too. */
  const description = site + descriptionPath
  const descriptions = [...new Set([descriptionPath, description])]
  /** What people read. */
  const documentation = hasPages ? `${site}/${documentationPath}` : description
  return { site, description, descriptions, documentation }
}

/** How clients are identified, before it is known where the service listens. */
function clientRules({ isTrusted, ipv6PrefixBits }: Config, { passenger }: Host) {
  return { isTrusted, ipv6PrefixBits, peerOf: passenger?.peerOf }
}

/** Creates the server, which reads no request before it is wired. */
export function openServer(config: Config, host: Host): HttpServer {
  const { hasPages, basePath, siteUrl } = config
  const { description, documentation } = pathsOf(config)
  const answers = {
    exposedHeaders: rateLimitHeaders,
    ownHeaders: hasPages
      ? linkDocumentation(description, documentation)
      : linkDescription(description),
    variesByAccept: hasPages && sharesAddress(basePath, siteUrl),
  }
  return createHttpServer(host.http, answers, clientRules(config, host))
}

/** What is open before a service is wired. */
export interface Opened {
  readonly log: Log
  readonly contents: Searchable
  readonly usage: Usage
  readonly http: HttpServer
  readonly address: ListeningAddress
}

const mebibyte = 2 ** 20

/**
 * Connects the parts of a service, whose server then answers requests. Returns what it
 * serves, its metrics, unless they are switched off, and what page addresses start with, without a
 * final slash.
 */
export function wire(config: Config, host: Host, { log, contents, usage, http, address }: Opened) {
  const { hasPages, hasMetrics, basePath, maxTextCodePoints } = config
  const { rateLimit } = usage
  const siteUrl = config.siteUrl ?? defaultSiteUrl(address)
  const paths = pathsOf(config)
  const services = createServices(
    {
      ...contents,
      cache: createBodyCache(12 * mebibyte),
      json: http.answers,
      maxTextCodePoints,
      documentationPath: paths.documentation,
    },
    siteUrl,
  )
  const countConnections = (): Promise<number> =>
    new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count)))
  const metrics = hasMetrics ? new Metrics({ ...host, usage, countConnections }) : undefined
  const site = { siteUrl: config.siteUrl, origin: siteUrl, basePath, rateLimit, services }
  // Read now: a request must not depend on a spare file descriptor.
  const described = describeInterface({
    baseUrl: baseUrlOf(config),
    siteUrl,
    version: host.version,
    maxTextCodePoints,
    rateLimit,
  })
  const clients: ClientRules = {
    ...clientRules(config, host),
    // A client of a Unix-domain socket is on this machine and has no address.
    localPeer: isLocal(address) ? '127.0.0.1' : undefined,
  }
  const parts: EndpointParts = {
    basePath,
    descriptionPaths: paths.descriptions,
    http,
    clients,
    usage,
    notice: createLimitNotice(rateLimit),
    metrics,
    services,
    description: prepareText(() => JSON.stringify(described), services.cache),
    pages: hasPages ? createPageRouter(site) : undefined,
    log,
    now: host.now,
  }
  const endpoints = createEndpoints(parts)
  const app = createApp(parts, endpoints)
  for (const event of ['request', 'checkContinue', 'checkExpectation']) http.server.on(event, app)
  return { endpoints, metrics, siteUrl }
}

/** Returns {base_url}, or its path alone if SITE_URL is not set. */
function baseUrlOf({ siteUrl, basePath }: Config): string {
  if (siteUrl === undefined) return basePath || '/'
  return `${new URL(siteUrl).origin}${basePath}`
}
