import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { root, temporaryFolder } from '../support/folders.ts'

const analyze = 'systemd-analyze'
const skip = spawnSync(analyze, ['--version']).status === 0 ? false : `LEFT OUT: no ${analyze}`
const names = ['text-decoration.socket', 'text-decoration.service']

describe('the units, as systemd sees them,', { skip }, () => {
  test('are valid', (t) => {
    const { status, stdout, stderr } = spawnSync(analyze, ['verify', ...copyUnits(t)])
    assert.equal(`${stdout}${stderr}`, '')
    assert.equal(status, 0)
  })

  test('have an exposure of at most 0.4', (t) => {
    const [, service = ''] = copyUnits(t)
    // The threshold is in tenths. Above it, the status is 1.
    const words = ['security', '--offline=true', '--threshold=4', service]
    const { status, stdout } = spawnSync(analyze, words, { encoding: 'utf8' })
    t.diagnostic(stdout.trimEnd().split('\n').at(-1) ?? '')
    assert.equal(status, 0, stdout)
  })
})

/** Copies the units, and makes them start this machine's Node. */
function copyUnits(t: TestContext): string[] {
  const folder = temporaryFolder(t)
  return names.map((name) => {
    const path = join(folder, name)
    const text = readFileSync(join(root, 'systemd', name), 'utf8')
    writeFileSync(path, text.replace('=/usr/bin/node ', `=${process.execPath} `))
    return path
  })
}
