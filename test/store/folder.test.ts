import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { StartError } from '../../lib/start-error.ts'
import { checkFolder, makeFolder, refuseFolder } from '../../lib/store/folder.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('makeFolder', () => {
  test('makes all folders that are missing, for their user alone', (t) => {
    const folder = temporaryFolder(t)
    const place = join(folder, 'a', 'b', 'c')
    makeFolder(place)
    makeFolder(place)
    for (const made of ['a', 'a/b', 'a/b/c']) {
      assert.equal(statSync(join(folder, made)).mode & 0o777, 0o700, made)
    }
  })

  test('ends where no folder can be made', (t) => {
    const folder = temporaryFolder(t)
    symlinkSync(join(folder, 'nothing'), join(folder, 'link'))
    writeFileSync(join(folder, 'file'), '')
    for (const [place, code] of [
      ['/proc/decoration', 'ENOENT'],
      ['/proc/decoration/a', 'ENOENT'],
      [join(folder, 'file', 'a'), 'ENOTDIR'],
      [join(folder, 'link', 'a'), 'EEXIST'],
    ] as const) {
      assert.throws(() => makeFolder(place), { code }, place)
    }
  })
})

describe('checkFolder', () => {
  test('makes nothing, and takes a folder that could be made', (t) => {
    const folder = temporaryFolder(t)
    checkFolder(folder)
    checkFolder(join(folder, 'a', 'b'))
    assert.equal(existsSync(join(folder, 'a')), false)
  })

  const skip = process.getuid?.() === 0 && 'LEFT OUT: root may write anywhere'
  test('refuses one that this user may not write to', { skip }, (t) => {
    const folder = join(temporaryFolder(t), 'a')
    mkdirSync(folder)
    chmodSync(folder, 0o500)
    for (const place of [folder, join(folder, 'b', 'c')]) {
      assert.throws(() => checkFolder(place), isRefusal(place, 'EACCES'))
    }
  })

  test('refuses what is no folder, or lies in a file', (t) => {
    const file = join(temporaryFolder(t), 'file')
    writeFileSync(file, '')
    for (const place of [file, join(file, 'a')]) {
      assert.throws(() => checkFolder(place), isRefusal(place, `${file} is no folder`))
    }
  })
})

describe('refuseFolder', () => {
  test('says what helps, where that is known', () => {
    const told = (code: string): string =>
      refuseFolder('/a', Object.assign(new Error(code), { code })).message
    assert.match(told('EROFS'), /EROFS; this process may only read there: .*ReadWritePaths/)
    assert.match(told('ENOSPC'), /; make room, or set a folder on another disk$/)
    assert.match(told('EIO'), /EIO$/)
  })
})

function isRefusal(folder: string, reason: string): (error: unknown) => boolean {
  return (error) =>
    error instanceof StartError &&
    error.message.startsWith(`DATA_DIR=${folder} cannot be used: `) &&
    error.message.includes(reason)
}
