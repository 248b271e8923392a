import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { root, temporaryFolder } from '../support/folders.ts'
import { warnings } from '../support/load.ts'
import { startService } from '../support/service.ts'

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

describe('the service with the environment of its unit', () => {
  test('keeps compiled code in a folder of the data, and starts with it', async (t) => {
    const unit = readFileSync(join(root, 'systemd', 'text-decoration.service'), 'utf8')
    const [, path = ''] = /^Environment=NODE_COMPILE_CACHE=%S\/text-decoration\/(\S+)$/m.exec(unit) ?? []
    const folder = temporaryFolder(t)
    const cache = join(folder, path)
    const settings = { DATA_DIR: folder, NODE_COMPILE_CACHE: cache }
    for (const _start of ['first', 'second']) {
      const service = await startService(t, settings)
      assert.deepEqual(warnings(service).filter((line) => !line.includes('SITE_URL')), [])
      assert.equal(await service.stop(), 0)
    }
    const [major = 0] = process.versions.node.split('.').map(Number)
    assert.equal(existsSync(cache), major >= 22)
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
