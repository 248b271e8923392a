// Starts the servers that are compared, and prepares their data and answers.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { ask, connections, kinds, load, refusedClients } from './load.mjs'

const here = import.meta.dirname
export const root = dirname(dirname(here))

/** Creates a folder that is removed when this process ends. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'decoration-bench-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
  return folder
}

/** Starts the service with its data in `folder`; `build` is the folder that contains `dist`. */
export function startOurs(folder, build = root, name = 'ours', environment = {}) {
  // With different addresses, the entity tags of the answers would differ.
  const settings = { PORT: '0', DATA_DIR: folder, SITE_URL: 'http://localhost', ...environment }
  return startServer(name, join(build, 'dist', 'server.js'), settings)
}

/** Starts `servers/<name>.mjs`. */
export function startScript(name, environment) {
  return startServer(name, join(here, 'servers', `${name}.mjs`), environment)
}

/** Starts a server, which writes a line of JSON with its `address` to stderr once it listens. */
async function startServer(name, path, environment) {
  const spawnedAt = performance.now()
  const child = spawn(process.execPath, [path], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 3_600_000,
    killSignal: 'SIGKILL',
  })
  const exited = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  const said = []
  const port = await new Promise((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line)
      const address = /"address":"([^"]+)"/.exec(line)?.[1]
      if (address !== undefined) resolve(Number(new URL(address).port))
    })
    exited.then(() => reject(new Error(`${name} ended: ${said.join('\n')}`)), reject)
  })
  return {
    name,
    port,
    spawnedAt,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(kill, 8_000)
      await exited
      clearTimeout(timer)
      process.off('exit', kill)
    },
  }
}

/**
 * Prepares a build of ours. `start()` resolves to a running service that knows `clients` clients by
 * one request each, and others that have used up their limit. `answers` are its answers by kind,
 * with the extra headers of the request; `file` contains them for the servers of `servers/`.
 */
export async function prepareOurs({ name, build, folder, clients }) {
  const filled = join(folder, name)
  const used = join(folder, `${name}-used`)
  mkdirSync(filled)
  const server = await startOurs(filled, build)
  for (let sent = 0; sent < clients; ) {
    // A connection carries at most a thousand requests.
    const measured = Math.min(100_000, clients - sent)
    sent += (await load({ ...server, kind: kinds.stats, clients, first: sent, measured })).sent
  }
  const using = { ...kinds.stats, isRefused: true }
  await load({ ...server, kind: using, clients, measured: 100 * refusedClients - connections })
  const answers = {}
  for (const [kind, { status, revalidates, ...request }] of Object.entries(kinds)) {
    const etag = answers[revalidates]?.etag
    const requestHeaders = etag === undefined ? {} : { 'If-None-Match': etag }
    answers[kind] = { ...(await ask(server.port, request, requestHeaders)), requestHeaders }
    if (answers[kind].status !== status) throw new Error(`${kind}: ${answers[kind].status}`)
  }
  const file = join(folder, `${name}-answers.json`)
  const recorded = Object.entries(answers).map(([kind, answer]) => {
    return [kind, { ...answer, body: answer.body.toString('base64') }]
  })
  writeFileSync(file, JSON.stringify(Object.fromEntries(recorded)))
  await server.stop()
  return {
    name,
    answers,
    file,
    async start() {
      rmSync(used, { recursive: true, force: true })
      cpSync(filled, used, { recursive: true })
      return startOurs(used, build, name)
    },
  }
}

/** Prepares one of `servers/`, which must give our answers; the bare one replays them. */
export function preparePeer({ name, clients, ours: { answers, file } }) {
  const environment = { ANSWERS: file, CLIENTS: String(clients) }
  const start = (kind) => startScript(name, { ...environment, KIND: kind })
  return { name, answers, start }
}

/** Throws if a server answers differently; the bare server must send the same head, too. */
export async function checkAnswer({ name, port }, kind, expected) {
  const answer = await ask(port, kinds[kind], expected.requestHeaders)
  const [ours, theirs] = [expected, answer].map(({ status, rawHeaders, body }) => {
    const head = name === 'bare' ? rawHeaders.map(plain).sort() : []
    // Each limiter has its own waiting times.
    return JSON.stringify([status, plain(body.toString()), head])
  })
  if (ours !== theirs) throw new Error(`${name}, ${kind}: ${theirs.slice(0, 2_000)}`)
}

/** Removes what changes from request to request: dates and counts. */
function plain(text) {
  return /^\w{3}, \d\d /.test(text) ? 'date' : text.replace(/\d+/g, '0')
}
