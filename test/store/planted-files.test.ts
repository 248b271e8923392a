import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { StartError } from '../../lib/start-error.ts'
import { readText } from '../../lib/store/durable-file.ts'
import {
  addUses,
  filledFiles,
  filledFolder,
  key,
  listAside,
  openFolder,
  readRecord,
  storeFiles,
  totalsOf,
  value,
} from '../support/data-folder.ts'
import { fastFolder } from '../support/folders.ts'

// Others may be allowed to write to the data folder, as on shared hosting.

type Plant = (path: string, target: string) => unknown

const plants: ReadonlyArray<readonly [name: string, plant: Plant]> = [
  ['a link to a file', (path, target) => symlinkSync(target, path)],
  ['a link to nothing', (path, target) => symlinkSync(`${target}-none`, path)],
  ['a link to itself', (path) => symlinkSync(path, path)],
  ['a link to a folder', (path, target) => symlinkSync(join(target, '..'), path)],
  ['a folder', (path) => mkdirSync(join(path, 'full'), { recursive: true })],
]

describe('what others have put in the place of a file of the store', () => {
  const server = createServer()
  after(() => server.close())

  for (const [kind, plant] of plants) {
    test(`is set aside, and what it leads to stays as it is: ${kind}`, (t) => {
      const [folder, elsewhere] = [fastFolder(t), fastFolder(t)]
      for (const name of storeFiles) {
        // The best that could be put there: a good file of another store.
        const target = join(elsewhere, name)
        writeFileSync(target, filledFiles().get(name) ?? '', { mode: 0o644 })
        plant(join(folder, name), target)
      }
      const { store, statistics, lines } = openFolder(folder)
      assert.deepEqual(
        lines.map(({ level, path }) => `${level} ${String(path)}`).toSorted(),
        storeFiles.map((name) => `warn ${join(folder, name)}`),
      )
      const reason = kind.includes('link') ? 'it is a link' : 'it is no file'
      assert.ok(lines.every((line) => line['reason'] === reason))
      const asides = listAside(folder).map((name) => name.replace(/\.bad-\d{8}T\d{6}Z$/, ''))
      assert.deepEqual(asides.toSorted(), storeFiles)
      assert.equal(totalsOf(store, statistics).uses, 0)
      store.transact((records) => records.put(key, value))
      assert.deepEqual(readRecord(store), value)
      store.close()
      assert.deepEqual(readdirSync(elsewhere).toSorted(), storeFiles)
      for (const name of storeFiles) {
        const target = join(elsewhere, name)
        assert.ok(readFileSync(target).equals(filledFiles().get(name) ?? Buffer.alloc(0)), name)
        assert.equal(statSync(target).mode & 0o777, 0o644)
        const made = lstatSync(join(folder, name), { throwIfNoEntry: false })
        assert.equal(made?.isFile(), name === 'checkpoint.json' ? undefined : true, name)
      }
    })
  }

  test('is set aside and not read: a socket', async (t) => {
    const folder = filledFolder(t)
    rmSync(join(folder, 'live.boot'))
    await new Promise<void>((resolve) => server.listen(join(folder, 'live.boot'), resolve))
    assert.equal(readText(join(folder, 'live.boot')), undefined)
    assert.deepEqual(readRecord(openFolder(folder).store), value)
    assert.equal(listAside(folder).length, 1)
  })

  test('is not followed where drafts had their names, nor does it hinder', async (t) => {
    for (const [kind, plant] of plants) {
      const [folder, elsewhere] = [fastFolder(t), fastFolder(t)]
      const target = join(elsewhere, 'target')
      writeFileSync(target, 'precious')
      const names = ['live.boot.new', `checkpoint.json.${process.pid}`, 'checkpoint.json.1']
      for (const name of [...names, 'live.mdb.previous-boot']) plant(join(folder, name), target)
      const { store, statistics } = openFolder(folder)
      addUses(store, statistics, 1)
      await statistics.checkpoint()
      store.close()
      openFolder(folder, 'other boot').store.close()
      assert.ok(lstatSync(join(folder, 'live.mdb.previous-boot')).isFile(), kind)
      assert.equal(readFileSync(target, 'utf8'), 'precious')
      assert.deepEqual(readdirSync(elsewhere), ['target'])
      assert.ok(names.every((name) => lstatSync(join(folder, name)).isFile() === false), kind)
    }
  })

  test('is replaced by the checkpoint while the service runs, and not followed', async (t) => {
    for (const [kind, plant] of plants.slice(0, 4)) {
      const [folder, elsewhere] = [fastFolder(t), fastFolder(t)]
      const [path, target] = [join(folder, 'checkpoint.json'), join(elsewhere, 'target')]
      writeFileSync(target, JSON.stringify({ boot: 'boot', uses: 99, characters: 990 }))
      const { store, statistics } = openFolder(folder)
      addUses(store, statistics, 1)
      plant(path, target)
      await statistics.checkpoint()
      assert.ok(lstatSync(path).isFile(), kind)
      assert.equal(JSON.parse(readFileSync(path, 'utf8')).uses, 1)
      assert.equal(JSON.parse(readFileSync(target, 'utf8')).uses, 99)
      assert.equal(readdirSync(folder).length, 6)
    }
  })

  test('is a lock with another name: the start is refused, and neither is written to', (t) => {
    for (const name of ['gate.mdb-lock', 'live.mdb-lock']) {
      const [folder, elsewhere] = [filledFolder(t), fastFolder(t)]
      writeFileSync(join(elsewhere, 'target'), 'precious')
      linkSync(join(elsewhere, 'target'), join(folder, name))
      assert.throws(
        () => openFolder(folder),
        (error) => error instanceof StartError && error.message.includes(`${name} has another `),
      )
      assert.equal(readFileSync(join(elsewhere, 'target'), 'utf8'), 'precious')
    }
  })

  test(
    'is set aside where it is somebody else’s and others may write to the folder',
    { skip: process.getuid?.() === 0 ? false : 'LEFT OUT: only root may give files away' },
    (t) => {
      for (const [mode, isSetAside] of [[0o700, false], [0o755, false], [0o777, true]] as const) {
        for (const name of ['gate.mdb', 'live.mdb', 'live.boot', 'checkpoint.json']) {
          const folder = filledFolder(t)
          chmodSync(folder, mode)
          chmodSync(join(folder, name), 0o644)
          chownSync(join(folder, name), 12_345, 12_345)
          const { lines } = openFolder(folder)
          assert.equal(lines.length, isSetAside ? 1 : 0, `${name} ${mode.toString(8)}`)
          if (isSetAside) assert.equal(lines[0]?.['reason'], 'it belongs to user 12345')
          // What is not this user's is not mended either.
          else assert.equal(statSync(join(folder, name)).mode & 0o777, 0o644)
        }
      }
      const forged = fastFolder(t)
      chmodSync(forged, 0o777)
      const checkpoint = join(forged, 'checkpoint.json')
      writeFileSync(checkpoint, JSON.stringify({ boot: 'boot', uses: 99, characters: 990 }))
      chownSync(checkpoint, 12_345, 12_345)
      const opened = openFolder(forged)
      assert.equal(totalsOf(opened.store, opened.statistics).uses, 0)
      // The owner of the folder rules it anyway: root may run the service of another user.
      const folder = filledFolder(t)
      chmodSync(folder, 0o777)
      for (const name of [...readdirSync(folder), '']) chownSync(join(folder, name), 12_345, 1)
      const { store, lines } = openFolder(folder)
      assert.deepEqual(lines, [])
      assert.deepEqual(readRecord(store), value)
    },
  )
})
