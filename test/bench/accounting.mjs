// What the system says that processes have cost: https://man7.org/linux/man-pages/man5/proc.5.html
import { readdirSync, readFileSync } from 'node:fs'

/**
 * Microseconds of user and system time that the processes have taken together. It is the sum over
 * their threads, in nanoseconds; /proc/<pid>/stat tells the same in steps of ten milliseconds.
 */
export function cpuMicroseconds(pids) {
  let nanoseconds = 0
  for (const pid of pids) {
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const schedstat = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1')
      nanoseconds += Number(schedstat.split(' ')[0])
    }
  }
  return nanoseconds / 1000
}

/** Resident memory in MiB: all of it, and the part that is no page of a file. */
export function memoryMiB(pids) {
  const sum = { resident: 0, anonymous: 0 }
  for (const pid of pids) {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    sum.resident += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024
    sum.anonymous += Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1]) / 1024
  }
  return sum
}

/** The process and all that descend from it. */
export function familyOf(pid) {
  const children = new Map()
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const parent = parentOf(name)
    children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const family = [pid]
  for (const member of family) family.push(...(children.get(member) ?? []))
  return family
}

function parentOf(pid) {
  try {
    // The name of the program, in parentheses, may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return -1 // it has ended meanwhile
  }
}
