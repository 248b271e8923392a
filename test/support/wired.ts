import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { openServer, wire } from '../../lib/service/wiring.ts'
import { readConfig } from '../../lib/settings/config.ts'
import { openUsage } from '../../lib/usage/usage.ts'
import { fastFolder } from './folders.ts'
import { createHost } from './in-process.ts'

/** Starts a service in this process whose parts a test can reach. */
export async function startWired(t: TestContext, environment: Readonly<Record<string, string>>) {
  const folder = fastFolder(t)
  const config = readConfig({ PORT: '0', DATA_DIR: folder, ...environment })
  const host = createHost()
  const log = createLog(config.logLevel, host.write)
  const http = openServer(config, host)
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve))
  const address = http.server.address() as AddressInfo
  const { rateLimit: limit, rateWindowMs: windowMs, maxClients } = config
  const usage = openUsage({ folder, rateLimit: { limit, windowMs, maxClients }, now: host.now, log })
  t.after(async () => {
    http.server.closeAllConnections()
    await new Promise((resolve) => http.server.close(resolve))
    metrics?.close()
    await usage.close()
  })
  const contents = host.loadCatalogue({ generators: undefined, locales: undefined })
  const { endpoints, metrics } = wire(config, host, { log, contents, usage, http, address })
  return { port: address.port, lines: host.lines, http, usage, endpoints }
}
