// Starts one server as a process of its own and stops it again, by its own pid.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { familyOf } from './accounting.mjs'
import { dist, here } from './paths.mjs'

const listenMs = 20_000

/** Starts the service with its data in `folder`; `from` is where its build lies. */
export function startOurs(folder, environment = {}, nodeArguments = [], from = dist) {
  // As `npm start` does.
  const words = ['--max-semi-space-size=4', ...nodeArguments, join(from, 'server.js')]
  const settings = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'info', ...environment }
  return startServer('ours', process.execPath, words, settings)
}

/** Starts `servers/<name>.mjs`. */
export function startScript(name, environment = {}, options = {}) {
  const { nodeArguments = [] } = options
  const file = join(here, 'servers', `${name}.mjs`)
  return startServer(name, process.execPath, [...nodeArguments, file], environment, options)
}

/**
 * Starts a server; it listens once it has written a line of JSON with its `address` to stderr.
 * `spawnedAt` is the time just before, of `performance`; `isTold` opens a channel for messages.
 */
export async function startServer(name, command, args, environment, { isTold = false } = {}) {
  const spawnedAt = performance.now()
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'pipe', ...(isTold ? ['ipc'] : [])],
    ...(isTold ? { serialization: 'advanced' } : {}),
  })
  const exited = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  const said = []
  const port = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      kill()
      reject(new Error(`${name} did not listen: ${said.join('\n')}`))
    }, listenMs)
    createInterface({ input: child.stderr }).on('line', (line) => {
      said.push(line)
      const address = /"address":"([^"]+)"/.exec(line)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(Number(new URL(address).port))
    })
    exited.then(() => reject(new Error(`${name} ended: ${said.join('\n')}`)), reject)
  })
  return {
    name,
    port,
    child,
    spawnedAt,
    pid: child.pid,
    pids: familyOf(child.pid),
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(kill, 8_000)
      await exited
      clearTimeout(timer)
      process.off('exit', kill)
    },
  }
}
