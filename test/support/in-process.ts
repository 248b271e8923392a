import * as http from 'node:http'
import type { TestContext } from 'node:test'
import { readConfig } from '../../lib/settings/config.ts'
import { startService } from '../../lib/service/service.ts'
import type { Host } from '../../lib/service/wiring.ts'
import type { Http } from '../../lib/http/server.ts'
import type { Service } from '../../lib/service/service.ts'
import { fastFolder } from './folders.ts'
import { parseLine } from './service.ts'
import type { LogLine } from './service.ts'
import { loaderOf } from './shared-catalogue.ts'

/** The surroundings of services in the process of a test, and what they have done to them. */
export interface TestHost extends Host {
  /** The log so far. */
  readonly lines: readonly LogLine[]
  /** How often a server has failed. */
  readonly failures: number
}

/** Creates a host without a process of its own; `parts` replace its defaults. */
export function createHost(parts: Partial<Host> = {}): TestHost {
  const lines: LogLine[] = []
  let failures = 0
  return {
    loadCatalogue: loaderOf(),
    version: '0.0.0',
    http: patientHttp(),
    write: (line) => void lines.push(parseLine(line)),
    inherited: undefined,
    passenger: undefined,
    now: () => Math.floor(Number(process.hrtime.bigint() / 1_000_000n)),
    fail: () => void failures++,
    cpuSeconds: () => process.cpuUsage().user / 1e6,
    residentBytes: () => process.memoryUsage.rss(),
    lines,
    get failures() {
      return failures
    },
    ...parts,
  }
}

/** Returns Node's module with long limits: the process of service and client may be busy. */
function patientHttp(): Http {
  const ms = 60_000
  const limits = { headersTimeout: ms, requestTimeout: ms, keepAliveTimeout: ms }
  const createServer = (options: http.ServerOptions): http.Server => {
    const server = http.createServer({ ...options, ...limits })
    // The service sets this one after it has created the server.
    return server.once('listening', () => server.setTimeout(ms))
  }
  return { ...http, createServer } as Http
}

/** A service in the process of the test. */
export interface InProcessService extends Service {
  readonly port: number
  readonly lines: readonly LogLine[]
}

/**
 * Starts the service in this process, on a free port of 127.0.0.1, with the settings of a user.
 * Without a DATA_DIR it gets a folder of its own. It is stopped when the test ends.
 */
export async function startInProcess(
  t: Pick<TestContext, 'after'>,
  environment: Readonly<Record<string, string>> = {},
  host = createHost(),
): Promise<InProcessService> {
  const folder = environment['DATA_DIR'] ?? fastFolder(t)
  const config = readConfig({ PORT: '0', ...environment, DATA_DIR: folder })
  const servers: http.Server[] = []
  const createServer = (...options: Parameters<Http['createServer']>): http.Server => {
    const server = host.http.createServer(...options)
    servers.push(server)
    return server
  }
  const starting = startService(config, { ...host, http: { ...host.http, createServer } as Http })
  const service = await starting.catch((error: unknown) => {
    // A port that stays open would keep the process of the tests alive.
    t.after(() => servers.forEach((server) => server.close()))
    throw error
  })
  t.after(() => service.stop('the test has ended'))
  return { ...service, port: service.port ?? 0, lines: host.lines }
}
