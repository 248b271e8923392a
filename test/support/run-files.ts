import { extname } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { Worker } from 'node:worker_threads'

/** The names of files so far. */
const files = new Set<string>()

/**
 * Runs test files, such as `http/form`, one after another in this process, because most take longer to
 * load than to run. A test with the name of each file comes before its own. Kills the process if no
 * test has ended for `limitSeconds`, even if one blocks the event loop.
 */
export async function runFiles(names: readonly string[], limitSeconds = 600): Promise<void> {
  if (files.size === 0) watch(limitSeconds)
  for (const name of names) {
    files.add(name)
    test(name, () => {})
    await import(new URL(`../${name}.test${extname(import.meta.url)}`, import.meta.url).href)
  }
}

function watch(limitSeconds: number): void {
  const watcher = new Worker(program, { eval: true, execArgv: [], workerData: limitSeconds })
  watcher.unref()
  let file = ''
  const note = (state: string): void => watcher.postMessage(`${file}: ${state}`)
  beforeEach(({ name }) => {
    if (files.has(name)) file = name
    note(file === name ? 'no test of it has begun' : `"${name}" has not ended`)
  })
  afterEach(({ name }) => note(`what it has started still runs after "${name}"`))
}

/** The program of the thread that waits for news of the tests. */
const program = `
  const { writeSync } = require('node:fs')
  const { parentPort, workerData: limitSeconds } = require('node:worker_threads')
  let state = 'no test has begun'
  const timer = setTimeout(() => {
    writeSync(2, 'No test has ended for ' + limitSeconds + ' s. ' + state + '\\n')
    process.kill(process.pid, 'SIGKILL')
  }, 1000 * limitSeconds)
  parentPort.on('message', (message) => {
    state = message
    timer.refresh()
  })
`
