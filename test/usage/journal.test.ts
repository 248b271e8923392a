import assert from 'node:assert/strict'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import type { Draw } from '../../lib/engine/draft.ts'
import { createLog } from '../../lib/log.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Records } from '../../lib/store/store.ts'
import { Block, blockBytes, fileBytesOf, mostEntries } from '../../lib/usage/journal-block.ts'
import { filledFolder, listAside, openFolder, totalsOf } from '../support/data-folder.ts'
import { fastFolder, temporaryFolder } from '../support/folders.ts'
import { firstTime, SharedLimiter } from '../support/limiter.ts'
import { rounds } from '../support/rounds.ts'

const stateKey = Buffer.from([16])

describe('a file that LMDB can open but the journal cannot use', () => {
  test('of an earlier version is set aside as such, and the checkpoint gives the totals', (t) => {
    const versions: ReadonlyArray<ReadonlyArray<readonly [key: number[], bytes: number]>> = [
      // Totals, a window, its position in the queue, and the length of the queue.
      [[[0], 16], [[1, 4, 192, 0, 2, 1], 16], [[2, 0, 0, 0, 0, 0, 0], 16], [[3], 16]],
      // The state, the entries of a turn, and the record of the health probe.
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
      // The earlier version does not use this file either: its state is longer.
      assert.notEqual(store.transact((records) => records.get(stateKey))?.length, 44)
      store.close()
      assert.deepEqual(openFolder(folder).lines, [])
    }
  })

  test('with a damaged state is set aside, whichever byte of it has changed', (t) => {
    for (const at of [0, 9, 20, 31, 39, 43]) {
      const folder = filledFolder(t)
      write(folder, (records) => {
        const state = records.get(stateKey) ?? assert.fail('there is no state')
        state[at] = (state[at] ?? 0) ^ 4
        records.put(stateKey, state)
      })
      const { store, statistics } = openFolder(folder)
      assert.equal(listAside(folder).length, 1, `byte ${at}`)
      assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 })
      assert.ok(readdirSync(folder).includes('live.mdb'))
    }
  })
})

/** Writes records without a journal. */
function write(folder: string, work: (records: Records) => void): void {
  const log = createLog('error', assert.fail)
  const store = openStore({ folder, bootId: 'boot', checkpointBoot: undefined, log })
  store.transact(work)
  store.close()
}

type Entry = readonly [timeMs: number, name: string]

describe('a block', () => {
  test('contains what was added, however long names and pauses are, until it is full', () => {
    const draw = createDraw('blocks')
    for (const bytes of [12, 100, blockBytes]) {
      for (let round = 0; round < rounds(200); round++) {
        const block = emptyBlock(bytes)
        const added: Entry[] = []
        let time = draw(2) * firstTime + draw(100)
        for (let entry = drawEntry(draw, time); add(block, entry); entry = drawEntry(draw, time)) {
          added.push(entry)
          time = entry[0]
          assert.deepEqual([block.next, block.timeMs], [7 + added.length, time])
        }
        assert.ok(added.length <= mostEntries)
        const again = new Block(7, block.bytes)
        assert.deepEqual(entriesOf(again), added)
        assert.deepEqual([again.next, again.timeMs], [block.next, block.timeMs])
      }
    }
  })

  test('continues where it was read to, and refuses a time before that of its last entry', () => {
    const block = emptyBlock(blockBytes)
    assert.ok(add(block, [50, 'a']))
    const again = new Block(7, block.bytes)
    assert.deepEqual(entriesOf(again), [[50, 'a']])
    assert.equal(add(again, [49, 'b']), false)
    assert.ok(add(again, [50, 'b']) && add(again, [90_000_000_000, 'c']) === false)
    assert.deepEqual(entriesOf(new Block(7, block.bytes)), [[50, 'a'], [50, 'b']])
  })

  test('keeps its clients if later times are replaced by now', () => {
    const block = emptyBlock(blockBytes)
    const entries: Entry[] = [[90, 'a'], [95, 'b'], [100_000, 'c'], [100_001, 'd']]
    for (const entry of entries) assert.ok(add(block, entry))
    for (const now of [10, 92, 95, 100_000, 200_000]) {
      const expected = entries.map(([time, name]) => [Math.min(time, now), name])
      const before = block.before(now)
      assert.deepEqual([before.next, before.timeMs], [block.next, Math.min(100_001, now)])
      assert.deepEqual(entriesOf(new Block(7, before.bytes)), expected)
    }
  })

  test('can be read whatever bytes it contains', () => {
    const draw = createDraw('damage')
    for (let round = 0; round < rounds(1000); round++) {
      const bytes = Buffer.from(Array.from({ length: draw(60) }, () => draw(draw(2) === 0 ? 256 : 9)))
      const block = new Block(7, bytes)
      const entries = entriesOf(block)
      assert.equal(block.next, 7 + entries.length)
      assert.ok(entries.every(([, name]) => name.length > 0) && entries.length <= bytes.length / 2)
    }
  })
})

describe('the blocks of a journal', () => {
  test('fill the pages of the file, with no more bytes per entry than planned', (t) => {
    for (const [requests, pauseMs] of [[1, 1], [32, 0]] as const) {
      const folder = fastFolder(t)
      const { store } = openFolder(folder)
      const limiter = new SharedLimiter((work) => store.transact(work))
      let count = 0
      for (let now = firstTime; count < rounds(7_000 + 1_000 * requests); now += pauseMs) {
        const clients = Array.from({ length: requests }, () => String(count++).padStart(9, 'c'))
        limiter.admit(clients, now)
      }
      store.close()
      // A transaction needs pages of its own in addition to those of the blocks.
      const least = 20 * 4096
      const bytes = (statSync(join(folder, 'live.mdb')).size - least) / count
      assert.ok(bytes < (pauseMs === 0 ? 10.7 : fileBytesOf(9)), `${bytes} bytes an entry`)
    }
  })
})

function emptyBlock(bytes: number): Block {
  return new Block(7, Buffer.alloc(bytes))
}

function add(block: Block, [timeMs, name]: Entry): boolean {
  return block.add(timeMs, Buffer.from(`.${String.fromCharCode(name.length)}${name}`, 'latin1'), 1)
}

function entriesOf(block: Block): Entry[] {
  const entries: Entry[] = []
  for (let at = block.read(); at !== 0; at = block.read()) {
    const name = block.bytes.toString('latin1', at + 1, at + 1 + (block.bytes[at] ?? 0))
    entries.push([block.timeMs, name])
  }
  return entries
}

/** Draws an entry some time after another, usually soon after it. */
function drawEntry(draw: Draw, time: number): Entry {
  const pauses = [0, 1, draw(50), 0x7fff, 0x8000, draw(500_000)]
  const pause = pauses[draw(draw(4) === 0 ? pauses.length : 3)] ?? 0
  const length = 1 + draw(draw(10) === 0 ? 127 : 6)
  return [time + pause, Array.from({ length }, () => String.fromCharCode(draw(256))).join('')]
}
