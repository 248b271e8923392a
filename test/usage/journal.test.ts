import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Records } from '../../lib/store/store.ts'
import { keyOf } from '../../lib/usage/keys.ts'
import { filledFolder, listAside, openFolder, totalsOf } from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('a file that LMDB can open and the journal cannot use', () => {
  test('of the version before is set aside by name, and the totals are the checkpoint’s', (t) => {
    const folder = temporaryFolder(t)
    write(folder, (records) => {
      // What it kept: totals, a window, its place in the queue, and how long that is.
      const keys = [[0], [1, 4, 192, 0, 2, 1], [2, 0, 0, 0, 0, 0, 0], [3]]
      for (const key of keys) records.put(Buffer.from(key), Buffer.alloc(16, 1))
    })
    const checkpoint = { boot: 'boot', uses: 7, characters: 70 }
    writeFileSync(join(folder, 'checkpoint.json'), JSON.stringify(checkpoint))
    const { store, statistics, lines } = openFolder(folder)
    assert.equal(listAside(folder).length, 1)
    assert.match(listAside(folder)[0] ?? '', /^live\.mdb\.bad-/)
    assert.deepEqual(lines.map(({ reason }) => reason), [
      'it is of a version that keeps other records',
    ])
    assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 })
    assert.equal(store.transact((records) => records.get(Buffer.from([0]))), undefined)
    store.close()
    assert.deepEqual(openFolder(folder).lines, [])
  })

  test('with a damaged state is set aside, whichever byte of it has changed', (t) => {
    for (const at of [0, 9, 20, 31, 39, 43]) {
      const folder = filledFolder(t)
      write(folder, (records) => {
        const state = records.get(keyOf('state')) ?? assert.fail('there is no state')
        state[at] = (state[at] ?? 0) ^ 4
        records.put(keyOf('state'), state)
      })
      const { store, statistics } = openFolder(folder)
      assert.equal(listAside(folder).length, 1, `byte ${at}`)
      assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 })
      assert.ok(readdirSync(folder).includes('live.mdb'))
    }
  })
})

/** Writes records as they are, by no journal. */
function write(folder: string, work: (records: Records) => void): void {
  const log = createLog('error', assert.fail)
  const store = openStore({ folder, bootId: 'boot', checkpointBoot: undefined, log })
  store.transact(work)
  store.close()
}
