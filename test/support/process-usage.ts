import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Service } from './service.ts'

/** What a service holds in memory, read from the kernel, in MiB. */
export interface Memory {
  readonly resident: number
  /** The most that was resident since `forgetPeak`, or since the start. */
  readonly peak: number
}

export function readMemory({ process: { pid } }: Service): Memory {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string): number => {
    const [, kibibytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text) ?? []
    assert.ok(kibibytes !== undefined, name)
    return Math.round(Number(kibibytes) / 1024)
  }
  return { resident: read('VmRSS'), peak: read('VmHWM') }
}

export function forgetPeak({ process: { pid } }: Service): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** The time that it has used on a processor, in ticks of 10 ms. */
export function readTicks({ process: { pid } }: Service): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ')
  return Number(fields[13]) + Number(fields[14])
}

/** Resolves when the service has nothing more to do: after its start it prepares its answers. */
export async function untilIdle(service: Service): Promise<void> {
  for (let before = -1; ; ) {
    const ticks = readTicks(service)
    // Its timers take a tick now and then.
    if (before !== -1 && ticks - before <= 1) return
    before = ticks
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
