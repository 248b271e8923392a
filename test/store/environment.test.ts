import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createEnvironment, findFileFault, openEnvironment } from '../../lib/store/environment.ts'
import { fastFolder } from '../support/folders.ts'

const mapBytes = 2 ** 20

describe('an environment', () => {
  test('is made once, whole, and never over another one', async (t) => {
    const folder = fastFolder(t)
    const path = join(folder, 'a.mdb')
    createEnvironment(path, mapBytes)
    const environment = openEnvironment(path, mapBytes)
    environment.transactionSync(() => void environment.put(Buffer.from('key'), Buffer.from('1')))
    createEnvironment(path, mapBytes)
    assert.equal(environment.getBinary(Buffer.from('key'))?.toString(), '1')
    await environment.close()
    assert.deepEqual(readdirSync(folder).toSorted(), ['a.mdb', 'a.mdb-lock'])
    assert.equal(findFileFault(path), undefined)
  })

  test('is not opened through a link, nor with a lock that is one', (t) => {
    const folder = fastFolder(t)
    const path = (name: string): string => join(folder, name)
    for (const name of ['a.mdb', 'b.mdb']) createEnvironment(path(name), mapBytes)
    symlinkSync('a.mdb', path('link.mdb'))
    writeFileSync(path('precious'), 'precious')
    symlinkSync('precious', path('b.mdb-lock'))
    for (const name of ['link.mdb', 'b.mdb']) {
      assert.throws(() => openEnvironment(path(name), mapBytes), /cannot be opened: it is a link$/)
    }
    mkdirSync(path('c.mdb'))
    assert.throws(() => openEnvironment(path('c.mdb'), mapBytes), /opened: it is no file$/)
    const faults = ['a.mdb', 'link.mdb', 'c.mdb', 'none'].map((name) => findFileFault(path(name)))
    assert.deepEqual(faults, [undefined, 'it is a link', 'it is no file', undefined])
  })
})
