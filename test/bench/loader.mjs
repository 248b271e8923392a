// Starts the load generator and gives it jobs.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { here } from './paths.mjs'

/** Starts the load generator. `run` resolves to the result of a job; see load.mjs. */
export function startLoader() {
  const child = fork(join(here, 'load.mjs'))
  child.once('exit', (code) => {
    if (code !== 0 && !child.killed) throw new Error(`the load generator ended: ${code}`)
  })
  process.on('exit', () => child.kill('SIGKILL'))
  return {
    async run(job) {
      child.send(job)
      const [{ result, error }] = await once(child, 'message')
      if (error !== undefined) throw new Error(`${job.name ?? 'A server'}: ${error}`)
      return result
    },
    stop: () => child.disconnect(),
  }
}
