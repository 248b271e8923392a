import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { basename } from 'node:path'

/**
 * Packs the folder of a release into an archive, whose name is that of the folder in it. Leaves out
 * `node_modules` at the top: a release has its packages in `dist`.
 */
export function packRelease(folder: string, archive: string): void {
  const name = basename(archive).replace(/(?:-linux-x64)?\.tar\.gz$/, '')
  const renaming = `--transform=flags=r;s,^\\.,${name},`
  const words = ['--mode=u=rwX,go=rX', '--exclude=./node_modules', renaming, '-czf', archive, '.']
  assert.equal(spawnSync('tar', words, { cwd: folder }).status, 0, archive)
}
