import { join, resolve } from 'node:path'
import { createReloadable } from './api/live-catalogue.ts'
import type { Contents, Reloadable } from './api/live-catalogue.ts'
import { createLimitNotice, rateLimitHeaders } from './api/limit-notice.ts'
import {
  describeInterface,
  descriptionLink,
  descriptionPath,
  linkDocumentation,
} from './api/openapi.ts'
import { createApp, healthPath } from './app.ts'
import type { App } from './app.ts'
import type { LoadedCatalogue, loadWithOverlay } from './catalogue/catalogue.ts'
import type { Config } from './settings/config.ts'
import { internalError } from './http/api-error.ts'
import { createBodyBudget } from './http/body-budget.ts'
import { longestClientKey } from './http/client.ts'
import type { AnswerSettings } from './http/json-answers.ts'
import {
  chooseEndpoint,
  defaultSiteUrl,
  formatEndpoint,
  isLocal,
  listen,
  removeLeftSocket,
} from './http/listen.ts'
import type { Endpoint, ListeningAddress } from './http/listen.ts'
import type { Passenger } from './http/passenger.ts'
import { closeServer, createHttpServer } from './http/server.ts'
import type { Http, HttpServer } from './http/server.ts'
import { createLog } from './log.ts'
import type { Log } from './log.ts'
import { createEntrance } from './pages/entrance.ts'
import type { Entrance } from './pages/entrance.ts'
import { checkBasePath, documentationPath, sharesAddress, sitePathOf } from './pages/places.ts'
import { StartError } from './start-error.ts'
import { probeStore } from './usage/store-probe.ts'
import { openUsage } from './usage/usage.ts'
import type { Usage } from './usage/usage.ts'

/** What the process gives to the services that it starts; all of them share one object. */
export interface Host {
  /** The folder with `generators` and `locales`: that of the program, or one of a test. */
  readonly root: string
  /** Reads the folders of data, as `loadWithOverlay` does. */
  readonly loadCatalogue: typeof loadWithOverlay
  /** The version of the program. */
  readonly version: string
  readonly http: Http
  /** Takes one line of the log, its line feed included. */
  readonly write: (line: string) => void
  /** The listening socket that the process was started with. */
  readonly inherited: Endpoint | undefined
  readonly passenger: Passenger | undefined
  /** Whole milliseconds of a clock that all processes of the machine share and that never steps. */
  readonly now: () => number
  /** Called once it is logged that the server can listen no longer. */
  readonly fail: () => void
  /** The data folders that this process has opened: their gates end with the process. */
  readonly openedFolders: Set<string>
}

/** A service that listens. */
export interface Service {
  /** Where it listens, as the log says it: `http://127.0.0.1:8080/api`, `unix:/run/a.sock`. */
  readonly address: string
  /** `undefined` on a Unix-domain socket. */
  readonly port: number | undefined
  /**
   * Reads the catalogue again, soon; however often that is asked for until then, once. Where it has
   * a fault the old one stays, and the log says why.
   */
  reload(): void
  /**
   * Answers what is under way, writes what is counted, closes everything, and resolves. The log
   * tells the reason of the first call; all calls share one end.
   */
  stop(reason: string): Promise<void>
}

/**
 * Starts the service and resolves once it listens. Rejects with a StartError where the settings or
 * the data are at fault, or where it cannot listen; it then leaves nothing open. One process opens
 * a data folder once.
 */
export async function startService(config: Config, host: Host): Promise<Service> {
  const endpoint = host.inherited ?? chooseEndpoint(config.host, config.port)
  if ('path' in endpoint) await removeLeftSocket(endpoint.path)
  checkSite(config)
  const { faults, warnings, ...contents } = readCatalogue(config, host)
  const log = createLog(config.logLevel, host.write)
  const folder = claimFolder(config.dataFolder, host.openedFolders)
  const { rateLimit: limit, rateWindowMs: windowMs, maxClients } = config
  const usage = openUsage({
    folder,
    rateLimit: { limit, windowMs, maxClients },
    nameBytes: longestClientKey(config.ipv6PrefixBits),
    now: host.now,
    log,
  })
  const http = createHttpServer(host.http, answerSettings(config))
  const address = await listen(http.server, endpoint).catch(async (error: unknown) => {
    await usage.close()
    throw error
  })
  http.server.on('error', (error) => {
    log.error('The server failed', { reason: String(error) })
    host.fail()
  })
  const service = serve({ config, host, log, contents, usage, http, address, folder })
  // A style that an upgrade has broken must not keep all others from being served.
  for (const reason of faults) log.error('Left out of the catalogue', { reason })
  for (const warning of warnings) log.warn(warning)
  return service
}

/**
 * Reads the catalogue that lies below `root`, with the overlay that the settings name. Throws a
 * StartError that names file and fault; those of the overlay are handed back.
 */
export function readCatalogue(
  { generatorsFolder, localesFolder }: Config,
  { root, loadCatalogue }: Pick<Host, 'root' | 'loadCatalogue'>,
): LoadedCatalogue {
  const folders = { generators: join(root, 'generators'), locales: join(root, 'locales') }
  return loadCatalogue(folders, { generators: generatorsFolder, locales: localesFolder })
}

/** Below the path of the site the description is found, too: nothing else may lead to the API. */
function besidesOf({ hasPages, siteUrl }: Config): readonly string[] {
  const sitePath = hasPages ? sitePathOf(siteUrl) : ''
  return ['*', healthPath, ...new Set([descriptionPath, `${sitePath}${descriptionPath}`])]
}

function answerSettings({ hasPages, basePath, siteUrl }: Config): AnswerSettings {
  const exposedHeaders = rateLimitHeaders
  if (!hasPages) return { exposedHeaders, ownHeaders: descriptionLink }
  const ownHeaders = linkDocumentation(`${sitePathOf(siteUrl)}/${documentationPath}`)
  return { exposedHeaders, ownHeaders, variesByAccept: sharesAddress(basePath, siteUrl) }
}

/** Throws a StartError where {base_url} and the pages want the same path. */
export function checkSite({ hasPages, basePath, siteUrl }: Config): void {
  if (hasPages) checkBasePath(basePath, siteUrl)
}

/** Reads it once more; whoever has done something about it wants to hear of every fault. */
function readCatalogueAgain(config: Config, host: Host, log: Log): Contents {
  const { faults, warnings, ...contents } = readCatalogue(config, host)
  const [fault] = faults
  if (fault !== undefined) throw new StartError(fault)
  for (const warning of warnings) log.warn(warning)
  return contents
}

function claimFolder(dataFolder: string, openedFolders: Set<string>): string {
  const folder = resolve(dataFolder)
  if (openedFolders.has(folder)) {
    throw new StartError(
      `DATA_DIR=${folder} was opened in this process before: start a new process for it`,
    )
  }
  openedFolders.add(folder)
  return folder
}

/** All that a service which listens works with. */
interface Parts {
  readonly config: Config
  readonly host: Host
  readonly log: Log
  readonly contents: Contents
  readonly usage: Usage
  readonly http: HttpServer
  readonly address: ListeningAddress
  readonly folder: string
}

// The first requests, which may wait already, come before what makes the next ones faster.
const prepareMs = 200

function serve(parts: Parts): Service {
  const { config, log, http, usage } = parts
  let isStopping = false
  const reloadable = openCatalogue(parts, () => isStopping)
  const pages = openPages(parts)
  const app = createListener(parts, reloadable, pages)
  for (const event of ['request', 'checkContinue', 'checkExpectation']) http.server.on(event, app)
  const address = formatEndpoint(parts.address, config.basePath)
  log.info('Listening', { address, generators: parts.contents.catalogue.size, data: parts.folder })
  const preparing = setTimeout(() => {
    reloadable.prepare()
    pages?.prepare()
  }, prepareMs)
  const end = async (reason: string): Promise<void> => {
    isStopping = true
    log.info('Stopping', { signal: reason })
    await closeServer(http)
    clearTimeout(preparing)
    await usage.close()
    log.info('Stopped')
  }
  let ended: Promise<void> | undefined
  return {
    address,
    port: isLocal(parts.address) ? undefined : parts.address.port,
    reload: reloadable.reload,
    stop: (reason) => (ended ??= end(reason)),
  }
}

function openCatalogue(
  { config, host, log, contents, address, usage: { rateLimit } }: Parts,
  isStopping: () => boolean,
): Reloadable {
  const { version } = host
  const siteUrl = config.siteUrl ?? defaultSiteUrl(address)
  return createReloadable({
    contents,
    readAgain: () => readCatalogueAgain(config, host, log),
    siteUrl,
    maxTextCodePoints: config.maxTextCodePoints,
    describe: (services) =>
      describeInterface({ services, siteUrl, baseUrl: baseUrlOf(config), rateLimit, version }),
    log,
    defer: (work) => {
      if (!isStopping()) setImmediate(work)
    },
  })
}

/** {base_url}, or where nobody has told the origin, a reference to it from its description. */
function baseUrlOf({ siteUrl, basePath }: Config): string {
  if (siteUrl === undefined) return basePath || '/'
  return `${new URL(siteUrl).origin}${basePath}`
}

/** The way to the pages, if there are any. */
function openPages({ config, log, http, address, usage }: Parts): Entrance | undefined {
  if (!config.hasPages) return undefined
  const { siteUrl, basePath } = config
  return createEntrance({
    siteUrl,
    origin: siteUrl ?? defaultSiteUrl(address),
    basePath,
    rateLimit: usage.rateLimit,
    toError: (fault) => internalError(fault, log),
    toAnswer: http.answers.error,
  })
}

const kibibyte = 2 ** 10
const mebibyte = 2 ** 20

function createListener(
  { config, host, log, usage, http, address }: Parts,
  reloadable: Reloadable,
  pages: Entrance | undefined,
): App {
  // Whoever connects to a Unix-domain socket is on this machine and has no address.
  const localPeer = isLocal(address) ? '127.0.0.1' : undefined
  return createApp({
    basePath: config.basePath,
    besides: besidesOf(config),
    pages,
    get services() {
      return reloadable.services
    },
    get description() {
      return reloadable.description
    },
    connections: http.connections,
    bodies: {
      limitBytes: 128 * kibibyte,
      budget: createBodyBudget({ totalBytes: 64 * mebibyte, clientBytes: 2 * mebibyte }),
      connections: http.connections,
    },
    answers: http.answers,
    send: http.send,
    recorder: usage.recorder,
    limiter: usage.limiter,
    limitNotice: createLimitNotice(usage.rateLimit),
    isTrusted: config.isTrusted,
    peerOf: host.passenger?.peerOf ?? (({ socket }) => socket.remoteAddress ?? localPeer),
    ipv6PrefixBits: config.ipv6PrefixBits,
    probeStore: () => probeStore(usage.store),
    log,
    now: host.now,
  })
}
