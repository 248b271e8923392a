import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import fs, {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { writeCheckpoint } from '../../lib/store/checkpoint.ts'
import {
  filledFolder,
  listAside,
  openFolder,
  readRecord,
  totalsOf,
  value,
} from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'

describe('the checkpoint', () => {
  const alone = (work: () => void): void => work()

  test('is not replaced by an older one', async (t) => {
    const folder = temporaryFolder(t)
    const totals = (uses: number) => ({ boot: 'boot', uses, characters: 10 * uses })
    await writeCheckpoint(folder, totals(9), alone)
    await writeCheckpoint(folder, totals(8), alone)
    assert.deepEqual(readJson(join(folder, 'checkpoint.json')), totals(9))
    await writeCheckpoint(folder, totals(10), alone)
    assert.deepEqual(readJson(join(folder, 'checkpoint.json')), totals(10))
    assert.deepEqual(readdirSync(folder), ['checkpoint.json'])
  })

  test('is whole at every moment while two processes write it', async (t) => {
    const folder = temporaryFolder(t)
    const path = join(folder, 'checkpoint.json')
    let writing = 2
    const write = async (): Promise<void> => {
      for (let uses = 1; uses <= 25; uses++) {
        await writeCheckpoint(folder, { boot: 'boot', uses, characters: uses }, alone)
      }
      writing--
    }
    const written = Promise.all([write(), write()])
    let newest = 0
    for (; writing > 0; await new Promise(setImmediate)) {
      if (!existsSync(path)) continue
      const { uses } = readJson(path)
      assert.ok(uses >= newest, `${uses} after ${newest}`)
      newest = uses
    }
    await written
    assert.equal(readJson(path).uses, 25)
    assert.deepEqual(readdirSync(folder), ['checkpoint.json'])
  })

  test('does not wait for threads of the pool that are busy with something else', async (t) => {
    const { folder, release } = await fillPool(t)
    let isReleased = false
    const late = setTimeout(() => {
      isReleased = true
      release()
    }, 20_000)
    for (const uses of [1, 2, 3]) {
      await writeCheckpoint(folder, { boot: 'boot', uses, characters: uses }, alone)
      assert.equal(readJson(join(folder, 'checkpoint.json')).uses, uses)
    }
    assert.equal(isReleased, false, 'it has waited for the pool')
    clearTimeout(late)
  })

  test('never makes requests wait for the disk, while a thread of the pool is free', async (t) => {
    const { fsync } = fs
    t.after(syncBuiltinESMExports)
    // As a slow disk does: five times as long as the checkpoint waits for a busy pool.
    t.mock.method(fs, 'fsync', (file: number, done: (error: Error | null) => void) => {
      setTimeout(() => fsync(file, done), 250)
    })
    const waiting = t.mock.method(fs, 'fsyncSync')
    syncBuiltinESMExports()
    const folder = temporaryFolder(t)
    // On a busy machine, a thread that is free may still need long to begin.
    const counts: number[] = []
    for (let tries = 0; tries < 5 && !counts.includes(0); tries++) {
      waiting.mock.resetCalls()
      await writeCheckpoint(folder, { boot: 'boot', uses: 1, characters: 1 }, alone)
      counts.push(waiting.mock.callCount())
    }
    assert.ok(counts.includes(0), counts.join())
    t.mock.restoreAll()
  })

  test('is set aside, whatever is wrong with it, and the totals stay', (t) => {
    const good = { boot: 'boot', uses: 7, characters: 70 }
    const texts = [
      '',
      ' ',
      'no JSON',
      JSON.stringify(good).slice(0, -1),
      'null',
      '7',
      '[]',
      '{}',
      ...[
        { boot: 7 },
        { boot: null },
        { uses: -1 },
        { uses: '7' },
        { uses: 1.5 },
        { uses: 2 ** 53 },
        { uses: null },
        { characters: -1 },
        { characters: [] },
        { characters: undefined },
      ].map((wrong) => JSON.stringify({ ...good, ...wrong })),
      '\0'.repeat(60),
    ]
    for (const text of texts) {
      const folder = filledFolder(t)
      writeFileSync(join(folder, 'checkpoint.json'), text)
      const { store, statistics, lines } = openFolder(folder)
      const [aside = ''] = listAside(folder)
      assert.match(aside, /^checkpoint\.json\.bad-\d{8}T\d{6}Z$/, text)
      assert.equal(readFileSync(join(folder, aside), 'utf8'), text)
      assert.equal(lines.length, 1)
      assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 }, text)
      assert.deepEqual(readRecord(store), value)
    }
  })
})

/** Makes all threads of the pool wait for a writer of a pipe; `release` is that writer. */
async function fillPool(t: TestContext): Promise<{ folder: string; release: () => void }> {
  let release = (): void => {}
  let opening: Array<Promise<FileHandle>> = []
  let writer: number | undefined
  // Before the folder is removed.
  t.after(async () => {
    release()
    for (const file of await Promise.all(opening)) await file.close()
    if (writer !== undefined) closeSync(writer)
  })
  const folder = temporaryFolder(t)
  const pipe = join(temporaryFolder(t), 'pipe')
  assert.equal(spawnSync('mkfifo', [pipe]).status, 0)
  release = () => void (writer ??= openSync(pipe, 'r+'))
  opening = Array.from({ length: 16 }, () => open(pipe, 'r'))
  return { folder, release }
}

function readJson(path: string): { boot: string; uses: number } {
  return JSON.parse(readFileSync(path, 'utf8'))
}
