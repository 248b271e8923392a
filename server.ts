import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { Server as NetServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { createAnswers } from './lib/answers.ts'
import { createApp } from './lib/app.ts'
import { readBootId } from './lib/boot.ts'
import { loadCatalogue } from './lib/catalogue.ts'
import type { Catalogue } from './lib/catalogue.ts'
import { readCheckpoint } from './lib/checkpoint.ts'
import { helpText, readCommand, readConfig } from './lib/config.ts'
import type { Config } from './lib/config.ts'
import { ignoreRest, maxRequestsPerConnection } from './lib/connection.ts'
import { StartError } from './lib/error.ts'
import { createLog } from './lib/log.ts'
import { createRateLimiter } from './lib/rate-limiter.ts'
import type { RateLimiter } from './lib/rate-limiter.ts'
import { createClientErrorListener, createConnectListener } from './lib/raw-answer.ts'
import { createRecorder } from './lib/recorder.ts'
import { fixedHeaders } from './lib/response.ts'
import { openStatistics } from './lib/statistics.ts'
import { openStore } from './lib/store.ts'

// An `import` of node:http would load the whole of fetch with it on Node 22 and later.
const { createServer } = process.getBuiltinModule('node:http')

/** The folder with package.json, generators and locales: this file's, or that of `dist`. */
const here = import.meta.dirname
const root = basename(here) === 'dist' ? dirname(here) : here

// Whoever reads the log may go away; the service goes on.
process.stderr.on('error', () => {})

try {
  main()
} catch (error) {
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
  const catalogue = loadCatalogue(
    config.generatorsFolder ?? join(root, 'generators'),
    config.localesFolder ?? join(root, 'locales'),
  )
  if (command === 'serve') return serve(config, catalogue)
  process.stdout.write(`Everything is fine: ${catalogue.size} generators\n`)
}

function serve(config: Config, catalogue: Catalogue): void {
  const log = createLog(config.logLevel, (line) => process.stderr.write(line))
  const folder = resolve(config.dataFolder)
  const bootId = readBootId()
  const saved = readCheckpoint(folder, log)
  const store = openStore({ folder, bootId, checkpointBoot: saved?.boot, log })
  const writer = String(process.pid)
  const statistics = openStatistics({ store, folder, bootId, saved, writer })
  const rateLimit = {
    limit: config.rateLimit,
    windowMs: config.rateWindowMs,
    maxClients: config.maxClients,
  }
  const limiter = rateLimit.limit === 0 ? undefined : createRateLimiter(rateLimit)
  const recorder = createRecorder({ store, statistics, limiter, now, defer: setImmediate })

  // All six limits are set on purpose: what a client is slow with must end in seconds.
  const server = createServer({
    headersTimeout: 5_000,
    requestTimeout: 10_000,
    keepAliveTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    noDelay: true,
    // A missing Host is refused by our own rules, in the JSON shape.
    requireHostHeader: false,
  })
  server.timeout = 15_000
  server.maxRequestsPerSocket = maxRequestsPerConnection
  // By default node drops what is over 2,000 headers without a word; 101 are refused here.
  server.maxHeadersCount = 0

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
  server.on('clientError', createClientErrorListener(fixedHeaders))
  // Node would answer 503, without a word, what follows the last request of a connection.
  server.on('dropRequest', ({ socket }: IncomingMessage) => ignoreRest(socket))
  server.on('connect', createConnectListener(fixedHeaders))
  server.listen(config.port, config.host, () => {
    const { port, address, family } = server.address() as AddressInfo
    const siteUrl = config.siteUrl ?? `http://localhost:${port}`
    const answers = createAnswers(catalogue, siteUrl)
    const app = createApp({
      basePath: config.basePath,
      services: {
        catalogue,
        answers,
        maxTextCodePoints: config.maxTextCodePoints,
      },
      recorder,
      limiter,
      rateLimit,
      isTrusted: config.isTrusted,
      ipv6PrefixBits: config.ipv6PrefixBits,
      probeStore: () => store.transact((records) => records.put(healthKey, healthValue)),
      isStopping: () => isStopping,
      log,
      now,
    })
    for (const event of ['request', 'checkContinue', 'checkExpectation']) server.on(event, app)
    const host = family === 'IPv6' ? `[${address}]` : address
    log.info('Listening', {
      address: `http://${host}:${port}${config.basePath}`,
      generators: catalogue.size,
      data: folder,
    })
    const steps = answers.prepare()[Symbol.iterator]()
    // The first requests, which may wait already, come before it.
    setTimeout(function prepareNext() {
      if (steps.next().done !== true) setImmediate(prepareNext)
    }, 200)
  })

  process.on('uncaughtException', (error) => {
    log.error('A fault ended the service', { reason: error.stack ?? String(error) })
    process.exit(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal))

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
    log.info('Stopping', { signal })
    // The server's own close() would cut idle connections at once, on which the next request may
    // be under way already: they get a moment, and answers that close the connection.
    NetServer.prototype.close.call(server, async () => {
      for (const timer of timers) clearInterval(timer)
      recorder.flush()
      await checkpoint()
      store.close()
      log.info('Stopped')
      process.exit(0)
    })
    setTimeout(() => server.closeIdleConnections(), 150)
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
