import { after } from 'node:test'
import { startInProcess } from './in-process.ts'
import type { InProcessService } from './in-process.ts'

type Environment = Readonly<Record<string, string>>
type Ends = Array<() => unknown>

/** Starts a service in this process that a suite shares, in its body; it stops with the suite. */
export function startForSuite(environment: Environment = {}): Promise<InProcessService> {
  const ends: Ends = []
  after(() => endAll(ends))
  return startWith(ends, environment)
}

/**
 * Gives the service that all suites of a process share, in their bodies; it stops with the last of
 * them that is there then.
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
  // Where the tests that wait for it are left out, nobody else hears that it failed.
  starting.catch(() => {})
  return starting
}

/** The service stops before its folder goes. */
async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.toReversed()) await end()
}
