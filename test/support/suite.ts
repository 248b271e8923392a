import { after } from 'node:test'
import { startInProcess } from './in-process.ts'
import type { InProcessService } from './in-process.ts'

type Environment = Readonly<Record<string, string>>
type Ends = Array<() => unknown>

/** Starts a service in this process for a suite, in whose body it is called. */
export function startForSuite(environment: Environment = {}): Promise<InProcessService> {
  return serviceForSuite(environment)()
}

/**
 * Returns a function that starts a service for a suite, in whose body this is called, at its first
 * call: Node does not end what belongs to a suite none of whose tests runs.
 */
export function serviceForSuite(environment: Environment = {}): () => Promise<InProcessService> {
  const ends: Ends = []
  after(() => endAll(ends))
  let starting: Promise<InProcessService> | undefined
  return () => (starting ??= startWith(ends, environment))
}

/**
 * Returns the service that all suites of this process share. Suites call this in their bodies; the
 * service stops with the last of them.
 */
export function shareService(): Promise<InProcessService> {
  const present = (shared ??= { users: 0, ends: [], starting: undefined })
  present.users++
  after(async () => {
    present.users--
    if (present.users > 0) return
    if (shared === present) shared = undefined
    await endAll(present.ends)
  })
  present.starting ??= startWith(present.ends, {})
  return present.starting
}

interface Shared {
  users: number
  readonly ends: Ends
  starting: Promise<InProcessService> | undefined
}

let shared: Shared | undefined

function startWith(ends: Ends, environment: Environment): Promise<InProcessService> {
  const after = (work?: unknown): unknown => ends.push(work as () => unknown)
  const starting = startInProcess({ after }, environment)
  // If all tests of the suite are skipped, nothing else handles a failure.
  starting.catch(() => {})
  return starting
}

/** Stops the service before its folder is removed. */
async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.toReversed()) await end()
}
