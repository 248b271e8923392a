import { readFileSync } from 'node:fs'
import { uptime } from 'node:os'

/**
 * Names this boot of the machine: the kernel's boot id, or where that cannot be read the second
 * at which the machine started, as far as the clock knows (`started-1732095600`).
 */
export function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return `started-${Math.round(Date.now() / 1000 - uptime())}`
  }
}

const toleranceSeconds = 30

/** Whether two boot names mean the same boot. */
export function isSameBoot(one: string, other: string): boolean {
  const start = secondsOf(one) - secondsOf(other)
  return one === other || Math.abs(start) <= toleranceSeconds
}

function secondsOf(boot: string): number {
  return boot.startsWith('started-') ? Number(boot.slice('started-'.length)) : NaN
}
