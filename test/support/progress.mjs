// Notes in a file which test of this process is running, so that run.mjs can name one that hangs.
import { openSync, writeSync } from 'node:fs'
import { afterEach, beforeEach } from 'node:test'

/**
 * Keeps the note, the first line of the file, up to date. A process that waits for something adds
 * what keeps it alive.
 */
export function noteProgress(path, files, limitMs) {
  let file = files[0]
  let state = ''
  // Left open, because there are thousands of tests.
  const note = openSync(path, 'r+')
  const write = (more = '') => {
    writeSync(note, `${JSON.stringify({ file, state: state + more })}\n`, 0)
  }
  const timer = setTimeout(() => {
    write(`; its process waits for ${[...new Set(process.getActiveResourcesInfo())].join(', ')}`)
  }, 0.9 * limitMs).unref()
  const update = (text) => {
    state = text
    timer.refresh()
    write()
  }
  beforeEach(({ fullName }) => {
    if (files.includes(fullName)) file = fullName
    update(file === fullName ? 'its first test has not begun' : `"${fullName}" has not ended`)
  })
  afterEach(({ fullName }) => {
    if (file !== fullName) update(`what it or a file before it has started still runs after "${fullName}"`)
  })
}
