import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { send } from '../support/client.ts'
import { startInProcess } from '../support/in-process.ts'

const found = spawnSync('promtool', ['--version']).status === 0
const skip = found ? false : 'LEFT OUT: no promtool (Debian: prometheus)'

test('promtool accepts the metrics, and has no advice', { skip }, async (t) => {
  const { port } = await startInProcess(t, { METRICS: 'on' })
  for (const target of ['/api?action=stats', '/health', '/en/']) await send(port, { target })
  const { text: input } = await send(port, { target: '/metrics' })
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input })
  assert.equal(`${stdout}${stderr}`, '')
  assert.equal(status, 0)
})
