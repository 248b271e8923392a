import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { basename, dirname, join, resolve } from 'node:path'
import { planStore, readFreeAddressSpace } from './lib/store/address-space.ts'
import { createApp } from './lib/app.ts'
import { readBootId } from './lib/store/boot.ts'
import { loadCatalogue } from './lib/catalogue/catalogue.ts'
import type { Catalogue } from './lib/catalogue/catalogue.ts'
import { readCheckpoint } from './lib/store/checkpoint.ts'
import { helpText, readCommand, readConfig } from './lib/config.ts'
import type { Config } from './lib/config.ts'
import { rateLimitHeaders } from './lib/api/rate-limit-headers.ts'
import { createJsonAnswers } from './lib/http/answer.ts'
import { createConnections, keepAliveMs, maxRequestsPerConnection } from './lib/http/connection.ts'
import {
  chooseEndpoint,
  defaultSiteUrl,
  formatEndpoint,
  isLocal,
  makeWay,
  takeInherited,
} from './lib/http/listen.ts'
import type { Endpoint } from './lib/http/listen.ts'
import { StartError } from './lib/start-error.ts'
import { createLog } from './lib/log.ts'
import { findPassenger } from './lib/http/passenger.ts'
import { createRateLimiter } from './lib/usage/rate-limiter.ts'
import type { RateLimiter } from './lib/usage/rate-limiter.ts'
import { stopListening, stopParsing } from './lib/http/node-internals.ts'
import { createParserListeners } from './lib/http/parser-errors.ts'
import { createRecorder } from './lib/usage/recorder.ts'
import { createReloadable } from './lib/api/live-catalogue.ts'
import { createSender } from './lib/http/send.ts'
import { openStatistics } from './lib/usage/statistics.ts'
import { openStore } from './lib/store/store.ts'

// An `import` of node:http would load the whole of fetch with it on Node 22 and later.
const { createServer } = process.getBuiltinModule('node:http')

// SIGHUP must not end the process, however early it comes.
let reload = (): void => {}
process.on('SIGHUP', () => reload())

/** The folder with package.json, generators and locales: this file's, or that of `dist`. */
const here = import.meta.dirname
const root = basename(here) === 'dist' ? dirname(here) : here

// Whoever reads the log may go away; the service goes on.
process.stderr.on('error', () => {})

try {
  main()
} catch (error) {
  refuseToStart(error)
}

function refuseToStart(error: unknown): never {
  if (!(error instanceof StartError)) throw error
  // One line, whatever the file or the argument holds that it quotes.
  process.stderr.write(`${error.message.replace(/\s*[\r\n]\s*/g, ' ')}\n`)
  // At once: a natural end would close the store while another process may be opening it.
  process.exit(78)
}

function main(): void {
  const command = readCommand(process.argv.slice(2))
  if (command === 'help') {
    process.stdout.write(helpText())
    return
  }
  if (command === 'version') {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    process.stdout.write(`${version}\n`)
    return
  }
  const config = readConfig(process.env)
  if (command === 'check') {
    process.stdout.write(`Everything is fine: ${readCatalogue(config).size} generators\n`)
    return
  }
  const endpoint =
    takeInherited(process.env, process.pid) ?? chooseEndpoint(config.host, config.port)
  if ('path' in endpoint) {
    makeWay(endpoint.path).then(() => serve(config, endpoint)).catch(refuseToStart)
  } else serve(config, endpoint)
}

function readCatalogue({ generatorsFolder, localesFolder }: Config): Catalogue {
  return loadCatalogue(
    generatorsFolder ?? join(root, 'generators'),
    localesFolder ?? join(root, 'locales'),
  )
}

function serve(config: Config, endpoint: Endpoint): void {
  const catalogue = readCatalogue(config)
  const log = createLog(config.logLevel, (line) => process.stderr.write(line))
  const folder = resolve(config.dataFolder)
  const bootId = readBootId()
  const saved = readCheckpoint(folder, log)
  const room = planStore(readFreeAddressSpace(), config.rateLimit)
  if (room.maxClients < config.maxClients) {
    const hint = 'MALLOC_ARENA_MAX=1 in the environment leaves more of it'
    log.info('The address space is limited', { maxClients: room.maxClients, hint })
  }
  const { mapBytes } = room
  const store = openStore({ folder, bootId, checkpointBoot: saved?.boot, mapBytes, log })
  const writer = String(process.pid)
  const statistics = openStatistics({ store, folder, bootId, saved, writer })
  const rateLimit = {
    limit: config.rateLimit,
    windowMs: config.rateWindowMs,
    maxClients: Math.min(config.maxClients, room.maxClients),
  }
  const limiter = rateLimit.limit === 0 ? undefined : createRateLimiter(rateLimit)
  const recorder = createRecorder({ store, statistics, limiter, now, defer: setImmediate })

  // All six limits are set on purpose: what a client is slow with must end in seconds.
  const server = createServer({
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: 1_000,
    noDelay: true,
    // A missing Host is refused by our own rules, in the JSON shape.
    requireHostHeader: false,
  })
  server.timeout = 15_000
  server.maxRequestsPerSocket = maxRequestsPerConnection
  // By default node drops what is over 2,000 headers without a word; 101 are refused here.
  server.maxHeadersCount = 0

  const passenger = findPassenger(globalThis)
  let isStopping = false
  const timers = [
    every(1_000, checkpoint),
    every(60_000, () => quietly(store.tidy)),
  ]
  if (limiter !== undefined) sweep(limiter)

  server.on('error', (error) => {
    log.error('The server failed', { reason: String(error) })
    process.exit(1)
  })
  const connections = createConnections()
  const answers = createJsonAnswers(rateLimitHeaders)
  const { send, sendLast } = createSender(connections)
  const listeners = createParserListeners(answers.error, sendLast)
  server.on('clientError', listeners.onClientError)
  // Node would answer 503, without a word, what follows the last request of a connection.
  server.on('dropRequest', ({ socket }: IncomingMessage) => stopParsing(socket))
  server.on('connect', listeners.onConnect)
  server.listen(endpoint, () => {
    // Under lsnode it is undefined.
    const address = server.address() ?? null
    // Whoever connects to a Unix-domain socket is on this machine and has no address.
    const localPeer = isLocal(address) ? '127.0.0.1' : undefined
    const reloadable = createReloadable({
      catalogue,
      readCatalogue: () => readCatalogue(config),
      siteUrl: config.siteUrl ?? defaultSiteUrl(address),
      maxTextCodePoints: config.maxTextCodePoints,
      log,
      defer: setImmediate,
    })
    reload = reloadable.reload
    const app = createApp({
      basePath: config.basePath,
      get services() {
        return reloadable.services
      },
      connections,
      answers,
      send,
      recorder,
      limiter,
      rateLimit,
      isTrusted: config.isTrusted,
      peerOf: passenger?.peerOf ?? (({ socket }) => socket.remoteAddress ?? localPeer),
      ipv6PrefixBits: config.ipv6PrefixBits,
      probeStore() {
        // On a full disk so small a record may still find room.
        store.assertHealthy()
        store.transact((records) => records.put(healthKey, healthValue))
      },
      log,
      now,
    })
    for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, app)
    log.info('Listening', {
      address: formatEndpoint(address, config.basePath),
      generators: catalogue.size,
      data: folder,
    })
    // The first requests, which may wait already, come before it.
    setTimeout(reloadable.prepare, 200)
  })

  process.on('uncaughtException', (error) => {
    log.error('A fault ended the service', { reason: error.stack ?? String(error) })
    process.exit(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal))
  passenger?.onStop(() => stop('exit'))

  // One step after the other, and requests in between, while there is more to do.
  function sweep(swept: RateLimiter): void {
    let hasMore = false
    quietly(() => (hasMore = store.transact((records) => swept.sweep(records, now()))))
    setTimeout(sweep, hasMore ? 0 : 1_000, swept).unref()
  }

  // A full disk fails every second: only the first time is worth a line, and the end.
  let isFailing = false
  async function checkpoint(): Promise<void> {
    try {
      await statistics.checkpoint()
      if (isFailing) log.warn('The checkpoint can be written again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn('The checkpoint cannot be written', { reason: String(error) })
      isFailing = true
    }
  }

  // Whoever asks twice does not want to wait.
  function stop(signal: string): void {
    if (isStopping) process.exit(1)
    isStopping = true
    connections.endAll()
    log.info('Stopping', { signal })
    // The server's own close() would cut idle connections at once, on which the next request may
    // be under way already: they get a moment, and answers that close the connection.
    stopListening(server, async () => {
      for (const timer of timers) clearInterval(timer)
      recorder.flush()
      await checkpoint()
      store.close()
      log.info('Stopped')
      process.exit(0)
    })
    // What has arrived by then is read first.
    setTimeout(setImmediate, 500, () => server.closeIdleConnections())
    setTimeout(() => server.closeAllConnections(), 3_000)
  }
}

const healthKey = Buffer.from([4])
const healthValue = Buffer.from([1])

function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // The store has logged it, and the next turn tries again.
  }
}

function every(periodMs: number, work: () => void): NodeJS.Timeout {
  return setInterval(work, periodMs).unref()
}

/** Milliseconds since the machine started: shared by all processes, and never set back. */
function now(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + Math.floor(nanoseconds / 1e6)
}
