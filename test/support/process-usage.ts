import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import type { Service } from './service.ts'

/** The memory of a service in MiB, read from the kernel. */
export interface Memory {
  readonly resident: number
  /** The highest resident size since `forgetPeak` or since the start. */
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

/** Returns the CPU time of a service in ticks of 10 ms. */
export function readTicks({ process: { pid } }: Service): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(' ')
  return Number(fields[13]) + Number(fields[14])
}

/** Resolves when a service has finished its start and whatever else it was doing. */
export async function untilIdle(service: Service): Promise<void> {
  for (let before = -1; ; ) {
    const ticks = readTicks(service)
    // Its timers need a tick now and then.
    if (before !== -1 && ticks - before <= 1) return
    before = ticks
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
}
