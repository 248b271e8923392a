import { after } from 'node:test'
import { memoize } from '../../lib/engine/memo.ts'
import { startInProcess } from './in-process.ts'
import type { InProcessService } from './in-process.ts'
import { startService } from './service.ts'
import type { Service } from './service.ts'

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

/** Does so for the service that was built, in a process of its own. */
export function builtForSuite(environment: Environment = {}): () => Promise<Service> {
  const ends: Ends = []
  after(() => endAll(ends))
  return memoize(() => startService(ending(ends), environment))
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
  const starting = startInProcess(ending(ends), environment)
  // If all tests of the suite are skipped, nothing else handles a failure.
  starting.catch(() => {})
  return starting
}

/** Keeps what a test would do at its end. */
function ending(ends: Ends) {
  return { after: (work?: unknown): unknown => ends.push(work as () => unknown) }
}

/** Stops the service before its folder is removed. */
async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.toReversed()) await end()
}
