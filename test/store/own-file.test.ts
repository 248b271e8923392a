import assert from 'node:assert/strict'
import fs, {
  chmodSync,
  closeSync,
  linkSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { makeFolder } from '../../lib/store/folder.ts'
import { createOwnFile, openOwnFile } from '../../lib/store/own-file.ts'
import {
  addUses,
  filledFolder,
  openFolder,
  readRecord,
  storeFiles,
  value,
} from '../support/data-folder.ts'
import { fastFolder } from '../support/folders.ts'

function modesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).toSorted()
  return Object.fromEntries(
    names.map((name) => [name, (lstatSync(join(folder, name)).mode & 0o777).toString(8)]),
  )
}

describe('the files of the store', () => {
  test('are for their owner alone, whatever the umask; the folder stays as it is', async (t) => {
    const before = process.umask()
    t.after(() => process.umask(before))
    for (const umask of [0, 0o022, 0o077, 0o177, 0o777]) {
      const folder = fastFolder(t)
      chmodSync(folder, 0o755)
      process.umask(umask)
      const { store, statistics } = openFolder(folder)
      addUses(store, statistics, 1)
      await statistics.checkpoint()
      process.umask(before)
      assert.deepEqual(
        modesOf(folder),
        Object.fromEntries(storeFiles.map((name) => [name, '600'])),
        umask.toString(8),
      )
      assert.equal(statSync(folder).mode & 0o777, 0o755)
      process.umask(umask)
      makeFolder(join(folder, 'new', 'data'))
      process.umask(before)
      for (const name of ['new', 'new/data']) {
        assert.equal(statSync(join(folder, name)).mode & 0o777, 0o700, umask.toString(8))
      }
    }
  })

  test('that others may read are mended, and what is not of the store is left alone', (t) => {
    const folder = filledFolder(t)
    const elsewhere = fastFolder(t)
    openFolder(folder).store.close()
    const asides = ['live.mdb.bad-20260101T000000Z', 'live.mdb.previous-boot']
    const strange = ['notes', 'alive.mdb', 'live.mdbx', 'link', 'twin']
    for (const name of [...asides, 'notes', 'alive.mdb', 'live.mdbx']) {
      writeFileSync(join(folder, name), name)
    }
    for (const name of ['linked', 'twin']) writeFileSync(join(elsewhere, name), name)
    symlinkSync(join(elsewhere, 'linked'), join(folder, 'live.mdb.bad-link'))
    linkSync(join(elsewhere, 'twin'), join(folder, 'live.mdb.bad-twin'))
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o664)
    openFolder(folder).store.close()
    const modes = modesOf(folder)
    for (const name of [...storeFiles, ...asides]) assert.equal(modes[name], '600', name)
    for (const name of strange) assert.ok(modes[name] === undefined || modes[name] === '664', name)
    assert.deepEqual(modesOf(elsewhere), { linked: '664', twin: '664' })
    assert.deepEqual(readRecord(openFolder(folder).store), value)
  })
})

describe('a file of the store', () => {
  test('is made only where its name is free, be it taken by a link to nothing', (t) => {
    const folder = fastFolder(t)
    const path = (name: string): string => join(folder, name)
    writeFileSync(path('file'), 'precious')
    symlinkSync(path('file'), path('link'))
    symlinkSync(path('none'), path('dangling'))
    for (const name of ['file', 'link', 'dangling']) {
      assert.throws(() => createOwnFile(path(name)), { code: 'EEXIST' }, name)
    }
    closeSync(createOwnFile(path('new')))
    assert.deepEqual(readdirSync(folder).toSorted(), ['dangling', 'file', 'link', 'new'])
    assert.equal(readFileSync(path('file'), 'utf8'), 'precious')
  })

  test('is not read through a link, and nothing else is a file', (t) => {
    const folder = fastFolder(t)
    writeFileSync(join(folder, 'file'), 'precious')
    symlinkSync('file', join(folder, 'link'))
    symlinkSync('/dev/zero', join(folder, 'device'))
    for (const name of ['link', 'device', 'none', '']) {
      assert.equal(openOwnFile(join(folder, name)), undefined, name)
    }
    assert.equal(openOwnFile('/dev/zero'), undefined)
    const file = openOwnFile(join(folder, 'file'))
    assert.ok(file !== undefined)
    closeSync(file)
  })

  test('that another process makes at the very moment are taken for missing', (t) => {
    const path = join(fastFolder(t), 'file')
    const { openSync } = fs
    t.after(syncBuiltinESMExports)
    const opening = t.mock.method(fs, 'openSync', (...words: Parameters<typeof openSync>) => {
      try {
        return openSync(...words)
      } catch (error) {
        writeFileSync(path, 'here')
        throw error
      }
    })
    syncBuiltinESMExports()
    assert.equal(openOwnFile(path), undefined)
    assert.equal(opening.mock.callCount(), 1)
    opening.mock.restore()
    assert.equal(readFileSync(path, 'utf8'), 'here')
  })
})
