// Notes in a file which test of this process is running, so that run.mjs can name one that hangs.
import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach } from 'node:test'

/** Keeps the note up to date; a process that waits for something adds what keeps it alive. */
export function noteProgress(path, files, limitMs) {
  let file = files[0]
  let state = ''
  const write = (more = '') => writeFileSync(path, JSON.stringify({ file, state: state + more }))
  const timer = setTimeout(() => {
    write(`; its process waits for ${[...new Set(process.getActiveResourcesInfo())].join(', ')}`)
  }, 0.9 * limitMs).unref()
  const note = (text) => {
    state = text
    timer.refresh()
    write()
  }
  beforeEach(({ fullName }) => {
    if (files.includes(fullName)) file = fullName
    note(file === fullName ? 'its first test has not begun' : `"${fullName}" has not ended`)
  })
  afterEach(({ fullName }) => {
    if (file !== fullName) note(`what it or a file before it has started still runs after "${fullName}"`)
  })
}
