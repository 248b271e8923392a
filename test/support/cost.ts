import assert from 'node:assert/strict'

/**
 * Checks that eight times the work costs about eight times as much: quadratic time gives 64. Large
 * arrays, which V8 collects in another way, have been seen to cost twice as much for each element.
 */
export function assertLinear(title: string, part: () => unknown, whole: () => unknown): void {
  assertCost(`${title}: eight times as much`, whole, part, 24)
}

/**
 * Checks that work costs at most `mostTimes` the processor time of a yardstick. The cheapest of several
 * measurements counts, because other work of the machine only adds to it.
 */
export function assertCost(
  title: string,
  work: () => unknown,
  yardstick: () => unknown,
  mostTimes: number,
): void {
  let times = 0
  // A suspicious result is looked at again, for longer each time.
  for (let rounds = 4; rounds <= 243; rounds *= 3) {
    const leastOfYardstick = cheapest(yardstick, rounds)
    times = cheapest(work, rounds, mostTimes * leastOfYardstick) / leastOfYardstick
    if (times <= mostTimes) return
    // No interruption costs that much.
    if (times > 10 * mostTimes) break
  }
  assert.fail(`${title} costs ${times.toFixed(1)} times as much, not ${mostTimes} at most`)
}

/** Returns the least of some measurements; the first one that is `enough` ends them. */
function cheapest(work: () => unknown, rounds: number, enough = 0): number {
  let least = cpuMs(work)
  // Work that is too short for the clock is repeated.
  const repeats = Math.ceil(1 / Math.max(least, 0.02))
  if (repeats > 1) least = Infinity
  for (let round = 1; round < rounds && least > enough; round++) {
    least = Math.min(least, cpuMs(work, repeats))
  }
  return least
}

/** Returns the processor time that work costs on average, in milliseconds. */
export function cpuMs(work: () => unknown, repeats = 1): number {
  const start = process.cpuUsage()
  for (let count = 0; count < repeats; count++) work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / repeats
}
