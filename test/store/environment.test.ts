import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
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
})
