import { resolve } from 'node:path'
import { chooseTarget, formatAddress, isLocal, listen, removeLeftSocket } from '../http/listen.ts'
import { closeServer } from '../http/server.ts'
import { createLog, logWarnings } from '../log.ts'
import type { Config } from '../settings/config.ts'
import { openUsage } from '../usage/usage.ts'
import type { Usage } from '../usage/usage.ts'
import { checkSite, openServer, wire } from './wiring.ts'
import type { Host } from './wiring.ts'

/** A running service. */
export interface Service {
  /** Where it listens, as in the log: `http://127.0.0.1:8080/api`, `unix:/run/a.sock`. */
  readonly address: string
  /** `undefined` on a Unix-domain socket. */
  readonly port: number | undefined
  /** The beginning of page addresses, without a final slash. */
  readonly siteUrl: string
  /**
   * Answers the requests under way, writes the statistics, closes everything, and resolves to
   * whether the statistics were written. The log has the reason of the first call; further calls
   * wait for the same end.
   */
  stop(reason: string): Promise<boolean>
}

/**
 * Starts the service and resolves once it listens. Rejects with a StartError if the settings or the
 * data have a fault or it cannot listen; nothing is open then. A process must open a data folder
 * only once, because its gate stays open until the process ends.
 */
export async function startService(config: Config, host: Host): Promise<Service> {
  const target = host.inherited ?? chooseTarget(config.host, config.port)
  if ('path' in target) await removeLeftSocket(target.path)
  checkSite(config)
  const { generatorsFolder: generators, localesFolder: locales } = config
  const { warnings, ...contents } = host.loadCatalogue({ generators, locales })
  const log = createLog(config.logLevel, host.write)
  const http = openServer(config, host)
  // Listen first: a start on a taken port creates no data folder. No request is read before
  // the service is wired, because everything in between happens in one turn of the event loop.
  const address = await listen(http.server, target)
  const folder = resolve(config.dataFolder)
  const { rateLimit: limit, rateWindowMs: windowMs, maxClients } = config
  let usage: Usage
  try {
    usage = openUsage({
      folder,
      rateLimit: { limit, windowMs, maxClients },
      now: host.now,
      log,
    })
  } catch (error) {
    await closeServer(http)
    throw error
  }
  http.server.on('error', (error) => {
    const hint = 'the process ends now, and systemd or another supervisor starts it again'
    log.error('The server failed', { reason: String(error), hint })
    host.fail()
  })
  const { metrics, siteUrl } = wire(config, host, { log, contents, usage, http, address })
  log.info('Listening', {
    address: formatAddress(address, config.basePath),
    version: host.version,
    generators: contents.catalogue.size,
    data: folder,
  })
  logWarnings(log, warnings)
  const end = async (reason: string): Promise<boolean> => {
    log.info('Stopping', { signal: reason })
    await closeServer(http)
    const isSaved = await usage.close()
    metrics?.close()
    log.info('Stopped')
    return isSaved
  }
  let ended: Promise<boolean> | undefined
  return {
    address: formatAddress(address, config.basePath),
    port: isLocal(address) ? undefined : address.port,
    siteUrl,
    stop: (reason) => (ended ??= end(reason)),
  }
}
