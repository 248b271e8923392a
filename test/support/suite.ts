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
 * Gives a function that suites call in their bodies: they share one service, which stops with the
 * last of them.
 */
export function createSharedService(): () => Promise<InProcessService> {
  const ends: Ends = []
  let starting: Promise<InProcessService> | undefined
  let users = 0
  return () => {
    users++
    after(async () => {
      users--
      if (users === 0) await endAll(ends)
    })
    starting ??= startWith(ends, {})
    return starting
  }
}

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
