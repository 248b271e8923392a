import assert from 'node:assert/strict'
import type { Turn } from '../../lib/http/turn.ts'

/**
 * Checks that some work in turns takes so many times the CPU time of its longest turn. What `prepare`
 * does before it returns the work does not count.
 */
export async function assertShortTurns(
  title: string,
  prepare: () => (turn: Turn) => Promise<unknown>,
  leastTimes: number,
): Promise<void> {
  const times: number[] = []
  let [longest, total] = [1, 0]
  // Collecting garbage only adds to a time, so the shortest one of each turn counts. The first runs
  // also compile, in one turn or another, beside which a long turn would not be noticed.
  for (let runs = 0; runs < 10 || (runs < 50 && longest > total / leastTimes); runs++) {
    for (const [turn, ms] of (await measureTurns(prepare())).entries()) {
      times[turn] = Math.min(times[turn] ?? Infinity, ms)
    }
    longest = Math.max(...times)
    total = times.reduce((sum, ms) => sum + ms, 0)
  }
  assert.ok(longest <= total / leastTimes, `${title}: ${longest} of ${total} ms`)
}

/** Does work in as many turns as it can, and returns the CPU time of each in milliseconds. */
async function measureTurns(work: (turn: Turn) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let start = process.cpuUsage()
  const end = (): void => {
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1_000)
    start = process.cpuUsage()
  }
  const turn: Turn = {
    isOver: true,
    next: async () => end(),
    apart: (shared) => shared(turn),
  }
  await work(turn)
  end()
  return times
}
