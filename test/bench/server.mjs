// Starts a server as a process of its own, and stops it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { here, root } from './paths.mjs'

const listenMs = 20_000

/** Starts the service with its data in `folder`; `build` is the folder that contains `dist`. */
export function startOurs(folder, build = root, nodeArguments = []) {
  const words = [...nodeArguments, join(build, 'dist', 'server.js')]
  // With different addresses, the entity tags of the answers would differ.
  const settings = { PORT: '0', DATA_DIR: folder, SITE_URL: 'http://localhost' }
  return startServer('ours', words, settings)
}

/** Starts `servers/<name>.mjs`. */
export function startScript(name, environment = {}, nodeArguments = []) {
  return startServer(name, [...nodeArguments, join(here, 'servers', `${name}.mjs`)], environment)
}

/**
 * Starts a server, which listens once it has written a line of JSON with its `address` to stderr.
 * `spawnedAt` is the time of `performance` just before.
 */
async function startServer(name, args, environment) {
  const spawnedAt = performance.now()
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
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
