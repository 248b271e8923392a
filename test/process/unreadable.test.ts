import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { findUnreadable } from '../../lib/process/unreadable.ts'
import type { Account } from '../../lib/process/unreadable.ts'
import { temporaryFolder } from '../support/folders.ts'

test('findUnreadable finds what only its owner can read, and folders that only it can enter', (t) => {
  const top = temporaryFolder(t)
  const folder = join(top, 'a', 'b')
  const file = join(folder, 'c')
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, '')
  const { uid, gid } = statSync(file)
  const find = (account: Account): string[] => {
    const found = findUnreadable([folder, file, join(folder, 'missing')], account)
    // Those above the temporary folder depend on the machine.
    return found.map((path) => relative(top, path)).filter((path) => /^a/.test(path))
  }
  const rows: Array<[modes: readonly [number, number, number], mine: string, ofGroup: string]> = [
    [[0o755, 0o755, 0o644], '', ''],
    [[0o711, 0o755, 0o644], '', ''],
    [[0o755, 0o711, 0o644], 'a/b', 'a/b'],
    [[0o755, 0o744, 0o644], 'a/b', 'a/b'],
    [[0o755, 0o755, 0o600], 'a/b/c', 'a/b/c'],
    [[0o750, 0o750, 0o640], 'a a/b a/b/c', ''],
    [[0o700, 0o755, 0o644], 'a', 'a'],
    [[0o700, 0o700, 0o600], 'a a/b a/b/c', 'a a/b a/b/c'],
  ]
  for (const [modes, mine, ofGroup] of rows) {
    for (const [index, path] of [join(top, 'a'), folder, file].entries()) {
      chmodSync(path, modes[index] ?? 0)
    }
    const name = modes.map((mode) => mode.toString(8)).join()
    assert.equal(find({ uid, gid }).join(' '), mine, name)
    // The service may be in another group that the files have.
    assert.equal(find({ uid, gid: gid + 1 }).join(' '), ofGroup, name)
    // The service may be the owner.
    assert.deepEqual(find({ uid: uid + 1, gid }), [], name)
  }
})
