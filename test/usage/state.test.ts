import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createLog } from '../../lib/log.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Records } from '../../lib/store/store.ts'
import { filledFolder, listAside, openFolder, totalsOf } from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'
import { firstTime, SharedLimiter } from '../support/limiter.ts'

const stateKey = Buffer.from([16])

describe('a file that LMDB can open but the limiter cannot use', () => {
  test('of an earlier version is set aside as such, and the checkpoint gives the totals', (t) => {
    const versions: ReadonlyArray<ReadonlyArray<readonly [key: number[], bytes: number]>> = [
      // Totals, a window, its position in the queue, and the length of the queue.
      [[[0], 16], [[1, 4, 192, 0, 2, 1], 16], [[2, 0, 0, 0, 0, 0, 0], 16], [[3], 16]],
      // The state, the entries of a turn, and the record of the health probe.
      [[[16], 44], [[17, 0, 0, 0, 0, 0, 0], 16], [[18], 1]],
      // Those of 1.0.0: the state, a block of its journal, the record of the health probe.
      [[[16], 52], [[18, 0, 0, 0, 0, 0, 0], 796], [[17], 1]],
      // Those of 1.1.0: the state, a client's newest times and earlier ones, the health probe.
      [[[16], 48], [[19, 0, 0, 97], 14], [[20, 0, 0, 97, 0, 0, 0, 0], 6144], [[17], 1]],
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
      assert.deepEqual(totalsOf(statistics), { uses: 7, characters: 70 })
      const left = store.transact((records) => version.map(([key]) => records.get(Buffer.from(key))))
      assert.deepEqual(left.filter((bytes, index) => bytes?.length === version[index]?.[1]), [])
      // Earlier versions do not use this file either: their states have other lengths.
      assert.equal(store.transact((records) => records.get(stateKey))?.length, 45)
      store.close()
      assert.deepEqual(openFolder(folder).lines, [])
    }
  })

  test('without a state is set aside if it has windows', (t) => {
    const folder = filledFolder(t)
    write(folder, (records) => {
      new SharedLimiter((work) => work(records)).admit(['a'], firstTime)
      records.remove(stateKey)
    })
    const { statistics, lines } = openFolder(folder)
    assert.deepEqual(lines.map((line) => line['reason']), ['the record with its totals is missing'])
    assert.deepEqual(totalsOf(statistics), { uses: 7, characters: 70 })
  })

  test('with a damaged state is set aside, whichever byte of it has changed', (t) => {
    for (const at of [0, 9, 20, 31, 39, 43]) {
      const folder = filledFolder(t)
      write(folder, (records) => {
        const state = records.get(stateKey) ?? assert.fail('there is no state')
        state[at] = (state[at] ?? 0) ^ 4
        records.put(stateKey, state)
      })
      const { statistics } = openFolder(folder)
      assert.equal(listAside(folder).length, 1, `byte ${at}`)
      assert.deepEqual(totalsOf(statistics), { uses: 7, characters: 70 })
      assert.ok(readdirSync(folder).includes('live.mdb'))
    }
  })
})

/** Writes records without a limiter. */
function write(folder: string, work: (records: Records) => void): void {
  const log = createLog('error', assert.fail)
  const store = openStore({ folder, patienceMs: 10_000, bootId: 'boot', checkpointBoot: undefined, log })
  store.transact(work)
  store.close()
}
