import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { createSearch } from '../api/search.ts'
import { foldersBelow } from '../catalogue/data-files.ts'
import { findUnjoined } from '../catalogue/shipped-files.ts'
import { loadCatalogue } from '../catalogue/load-catalogue.ts'
import { takeInherited } from '../http/listen.ts'
import type { Http } from '../http/server.ts'
import { createLog, howToReport, logWarnings, StartError } from '../log.ts'
import type { Host } from '../service/wiring.ts'
import { findPassenger } from '../service/passenger.ts'
import { startService } from '../service/service.ts'
import { readConfig } from '../settings/config.ts'
import { readEnvironmentFile } from '../settings/environment-file.ts'
import { findWarnings } from '../settings/warnings.ts'
import { besideWarnings, checkStart } from './check.ts'
import type { Settings } from './check.ts'
import { helpText, readCommand } from './command-line.ts'
import { runDecorate } from './decorate-command.ts'
import { prefixesOf } from './journal.ts'

/** Runs the command line of the process, with its streams, signals and exit status. */
export function main(own: NodeJS.Process): void {
  // The service keeps running when the reader of its log goes away.
  own.stderr.on('error', () => {})
  run(own).catch((error) => refuseToStart(own, error))
}

/** The folder with package.json, generators and locales, which also has server.ts or `dist`. */
const here = join(import.meta.dirname, '..', '..')
const root = basename(here) === 'dist' ? dirname(here) : here

/** What ships. `npm run build` joins the files, because a start should read few. */
const joined = join(here, 'catalogue.jsonl')
const shipped = { folders: foldersBelow(root), joined: existsSync(joined) ? joined : undefined }

async function run(own: NodeJS.Process): Promise<void> {
  const words = own.argv.slice(2)
  if (words[0] === 'decorate') return decorate(own, words.slice(1))
  const { task, environmentFile } = readCommand(words)
  if (task === 'help') return void own.stdout.write(helpText())
  if (task === 'version') return void own.stdout.write(`${readVersion()}\n`)
  const settings = readSettings(own.env, environmentFile)
  if (task === 'check') {
    const superuser = own.getuid?.() === 0 ? { uid: 0, gid: 0 } : undefined
    return void own.stdout.write(await checkStart(settings, shipped, superuser))
  }
  serve(own, settings)
}

async function decorate(own: NodeJS.Process, words: readonly string[]): Promise<void> {
  const { generatorsFolder: generators, localesFolder: locales } = readConfig(own.env)
  const load = () => loadCatalogue({ ...shipped, own: { generators, locales } })
  try {
    own.stdout.write(await runDecorate(words, load, own.stdin))
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof StartError)) throw error
    own.stderr.write(`${error.message}\n`)
    own.exitCode = 1
  }
}

function readVersion(): string {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
}

function readSettings(ownVariables: NodeJS.ProcessEnv, path: string | undefined): Settings {
  const file = path === undefined ? undefined : { path, ...readEnvironmentFile(path) }
  const environment = { ...ownVariables, ...file?.variables }
  const ofFile = file?.faults ?? []
  try {
    const config = readConfig(environment)
    if (ofFile.length > 0) throw new StartError()
    return { config, environment, file }
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    throw besideWarnings(new StartError(...ofFile, ...error.lines), { environment, file })
  }
}

function serve(own: NodeJS.Process, settings: Settings): void {
  const { config } = settings
  const host = createHost(own)
  const log = createLog(config.logLevel, host.write)
  const starting = startService(config, host)
  own.on('uncaughtException', (error) => {
    const reason = error.stack ?? String(error)
    log.error('A fault ended the service', { reason, hint: howToReport })
    own.exit(1)
  })
  starting.then(
    ({ siteUrl }) => {
      // After the start, because a refused start prints the warnings itself.
      logWarnings(log, findWarnings(settings, siteUrl))
      // Later, because it looks at each file that ships.
      setTimeout(() => logWarnings(log, findUnjoined(shipped)), 1_000).unref()
    },
    (error) => refuseToStart(own, error),
  )
  const end = async (reason: string): Promise<void> => {
    own.exit((await (await starting).stop(reason)) ? 0 : 1)
  }
  let stoppedAtMs: number | undefined
  const stop = (reason: string): void => {
    // npm repeats at once what a terminal sends to both. A later signal means that the operator
    // does not want to wait.
    if (performance.now() - (stoppedAtMs ?? Infinity) > repeatedMs) own.exit(1)
    stoppedAtMs ??= performance.now()
    void end(reason)
  }
  for (const signal of ['SIGTERM', 'SIGINT']) own.on(signal, () => stop(signal))
  // "systemctl reload" asks for a start with new files. A terminal sends SIGHUP when it is closed.
  own.on('SIGHUP', () => {
    if (isStartedBySystemd(own)) return void end('SIGHUP')
    log.info('SIGHUP changes nothing: restart the service to read generators and locales again')
  })
  host.passenger?.onStop(() => stop('exit'))
}

const repeatedMs = 200

/** Returns whether systemd has started this process, and not one of which it is a descendant. */
function isStartedBySystemd({ env, pid }: NodeJS.Process): boolean {
  const { INVOCATION_ID: id, SYSTEMD_EXEC_PID: started = String(pid) } = env
  return id !== undefined && started === String(pid)
}

function createHost(own: NodeJS.Process): Host {
  // On Node 22 and later an `import` of node:http would also load all of fetch.
  const http: Http = createRequire(import.meta.url)('node:http')
  const prefixOf = prefixesOf(own.env)
  return {
    loadCatalogue(ownFolders) {
      const contents = loadCatalogue({ ...shipped, own: ownFolders })
      return { ...contents, search: createSearch(contents) }
    },
    version: readVersion(),
    http,
    write: (line, level) => void own.stderr.write(prefixOf(level) + line),
    inherited: takeInherited(own.env, own.pid),
    passenger: findPassenger(globalThis),
    // Unlike Date and performance, it never steps, and all processes share it.
    now: () => Number(own.hrtime.bigint() / 1_000_000n),
    fail: () => own.exit(1),
    cpuSeconds() {
      const { user, system } = own.cpuUsage()
      return (user + system) / 1e6
    },
    residentBytes: () => own.memoryUsage.rss(),
  }
}

function refuseToStart(own: NodeJS.Process, error: unknown): never {
  if (!(error instanceof StartError)) throw error
  const prefixOf = prefixesOf(own.env)
  for (const line of error.lines) {
    const level = line.startsWith('Warning: ') ? 'warn' : 'error'
    own.stderr.write(`${prefixOf(level)}${line}\n`)
  }
  // At once: a normal exit would close the store while another process may be opening it.
  return own.exit(78)
}
