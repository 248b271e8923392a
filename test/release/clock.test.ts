import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { temporaryFolder } from '../support/folders.ts'
import { Load } from '../support/load.ts'
import { startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

// The wall clock of the service steps, as if an administrator or a time server had set it. The
// monotonic clock continues. Real time is that of this process.

const library = readdirSync('/usr/lib')
  .map((name) => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
  .find(existsSync)
const leftOut = library === undefined ? 'LEFT OUT: libfaketime is not installed' : false

const limit = 20
const windowSeconds = 3

interface Step {
  readonly seconds: number
  /** How the service ends before the clock steps, if at all. It is started again afterwards. */
  readonly ending: 'stop' | 'kill' | undefined
}

const hour = 3600
const steps: readonly Step[] = [
  { seconds: -2 * hour, ending: undefined },
  { seconds: 2 * hour, ending: undefined },
  { seconds: 72 * hour, ending: undefined },
  { seconds: -2 * hour, ending: 'stop' },
  { seconds: 2 * hour, ending: 'kill' },
  { seconds: 72 * hour, ending: 'stop' },
  { seconds: 0, ending: 'kill' },
]

describe('a clock that steps', { skip: leftOut }, () => {
  test('lets no client exceed its limit, and refuses none for longer than a window', async (t) => {
    const folder = temporaryFolder(t)
    const clock = join(temporaryFolder(t), 'clock')
    const start = async (): Promise<Service> => {
      const started = await startService(t, {
        DATA_DIR: folder,
        RATE_LIMIT: String(limit),
        RATE_WINDOW_SECONDS: String(windowSeconds),
        LD_PRELOAD: library ?? '',
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        DONT_FAKE_MONOTONIC: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      })
      // The library leaves these files when a process is killed.
      t.after(() => {
        for (const name of ['faketime_shm_', 'sem.faketime_sem_']) {
          rmSync(`/dev/shm/${name}${started.process.pid}`, { force: true })
        }
      })
      return started
    }
    const setClock = (seconds: number): void =>
      writeFileSync(clock, `${seconds < 0 ? '' : '+'}${seconds}`)
    setClock(0)
    let service: Service | undefined = await start()
    const load = new Load(t, 3, () => service?.port, 10)
    // Long enough to fill a window, to be refused, and to be admitted again.
    const phaseMs = 1400 * windowSeconds
    await pause(phaseMs)
    for (const { seconds, ending } of steps) {
      const before = service
      if (ending !== undefined) {
        service = undefined
        await before?.[ending]()
      }
      setClock(seconds)
      service ??= await start()
      await pause(phaseMs)
      const { sentMs, answer } = load.clients[0]?.sent.at(-1) ?? assert.fail('nothing was sent')
      const shown = Date.parse(answer?.headers['date'] ?? '')
      const real = performance.timeOrigin + sentMs
      const offset = (shown - real) / 1000
      assert.ok(Math.abs(offset - seconds) < 600, `the clock is ${offset} s off, not ${seconds}`)
    }
    await load.end()
    // In each phase, each client reached its limit and was admitted again.
    load.assertFair(limit, 1000 * windowSeconds, steps.length)
  })
})
