import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'

/** Long enough for any machine: only a test that would hang gets this far. */
const limitMs = 120_000

/** Waits until a condition holds; fails with `what` when it has not held for two minutes. */
export async function until(
  isReached: () => boolean | Promise<boolean>,
  what = String(isReached),
): Promise<void> {
  const end = performance.now() + limitMs
  while (!(await isReached())) {
    assert.ok(performance.now() < end, `waited two minutes, and still not: ${what}`)
    await setTimeout(5)
  }
}
