import assert from 'node:assert/strict'

/** Linear time gives 2, quadratic time 4 and above. */
const mostRatio = 3

/**
 * Checks that work on a whole takes about twice the time of the same work on a half. It is
 * processor time, the cheapest of many rounds in which both take their turns: noise only adds.
 */
export function assertLinear(title: string, half: () => unknown, whole: () => unknown): void {
  let ratio = 0
  // What one look finds suspicious is looked at again, longer and longer.
  for (let rounds = 5; rounds <= 135; rounds *= 3) {
    const times: Array<[halfMs: number, wholeMs: number]> = []
    // So little work that the clock would tell of itself is done several times.
    const repeats = Math.ceil(1 / Math.max(time(whole, 1), 0.02))
    for (let round = 0; round < rounds; round++) {
      times.push([time(half, repeats), time(whole, repeats)])
    }
    ratio = Math.min(...times.map(([, ms]) => ms)) / Math.min(...times.map(([ms]) => ms))
    if (ratio <= mostRatio) return
  }
  assert.fail(`${title}: ${ratio.toFixed(1)} times as long for twice as much`)
}

/** Milliseconds of the processor. */
function time(work: () => unknown, repeats: number): number {
  const start = process.cpuUsage()
  for (let count = 0; count < repeats; count++) work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}
