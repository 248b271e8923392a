// Reads the cost of a process from the kernel: https://man7.org/linux/man-pages/man5/proc.5.html
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Returns the user and system time of a process in microseconds: the sum over its threads. The
 * kernel counts these in nanoseconds, but /proc/<pid>/stat in steps of ten milliseconds.
 */
export function cpuMicroseconds(pid) {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const schedstat = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1')
    nanoseconds += Number(schedstat.split(' ')[0])
  }
  return nanoseconds / 1000
}

/** Returns the resident memory in MiB, and the part of it that is not mapped from files. */
export function memoryMiB(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return {
    resident: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    anonymous: Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]) / 1024,
  }
}
