import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { TestContext } from 'node:test'
import type { Totals } from '../../lib/usage/statistics.ts'
import { compiledPath } from './compiled.ts'
import type { LogLine } from './service.ts'

/** A data folder to open as the service does, and the clients that then send requests. */
export interface Trial {
  readonly folder: string
  readonly bootId: string
  readonly clients: readonly string[]
}

/** What came of it: the totals that were found, what was logged, and what failed. */
export interface Outcome {
  readonly totals: Totals | undefined
  readonly lines: readonly LogLine[]
  readonly failures: readonly string[]
  /** The signal or the status that ended the process in between, if any. */
  readonly ended?: string
}

export type TryOut = (trial: Trial) => Promise<Outcome>

/** Gives a function that tries data folders in other processes: a crash must not end the test. */
export function createTryOut(t: Pick<TestContext, 'after'>): TryOut {
  let child: ReturnType<typeof fork> | undefined
  let tried = 0
  t.after(() => child?.kill('SIGKILL'))
  return async (trial) => {
    // A gate stays open for as long as its process runs.
    if (tried++ % 100 === 0) {
      child?.disconnect()
      child = undefined
    }
    const present = child ?? fork(compiledPath('test/support/try-out-child.ts'))
    child = present
    const done = new AbortController()
    const { signal } = done
    present.send(trial)
    const outcome = await Promise.race([
      once(present, 'message', { signal }).then(([result]) => result as Outcome),
      once(present, 'exit', { signal }).then(([status, name]): Outcome => {
        child = undefined
        return { totals: undefined, lines: [], failures: [], ended: String(name ?? status) }
      }),
    ])
    done.abort()
    return outcome
  }
}
