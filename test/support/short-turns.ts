import assert from 'node:assert/strict'
import type { Turn } from '../../lib/http/turn.ts'

/** Checks that some work in turns takes so many times as long as its longest turn. */
export async function assertShortTurns(
  title: string,
  work: (turn: Turn) => Promise<unknown>,
  leastTimes: number,
): Promise<void> {
  const times: number[] = []
  let [longest, total] = [1, 0]
  // Other work only adds to a time, so the shortest one of each turn counts.
  for (let runs = 0; runs < 50 && longest > total / leastTimes; runs++) {
    for (const [turn, ms] of (await measureTurns(work)).entries()) {
      times[turn] = Math.min(times[turn] ?? Infinity, ms)
    }
    longest = Math.max(...times)
    total = times.reduce((sum, ms) => sum + ms, 0)
  }
  assert.ok(longest <= total / leastTimes, `${title}: ${longest} of ${total} ms`)
}

/** Does work in as many turns as it can, and returns how many milliseconds each has taken. */
async function measureTurns(work: (turn: Turn) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let startMs = performance.now()
  const end = (): void => {
    times.push(performance.now() - startMs)
    startMs = performance.now()
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
