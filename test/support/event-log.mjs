// A reporter for run.mjs: writes the events that it needs to its file, which is open as number 3.
import { writeSync } from 'node:fs'
import { describe, isOfSummary } from './reporter.mjs'

/** Writes each event at once: a test that blocks its process must not delay those before it. */
export default async function* writeEvents(events) {
  for await (const { type, data } of events) {
    if (!needed.has(type) || isOfSummary(data.message ?? '')) continue
    const { error, ...details } = data.details ?? {}
    const told = error && { failureType: error.failureType, cause: describe(error.cause ?? error) }
    const { name, nesting, skip, message } = data
    const kept = { name, nesting, skip, message, details: { ...details, error: told } }
    writeSync(3, `${JSON.stringify({ type, data: kept })}\n`)
  }
}

const needed = new Set(['test:start', 'test:pass', 'test:fail', 'test:diagnostic'])
