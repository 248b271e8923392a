import assert from 'node:assert/strict'
import {
  closeSync,
  copyFileSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import { createLog } from '../../lib/log.ts'
import { openEnvironment } from '../../lib/store/environment.ts'
import type { Environment } from '../../lib/store/environment.ts'
import { openLiveFile } from '../../lib/store/live-file.ts'
import {
  filledFolder,
  filledTotals,
  key,
  listAside,
  openChanged,
  openFolder,
  readRecord,
  value,
} from '../support/data-folder.ts'

/** The name of a fault of a file, and the function that causes it. */
type Damage = readonly [name: string, damage: (bytes: Buffer) => Buffer]

const draw = createDraw('damage')
const randomPage = Buffer.from(Array.from({ length: 4096 }, () => draw(256)))

const cut = (length: number): Damage => [
  `cut to ${length} bytes`,
  (bytes) => bytes.subarray(0, length),
]

/** The damages with which no file may be opened. */
const damages: readonly Damage[] = [
  ['a text', () => Buffer.from('This is no database.\n'.repeat(1000))],
  ['all zeros', (bytes) => Buffer.alloc(bytes.length)],
  cut(0),
  cut(4096),
  ['cut to half its size', (bytes) => bytes.subarray(0, bytes.length / 2)],
  ['random bytes as its first page', (bytes) => bytes.fill(randomPage, 0, 4096)],
  ['zeros as its second page', (bytes) => bytes.fill(0, 4096, 8192)],
]

describe('a damaged file', () => {
  for (const file of ['live.mdb', 'gate.mdb']) {
    for (const [name, damage] of damages) {
      // With one of its headers, LMDB reads the file as it was at that time.
      if (file === 'live.mdb' && name === 'zeros as its second page') continue
      test(`is set aside: ${file}, ${name}`, (t) => {
        let bytes: Buffer = Buffer.alloc(0)
        const { folder, store, lines, totals, record, ...found } = openChanged(t, (path) => {
          bytes = damage(readFileSync(join(path, file)))
          writeFileSync(join(path, file), bytes)
        })
        const [aside = '', ...more] = found.aside
        assert.match(aside, new RegExp(`^${file}\\.bad-\\d{8}T\\d{6}Z$`))
        assert.deepEqual(more, [])
        assert.deepEqual(readFileSync(join(folder, aside)), bytes)
        assert.deepEqual(
          lines.map(({ level, path, target }) => ({ level, path, target })),
          [{ level: 'warn', path: join(folder, file), target: join(folder, aside) }],
        )
        assert.deepEqual(totals, filledTotals)
        // The gate contains no records, so nothing is lost with it.
        assert.deepEqual(record, file === 'gate.mdb' ? value : undefined)
        store.transact((records) => records.put(key, value))
        store.close()
        const next = openFolder(folder)
        assert.deepEqual(next.lines, [])
        assert.deepEqual(readRecord(next.store), value)
      })
    }
  }
})

describe('a file that is set aside', () => {
  test('keeps its lock, for processes that still use it', (t) => {
    const folder = filledFolder(t)
    const lock = join(folder, 'live.mdb-lock')
    writeFileSync(lock, '')
    const open = openSync(lock, 'r')
    t.after(() => closeSync(open))
    openFolder(folder, 'another boot')
    assert.notEqual(statSync(lock).ino, fstatSync(open).ino)
  })
})

describe('a new boot of the machine', () => {
  test('sets live.mdb aside, and reads the totals from the checkpoint', (t) => {
    let bytes = Buffer.alloc(0)
    const { folder, store, lines, totals, record, aside } = openChanged(
      t,
      (path) => (bytes = readFileSync(join(path, 'live.mdb'))),
      'other boot',
    )
    assert.deepEqual(aside, ['live.mdb.previous-boot'])
    assert.deepEqual(readFileSync(join(folder, 'live.mdb.previous-boot')), bytes)
    assert.deepEqual(totals, filledTotals)
    assert.equal(record, undefined)
    // Every reboot does this: it must not look like a fault.
    assert.deepEqual(lines.map(({ level }) => level), ['info'])
    assert.match(lines[0]?.message ?? '', /restarted: rate limits start from zero/)
    store.close()

    // Another start in this boot keeps its file, and the next boot keeps only one old file.
    openFolder(folder, 'other boot').store.close()
    assert.equal(openFolder(folder, 'third boot').lines.length, 1)
    assert.deepEqual(listAside(folder), ['live.mdb.previous-boot'])
  })

  test('is found from the checkpoint if live.boot is missing or empty', (t) => {
    for (const damage of [rmSync, (path: string) => writeFileSync(path, '\n')]) {
      for (const [boot, isKept] of [['boot', true], ['other boot', false]] as const) {
        const found = openChanged(t, (folder) => damage(join(folder, 'live.boot')), boot)
        assert.deepEqual(found.record, isKept ? value : undefined)
        assert.deepEqual(found.totals, filledTotals)
        assert.deepEqual(found.aside, isKept ? [] : ['live.mdb.previous-boot'])
      }
    }
  })

  test('is assumed if no file names the boot, or live.boot is damaged', (t) => {
    for (const files of [['live.boot', 'checkpoint.json'], ['live.boot']]) {
      const { record, totals, aside } = openChanged(t, (folder) => {
        if (files.length > 1) files.forEach((file) => rmSync(join(folder, file)))
        else writeFileSync(join(folder, 'live.boot'), '\0'.repeat(37))
      })
      assert.equal(record, undefined)
      assert.equal(totals.uses, files.length > 1 ? 0 : 7)
      assert.deepEqual(aside, ['live.mdb.previous-boot'])
    }
  })
})

describe('a file that LMDB has given up', () => {
  test('is opened again for the next transaction, if it is the same file', (t) => {
    const { path, live, giveUp } = openFragile(t)
    const write = (): void => void live.transact((records) => records.put(key, value))
    const read = (): unknown => live.transact((records) => records.get(key))[0]
    giveUp()
    write()
    assert.deepEqual(read(), value)

    giveUp()
    renameSync(path, `${path}.away`)
    assert.throws(write, /cannot be opened again: it is gone/)
    copyFileSync(`${path}.away`, path)
    assert.throws(write, /cannot be opened again: it is gone/)
    renameSync(`${path}.away`, path)
    write()
    assert.deepEqual(read(), value)
  })

  test('is not opened again for any other failure', (t) => {
    const { live, giveUp, opened } = openFragile(t)
    for (const code of [5, 28, 'EINVAL', undefined]) {
      giveUp({ code })
      assert.throws(() => live.transact(() => {}), { message: 'given up' })
      assert.equal(opened(), 1)
    }
    giveUp({ code: -30_795 })
    live.transact(() => {})
    assert.equal(opened(), 2)
  })
})

/** Opens a live file whose next transaction can be made to fail, as on a failing disk. */
function openFragile(t: TestContext) {
  const folder = filledFolder(t)
  const path = join(folder, 'live.mdb')
  let failure: object | undefined
  let opened = 0
  const open = (...settings: Parameters<typeof openEnvironment>): Environment => {
    opened++
    const environment = openEnvironment(...settings)
    const { transactionSync } = environment
    environment.transactionSync = (work) => {
      if (failure === undefined) return transactionSync.call(environment, work) as never
      const error = Object.assign(new Error('given up'), failure)
      failure = undefined
      throw error
    }
    return environment
  }
  const boot = { bootId: 'boot', checkpointBoot: undefined }
  const log = createLog('info', () => assert.fail('nothing is set aside'))
  const live = openLiveFile({ folder, ...boot, patienceMs: 0, log }, { areAny: false, areOthers: false }, open)
  const giveUp = (error: object = { code: 22 }): void => void (failure = error)
  return { path, live, giveUp, opened: () => opened }
}
