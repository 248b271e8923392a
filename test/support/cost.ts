import assert from 'node:assert/strict'

/** How many times as much work `assertLinear` compares. */
export const linearTimes = 16

/**
 * Checks that sixteen times the work costs about sixteen times as much: quadratic time gives 256.
 * Each element may cost up to four times as much: V8 collects large arrays in another way (twice),
 * and the clusters of long texts are not remembered (three times).
 */
export function assertLinear(title: string, part: () => unknown, whole: () => unknown): void {
  assertCost(`${title}: ${linearTimes} times as much`, whole, part, 4 * linearTimes)
}

/**
 * Checks that work on a size costs at most twelve times as much as on half of it and what `usual` does,
 * up to the largest size. Each size is only an eighth larger than the one before, so that work which
 * takes exponential time fails before it takes minutes.
 */
export function assertGrowth(
  title: string,
  work: (size: number) => unknown,
  usual: () => unknown,
  [least, most]: readonly [number, number],
): void {
  let size = Math.min(2 * least, most)
  for (;;) {
    const [whole, half] = [size, Math.ceil(size / 2)]
    const yardstick = (): void => {
      work(half)
      usual()
    }
    assertCost(`${title}: ${whole} after ${half}`, () => work(whole), yardstick, 12)
    if (size === most) return
    size = Math.min(most, Math.ceil(1.125 * size))
  }
}

/**
 * Checks that work costs at most `mostTimes` the processor time of a yardstick. They run in turns, and
 * the cheapest turn of each counts, because other work of the machine only adds to it. Work that has
 * been cheap enough is not repeated.
 */
export function assertCost(
  title: string,
  work: () => unknown,
  yardstick: () => unknown,
  mostTimes: number,
): void {
  let times = 0
  // A suspicious result is looked at again, for longer each time.
  for (let rounds = 3; rounds <= 243; rounds *= 3) {
    const [measure, measureYardstick] = [createMeasure(work), createMeasure(yardstick)]
    let [least, leastOfYardstick] = [Infinity, Infinity]
    for (let round = 0; round < rounds; round++) {
      leastOfYardstick = Math.min(leastOfYardstick, measureYardstick())
      if (least > mostTimes * leastOfYardstick) least = Math.min(least, measure())
      // The first time may prepare something. Short work is repeated to the end: collecting garbage
      // and compiling in other threads can cost hundreds of times as much.
      if (round > 0 && least > Math.max(longMs, 10 * mostTimes * leastOfYardstick)) break
    }
    times = least / leastOfYardstick
    if (times <= mostTimes) return
    if (least > Math.max(longMs, 10 * mostTimes * leastOfYardstick)) break
  }
  assert.fail(`${title} costs ${times.toFixed(1)} times as much, not ${mostTimes} at most`)
}

/** Work that costs more than this, and far too much, is not measured many times. */
const longMs = 100

/** Returns a function that measures work. Work that is too short for the clock is repeated. */
function createMeasure(work: () => unknown): () => number {
  let firstMs: number | undefined = cpuMs(work)
  const repeats = Math.ceil(1 / Math.max(firstMs, 0.02))
  if (repeats > 1) firstMs = undefined
  return () => {
    const ms = firstMs ?? cpuMs(work, repeats)
    firstMs = undefined
    return ms
  }
}

/** Does the same for work that has promises. */
export async function assertCostInTurns(
  title: string,
  work: () => Promise<unknown>,
  yardstick: () => Promise<unknown>,
  mostTimes: number,
): Promise<void> {
  let [least, leastOfYardstick] = [Infinity, Infinity]
  for (let round = 0; round < 50; round++) {
    leastOfYardstick = Math.min(leastOfYardstick, await cpuMsInTurns(yardstick))
    least = Math.min(least, await cpuMsInTurns(work))
    if (round > 1 && least <= mostTimes * leastOfYardstick) return
  }
  const times = (least / leastOfYardstick).toFixed(1)
  assert.fail(`${title} costs ${times} times as much, not ${mostTimes} at most`)
}

/** Returns the processor time until a promise is settled, in milliseconds. */
export async function cpuMsInTurns(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

/** Returns the processor time that work costs on average, in milliseconds. */
export function cpuMs(work: () => unknown, repeats = 1): number {
  const start = process.cpuUsage()
  for (let count = 0; count < repeats; count++) work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000 / repeats
}
