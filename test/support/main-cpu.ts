import { readFileSync } from 'node:fs'

/** Returns the CPU time of the main thread of a process in milliseconds; NaN if it has ended. */
export function readMainCpuMs(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'latin1')
    return Number(text.split(' ')[0]) / 1e6
  } catch {
    return NaN
  }
}
