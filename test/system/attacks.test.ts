import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attack } from '../support/attack.ts'
import type { Attack, Outcome } from '../support/attack.ts'
import { attacks } from '../support/attacks.ts'
import { readBlock } from '../support/documents.ts'
import { triesAll } from '../support/rounds.ts'
import { startService } from '../support/service.ts'
import { readUnitOptions } from '../support/unit-options.ts'
import { startNginx, withoutServer } from '../support/web-server.ts'

// The others take longer. test/bench/attacks.mjs measures them all.
const tried = triesAll ? attacks : attacks.filter(({ isQuick }) => isQuick)

describe('a service with the options of its unit outlives', () => {
  for (const one of tried) {
    test(one.title, async (t) => {
      const { port, process: { pid = 0 } } = await startService(t, readUnitOptions())
      const outcome = await attack(one, { port, pid })
      t.diagnostic(format(outcome))
      assertKept(one, outcome)
    })
  }
})

const skip = withoutServer('nginx', '-v') || (!triesAll && 'LEFT OUT: ROUNDS=many runs it')

describe('a service behind nginx, set up as in systemd/web-server.md, outlives', { skip }, () => {
  for (const one of attacks.filter(({ title }) => /a text|padded bodies|details/.test(title))) {
    test(one.title, async (t) => {
      const { port, process: { pid = 0 } } = await startService(t, readUnitOptions())
      const nginx = await startNginx(t, (listens) => {
        const location = readBlock('nginx').replace(':8080', `:${port}`)
        return `server { listen 127.0.0.1:${listens}; ${location} }`
      })
      const outcome = await attack(one, { port, pid, attacked: nginx.port })
      t.diagnostic(format(outcome))
      assertKept(one, outcome)
    })
  }
})

function format({ medianMs, worstMs, peakMebibytes, cpuSeconds }: Outcome): string {
  const [median, worst, peak] = [medianMs, worstMs, peakMebibytes].map((one) => one.toFixed(0))
  return `/health: ${median} ms, ${worst} at worst; ${peak} MiB; ${cpuSeconds.toFixed(1)} s of CPU`
}

/** Checks that the process lives, answers /health, and keeps the promises about waits and memory. */
function assertKept(
  { mostMebibytes = 250, medianMs = 300, worstMs = Infinity, fillsConnections }: Attack,
  outcome: Outcome,
): void {
  const what = format(outcome)
  assert.ok(outcome.isAlive, what)
  if (!fillsConnections) assert.equal(outcome.failures, 0, what)
  assert.ok(outcome.peakMebibytes < mostMebibytes, what)
  assert.ok(outcome.medianMs < medianMs && outcome.worstMs < worstMs, what)
}
