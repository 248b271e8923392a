import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { helpText, readCommand } from './lib/command-line.ts'
import { readConfig } from './lib/config.ts'
import type { Config } from './lib/config.ts'
import { takeInherited } from './lib/http/listen.ts'
import { findPassenger } from './lib/http/passenger.ts'
import { createLog } from './lib/log.ts'
import { readCatalogue, startService } from './lib/service.ts'
import type { Host } from './lib/service.ts'
import { StartError } from './lib/start-error.ts'

// SIGHUP must not end the process, however early it comes.
process.on('SIGHUP', () => {})

// Whoever reads the log may go away; the service goes on.
process.stderr.on('error', () => {})

/** The folder with package.json, generators and locales: this file's, or that of `dist`. */
const here = import.meta.dirname
const root = basename(here) === 'dist' ? dirname(here) : here

try {
  main()
} catch (error) {
  refuseToStart(error)
}

function main(): void {
  const command = readCommand(process.argv.slice(2))
  if (command === 'help') return print(helpText())
  if (command === 'version') {
    return print(`${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`)
  }
  const config = readConfig(process.env)
  if (command === 'check') {
    return print(`Everything is fine: ${readCatalogue(config, root).size} generators\n`)
  }
  serve(config)
}

function serve(config: Config): void {
  const host: Host = {
    root,
    // An `import` of node:http would load the whole of fetch with it on Node 22 and later.
    http: process.getBuiltinModule('node:http'),
    write: (line) => void process.stderr.write(line),
    processId: process.pid,
    inherited: takeInherited(process.env, process.pid),
    passenger: findPassenger(globalThis),
    now,
    fail: () => process.exit(1),
    openedFolders: new Set(),
  }
  const starting = startService(config, host)
  process.on('uncaughtException', (error) => {
    const reason = error.stack ?? String(error)
    createLog('error', host.write).error('A fault ended the service', { reason })
    process.exit(1)
  })
  starting.then(({ reload }) => process.on('SIGHUP', reload), refuseToStart)
  let isStopping = false
  const stop = async (reason: string): Promise<void> => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(1)
    isStopping = true
    await (await starting).stop(reason)
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stop(signal))
  host.passenger?.onStop(() => stop('exit'))
}

function refuseToStart(error: unknown): never {
  if (!(error instanceof StartError)) throw error
  // One line, whatever the file or the argument holds that it quotes.
  process.stderr.write(`${error.message.replace(/\s*[\r\n]\s*/g, ' ')}\n`)
  // At once: a natural end would close the store while another process may be opening it.
  process.exit(78)
}

/** Milliseconds since the machine started: shared by all processes, and never set back. */
function now(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + Math.floor(nanoseconds / 1e6)
}

function print(text: string): void {
  process.stdout.write(text)
}
