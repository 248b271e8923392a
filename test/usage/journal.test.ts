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
  test('of a version before is set aside by name, and the totals are the checkpoint’s', (t) => {
    const versions: ReadonlyArray<ReadonlyArray<readonly [key: number[], bytes: number]>> = [
      // Totals, a window, its place in the queue, and how long that is.
      [[[0], 16], [[1, 4, 192, 0, 2, 1], 16], [[2, 0, 0, 0, 0, 0, 0], 16], [[3], 16]],
      // The state, the entries of a turn, and what the health probe wrote.
      [[[16], 44], [[17, 0, 0, 0, 0, 0, 0], 16], [[18], 1]],
    ]
    for (const version of versions) {
      const folder = temporaryFolder(t)
      write(folder, (records) => {
        for (const [key, bytes] of version) records.put(Buffer.from(key), Buffer.alloc(bytes, 1))
      })
      const checkpoint = { boot: 'boot', uses: 7, characters: 70 }
      writeFileSync(join(folder, 'checkpoint.json'), JSON.stringify(checkpoint))
      const { store, statistics, lines } = openFolder(folder)
      assert.equal(listAside(folder).length, 1)
      assert.match(listAside(folder)[0] ?? '', /^live\.mdb\.bad-/)
      const reason = 'it is of a version that keeps other records'
      assert.deepEqual(lines.map((line) => line['reason']), [reason])
      assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 })
      const left = store.transact((records) => version.map(([key]) => records.get(Buffer.from(key))))
      assert.deepEqual(left.filter((bytes, index) => bytes?.length === version[index]?.[1]), [])
      // Neither does the version before take this file for its own: its state is longer.
      assert.notEqual(store.transact((records) => records.get(keyOf('state')))?.length, 44)
      store.close()
      assert.deepEqual(openFolder(folder).lines, [])
    }
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
