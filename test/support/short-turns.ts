import assert from 'node:assert/strict'
import type { Turn } from '../../lib/http/turn.ts'

/** Checks that some work in turns takes so many times the CPU time of its longest turn. */
export async function assertShortTurns(
  title: string,
  work: (turn: Turn) => Promise<unknown>,
  leastTimes: number,
): Promise<void> {
  let times: readonly number[] = []
  let [longest, total] = [1, 0]
  // Collecting garbage only adds to a time, so the shortest one of each turn counts.
  for (let runs = 0; runs < 50 && longest > total / leastTimes; runs++) {
    const measured = await measureTurns(work)
    // The first run may prepare something, in turns that later runs do not have.
    const isSame = measured.length === times.length
    times = measured.map((ms, turn) => isSame ? Math.min(ms, times[turn] ?? ms) : ms)
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
