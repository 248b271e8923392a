// What the system says that a process has cost: https://man7.org/linux/man-pages/man5/proc.5.html
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Microseconds of user and system time that a process has taken. It is the sum over its threads, in
 * nanoseconds; /proc/<pid>/stat tells the same in steps of ten milliseconds.
 */
export function cpuMicroseconds(pid) {
  let nanoseconds = 0
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const schedstat = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1')
    nanoseconds += Number(schedstat.split(' ')[0])
  }
  return nanoseconds / 1000
}

/** Resident memory in MiB: all of it, and the part that is no page of a file. */
export function memoryMiB(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  return {
    resident: Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024,
    anonymous: Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]) / 1024,
  }
}
