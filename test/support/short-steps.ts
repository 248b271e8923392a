import assert from 'node:assert/strict'
import type { Steps } from '../../lib/engine/steps.ts'

/** Checks that some work, which `begin` starts, takes so many times as long as its longest step. */
export function assertShortSteps(
  title: string,
  begin: () => Steps<unknown>,
  leastTimes: number,
): void {
  const times: number[] = []
  let [longest, total] = [1, 0]
  // Other work only adds to a time, so the shortest one of each step counts.
  for (let runs = 0; runs < 50 && longest > total / leastTimes; runs++) {
    measureSteps(begin()).forEach((ms, step) => {
      times[step] = Math.min(times[step] ?? Infinity, ms)
    })
    longest = Math.max(...times)
    total = times.reduce((sum, ms) => sum + ms, 0)
  }
  assert.ok(longest <= total / leastTimes, `${title}: ${longest} of ${total} ms`)
}

/** Does work, and returns how many milliseconds each of its steps has taken. */
function measureSteps(work: Steps<unknown>): number[] {
  const times: number[] = []
  for (let isDone: boolean | undefined = false; isDone !== true; ) {
    const startMs = performance.now()
    isDone = work.next().done
    times.push(performance.now() - startMs)
  }
  return times
}
