import assert from 'node:assert/strict'
import { execFile, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { isSameBoot, readBootId } from '../../lib/store/boot.ts'
import { readCheckpoint, writeCheckpoint } from '../../lib/store/checkpoint.ts'
import { StartError } from '../../lib/start-error.ts'
import { findFault } from '../../lib/store/lmdb-format.ts'
import { createLog } from '../../lib/log.ts'
import { createDraw } from '../../lib/engine/seeded-random.ts'
import { createRateLimiter } from '../../lib/usage/rate-limiter.ts'
import { openStatistics } from '../../lib/usage/statistics.ts'
import type { Statistics, Totals } from '../../lib/usage/statistics.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Store } from '../../lib/store/store.ts'
import { root, temporaryFolder } from '../support/service.ts'
import type { LogLine } from '../support/service.ts'
import type { Answer, Task } from '../support/store-child.ts'

/** Faults that are tried once in a normal run are tried this many times. */
const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 10)
const childPath = join(root, 'dist', 'test', 'support', 'store-child.js')
const key = Buffer.from('key')
const value = Buffer.from('value')
const noTotals: Totals = { uses: 0, characters: 0 }

describe('a transaction', () => {
  test('returns what its work returns, and lasts', (t) => {
    const folder = temporaryFolder(t)
    const { store } = start(folder)
    assert.equal(
      store.transact((records) => {
        records.put(key, value)
        return 'result'
      }),
      'result',
    )
    store.close()
    assert.deepEqual(readRecord(start(folder).store), value)
  })

  test('is undone where its work throws, and the next one is not', (t) => {
    const { store, lines } = start(temporaryFolder(t))
    store.transact((records) => records.put(key, value))
    assert.throws(
      () =>
        store.transact((records) => {
          records.put(key, Buffer.from('other'))
          records.put(Buffer.from('more'), value)
          throw new Error('no')
        }),
      { message: 'no' },
    )
    assert.deepEqual(readRecord(store), value)
    assert.equal(readRecord(store, 'more'), undefined)
    store.transact((records) => records.remove(key))
    assert.equal(readRecord(store), undefined)
    assert.equal(lines.length, 1)
  })

  test('logs a row of failures once, and its end after ten quiet seconds', (t) => {
    t.mock.timers.enable({ apis: ['Date'] })
    const { store, lines } = start(temporaryFolder(t))
    const write = (): void => store.transact((records) => records.put(key, value))
    const fail = (): void => {
      assert.throws(() => store.transact(() => assert.fail('no')))
    }
    const expectLines = (...expected: string[]): void =>
      assert.deepEqual(lines.map(({ level, message }) => `${level}: ${message}`), expected)
    const failure = 'error: The store cannot be written'
    const recovery = 'warn: The store can be written again'
    write()
    store.assertHealthy()
    expectLines()
    fail()
    assert.throws(() => store.assertHealthy())
    write() // small records find room where large ones do not
    fail()
    t.mock.timers.tick(9999)
    write()
    fail()
    t.mock.timers.tick(9999)
    write()
    expectLines(failure)
    t.mock.timers.tick(1)
    readRecord(store) // tells nothing
    expectLines(failure)
    write()
    write()
    expectLines(failure, recovery)
    fail()
    expectLines(failure, recovery, failure)
  })

  test('sees what it wrote itself, and copies what it reads', (t) => {
    const { store } = start(temporaryFolder(t))
    store.transact((records) => {
      const sizes = [0, 1, 100, 2000, 5000, 400_000]
      for (const size of sizes) records.put(Buffer.from([7, size % 251]), Buffer.alloc(size, size))
      const first = records.get(Buffer.from([7, 100]))
      const all = records.range(Buffer.from([7]), Buffer.from([8]), 100)
      assert.deepEqual(first, Buffer.alloc(100, 100))
      for (const size of sizes) {
        const found = all.find((record) => record.key[1] === size % 251)
        assert.ok(found?.value.equals(Buffer.alloc(size, size)), `${size} bytes`)
      }
    })
  })

  test('gives a range in the order of the keys, from its start, before its end', (t) => {
    const { store } = start(temporaryFolder(t))
    const bytes = [[1], [2], [2, 0], [2, 0, 9], [2, 255], [3], [4]]
    const keys = bytes.map((each) => Buffer.from(each))
    store.transact((records) => keys.toReversed().forEach((each) => records.put(each, each)))
    const range = (start: number, end: number, limit: number): Buffer[] =>
      store.transact((records) =>
        records.range(Buffer.from([start]), Buffer.from([end]), limit).map((record) => record.key),
      )
    assert.deepEqual(range(2, 3, 100), keys.slice(1, 5))
    assert.deepEqual(range(2, 3, 2), keys.slice(1, 3))
    assert.deepEqual(range(5, 6, 2), [])
  })

  test('throws once the store is closed', (t) => {
    const { store } = start(temporaryFolder(t))
    store.close()
    assert.throws(() => store.transact((records) => records.get(key)))
    store.close()
  })
})

describe('the data folder', () => {
  test('is made with mode 0700, and those above it', (t) => {
    const folder = join(temporaryFolder(t), 'a', 'b')
    start(folder)
    assert.equal(statSync(folder).mode & 0o777, 0o700)
    assert.equal(statSync(join(folder, '..')).mode & 0o777, 0o700)
  })

  test('that cannot be made or written is an error in words', (t) => {
    const folder = temporaryFolder(t)
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'taken', 'live.boot.new'), { recursive: true })
    const paths = ['file', 'file/data', 'taken'].map((path) => join(folder, path))
    for (const path of paths) {
      assert.throws(
        () => start(path),
        (error) => error instanceof StartError && error.message.startsWith(`DATA_DIR=${path} `),
        path,
      )
    }
  })

  test(
    'that is another user’s is an error that names the file',
    { skip: process.getuid?.() === 0 ? 'root may write everywhere' : false },
    (t) => {
      const folder = filledFolder(t)
      for (const file of [...readdirSync(folder), '']) {
        const path = join(folder, file)
        const { mode } = statSync(path)
        chmodSync(path, 0)
        assert.throws(
          () => start(folder),
          (error) => error instanceof StartError && error.message.includes(path),
          file,
        )
        chmodSync(path, mode)
      }
      assert.deepEqual(listAside(folder), [])
      assert.deepEqual(readRecord(start(folder).store), value)
    },
  )

  test('holds nothing but what the store needs', (t) => {
    const folder = temporaryFolder(t)
    start(folder)
    assert.deepEqual(readdirSync(folder).toSorted(), [
      'gate.mdb',
      'gate.mdb-lock',
      'live.boot',
      'live.mdb',
      'live.mdb-lock',
    ])
  })
})

type Damage = readonly [name: string, damage: (bytes: Buffer) => Buffer]

const draw = createDraw('damage')
const randomPage = Buffer.from(Array.from({ length: 4096 }, () => draw(256)))

const cut = (length: number): Damage => [
  `cut to ${length} bytes`,
  (bytes) => bytes.subarray(0, length),
]

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
  const moreDamages: readonly Damage[] = [
    ...damages,
    ['a short text', () => Buffer.from('no\n')],
    ...[1, 100, 319, 320, 4095, 4097, 8191, 8192, 12_288, 40_000].map(cut),
    ['cut by one page', (bytes) => bytes.subarray(0, -4096)],
    ['cut by one byte', (bytes) => bytes.subarray(0, -1)],
    ...[0, 4096].flatMap((at): Damage[] => [
      [`zeros at ${at}`, (bytes) => bytes.fill(0, at, at + 4096)],
      [`random bytes at ${at}`, (bytes) => bytes.fill(randomPage, at, at + 4096)],
      [`another magic number at ${at}`, (bytes) => bytes.fill(1, at + 24, at + 28)],
      [`another version at ${at}`, (bytes) => bytes.fill(1, at + 28, at + 32)],
      [`another page size at ${at}`, (bytes) => bytes.fill(32, at + 49, at + 50)],
      [`a page size of nothing at ${at}`, (bytes) => bytes.fill(0, at + 48, at + 52)],
    ]),
  ]

  test('is told from a good one', () => {
    const bytes = filledFiles().get('live.mdb') ?? Buffer.alloc(0)
    assert.equal(faultOf(bytes), undefined)
    assert.equal(faultOf(Buffer.concat([bytes, Buffer.alloc(10_000)])), undefined)
    for (const [name, damage] of moreDamages) {
      assert.notEqual(faultOf(damage(Buffer.from(bytes))), undefined, name)
    }
  })

  test('that is cut short is told whichever of its pages are damaged besides', () => {
    const bytes = filledFiles().get('live.mdb') ?? Buffer.alloc(0)
    for (let tried = 0; tried < 300; tried++) {
      const damaged = Buffer.from(bytes.subarray(0, -4096))
      const at = 8192 + 4096 * draw(damaged.length / 4096 - 2)
      for (let index = draw(40); index >= 0; index--) damaged[at + draw(100)] = draw(256)
      assert.notEqual(faultOf(damaged), undefined)
    }
  })

  for (const file of ['live.mdb', 'gate.mdb']) {
    for (const [name, damage] of damages) {
      test(`is set aside: ${file}, ${name}`, (t) => {
        const folder = filledFolder(t)
        const bytes = damage(readFileSync(join(folder, file)))
        writeFileSync(join(folder, file), bytes)

        const { store, statistics, lines } = start(folder)
        const [aside = '', ...more] = listAside(folder)
        assert.match(aside, new RegExp(`^${file}\\.bad-\\d{8}T\\d{6}Z$`))
        assert.deepEqual(more, [])
        assert.deepEqual(readFileSync(join(folder, aside)), bytes)
        assert.deepEqual(
          lines.map(({ level, path, target }) => ({ level, path, target })),
          [{ level: 'warn', path: join(folder, file), target: join(folder, aside) }],
        )
        assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 })
        // The gate holds nothing, so that nothing is lost with it.
        assert.deepEqual(readRecord(store), file === 'gate.mdb' ? value : undefined)
        store.transact((records) => records.put(key, value))
        store.close()
        const next = start(folder)
        assert.deepEqual(next.lines, [])
        assert.deepEqual(readRecord(next.store), value)
      })
    }
  }

  test('is set aside: checkpoint.json, whatever is wrong with it, and the totals stay', (t) => {
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
      const { store, statistics, lines } = start(folder)
      const [aside = ''] = listAside(folder)
      assert.match(aside, /^checkpoint\.json\.bad-\d{8}T\d{6}Z$/, text)
      assert.equal(readFileSync(join(folder, aside), 'utf8'), text)
      assert.equal(lines.length, 1)
      assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 }, text)
      assert.deepEqual(readRecord(store), value)
    }
  })
})

describe('a good file is used', () => {
  test('although it lacks pages at its end that nothing uses', (t) => {
    const folder = temporaryFolder(t)
    const { store } = start(folder)
    // Windows that are removed in the transaction that made room for them leave such pages.
    const limiter = createRateLimiter({ limit: 100, windowMs: 1000, maxClients: 3 })
    const draw = createDraw('pages')
    let tried = 0
    for (let turn = 0; turn < 30; turn++) {
      const clients = Array.from({ length: 1 + draw(300) }, () => `client ${draw(100_000)}`)
      store.transact((records) => limiter.admit(records, clients, turn))
      if (!lacksPages(join(folder, 'live.mdb'))) continue
      tried++
      const copy = temporaryFolder(t)
      for (const file of ['live.mdb', 'live.boot']) {
        copyFileSync(join(folder, file), join(copy, file))
      }
      const opened = start(copy)
      assert.deepEqual(opened.lines, [], `turn ${turn}`)
      const windows = opened.store.transact((records) =>
        records.range(Buffer.from([1]), Buffer.from([2]), 100),
      )
      assert.equal(windows.length, 3)
      opened.store.close()
    }
    assert.ok(tried > 0)
  })

})

describe('a new boot of the machine', () => {
  test('sets live.mdb aside, and takes the totals from the checkpoint', (t) => {
    const folder = filledFolder(t)
    const bytes = readFileSync(join(folder, 'live.mdb'))
    const { store, statistics, lines } = start(folder, 'other boot')
    assert.deepEqual(listAside(folder), ['live.mdb.previous-boot'])
    assert.deepEqual(readFileSync(join(folder, 'live.mdb.previous-boot')), bytes)
    assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 })
    assert.equal(readRecord(store), undefined)
    assert.equal(lines.length, 1)
    store.close()

    // The one after that keeps one file only, and this boot keeps its own.
    start(folder, 'other boot').store.close()
    assert.equal(start(folder, 'third boot').lines.length, 1)
    assert.deepEqual(listAside(folder), ['live.mdb.previous-boot'])
  })

  test('is told by the checkpoint where live.boot is gone or empty', (t) => {
    for (const damage of [rmSync, (path: string) => writeFileSync(path, '\n')]) {
      for (const [boot, isKept] of [['boot', true], ['other boot', false]] as const) {
        const folder = filledFolder(t)
        damage(join(folder, 'live.boot'))
        const { store, statistics } = start(folder, boot)
        assert.deepEqual(readRecord(store), isKept ? value : undefined)
        assert.deepEqual(totalsOf(store, statistics), { uses: 7, characters: 70 })
        assert.deepEqual(listAside(folder), isKept ? [] : ['live.mdb.previous-boot'])
      }
    }
  })

  test('is assumed where nothing tells, and where live.boot is damaged', (t) => {
    for (const files of [['live.boot', 'checkpoint.json'], ['live.boot']]) {
      const folder = filledFolder(t)
      if (files.length > 1) files.forEach((file) => rmSync(join(folder, file)))
      else writeFileSync(join(folder, 'live.boot'), '\0'.repeat(37))
      const { store, statistics } = start(folder)
      assert.equal(readRecord(store), undefined)
      assert.equal(totalsOf(store, statistics).uses, files.length > 1 ? 0 : 7)
      assert.deepEqual(listAside(folder), ['live.mdb.previous-boot'])
    }
  })

  test('is known by its name, or by its second give or take 30', () => {
    const rows: Array<[one: string, other: string, isSame: boolean]> = [
      ['0f1e', '0f1e', true],
      ['0f1e', '0f1f', false],
      ['started-1000', 'started-1000', true],
      ['started-1000', 'started-1030', true],
      ['started-1030', 'started-1000', true],
      ['started-1000', 'started-1031', false],
      ['started-1031', 'started-1000', false],
      ['started-1000', '1000', false],
      ['started-x', 'started-y', false],
      ['', '0f1e', false],
    ]
    for (const [one, other, isSame] of rows) {
      assert.equal(isSameBoot(one, other), isSame, `${one} ${other}`)
    }
    assert.ok(isSameBoot(readBootId(), readBootId()))
    assert.match(readBootId(), /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$|^started-\d+$/)
  })
})

describe('the checkpoint', () => {
  const alone = (work: () => void): void => work()

  test('holds the totals and the boot, for its owner alone', async (t) => {
    const folder = filledFolder(t)
    const { store, statistics } = start(folder, 'boot')
    addUses(store, statistics, 3)
    await statistics.checkpoint()
    const path = join(folder, 'checkpoint.json')
    assert.deepEqual(readJson(path), { boot: 'boot', uses: 10, characters: 100 })
    assert.equal(statSync(path).mode & 0o777, 0o600)
  })

  test('is not written where nothing has changed', async (t) => {
    const folder = filledFolder(t)
    const path = join(folder, 'checkpoint.json')
    const { ino } = statSync(path)
    const { store, statistics } = start(folder)
    await statistics.checkpoint()
    await statistics.checkpoint()
    assert.equal(statSync(path).ino, ino)
    addUses(store, statistics, 1)
    await statistics.checkpoint()
    assert.notEqual(statSync(path).ino, ino)
  })

  test('names the boot at once after a new one, so that the next is told apart', async (t) => {
    const folder = filledFolder(t)
    await start(folder, 'other boot').statistics.checkpoint()
    assert.equal(readJson(join(folder, 'checkpoint.json')).boot, 'other boot')
  })

  test('is not replaced by an older one', async (t) => {
    const folder = temporaryFolder(t)
    const totals = (uses: number) => ({ boot: 'boot', uses, characters: 10 * uses })
    await writeCheckpoint(folder, totals(9), '1', alone)
    await writeCheckpoint(folder, totals(8), '2', alone)
    assert.deepEqual(readJson(join(folder, 'checkpoint.json')), totals(9))
    await writeCheckpoint(folder, totals(10), '2', alone)
    assert.deepEqual(readJson(join(folder, 'checkpoint.json')), totals(10))
    assert.deepEqual(readdirSync(folder), ['checkpoint.json'])
  })

  test('is finished although the store is closed meanwhile', async (t) => {
    const folder = temporaryFolder(t)
    const { store, statistics } = start(folder)
    addUses(store, statistics, 5)
    const asked = statistics.checkpoint()
    await new Promise(setImmediate)
    store.close()
    await asked
    assert.equal(readJson(join(folder, 'checkpoint.json')).uses, 5)
    await assert.rejects(statistics.checkpoint())
  })

  test('that cannot be written is an error, and the next one is written', async (t) => {
    const folder = temporaryFolder(t)
    const { store, statistics } = start(folder)
    addUses(store, statistics, 5)
    const blocked = join(folder, 'checkpoint.json.1')
    mkdirSync(blocked)
    await assert.rejects(statistics.checkpoint())
    rmSync(blocked, { recursive: true })
    await statistics.checkpoint()
    assert.equal(readJson(join(folder, 'checkpoint.json')).uses, 5)
  })

  test('leaves no drafts of processes that were killed', (t) => {
    const folder = filledFolder(t)
    const twoMinutesAgo = new Date(Date.now() - 120_000)
    const drafts = ['checkpoint.json.123', 'checkpoint.json.9']
    for (const file of [...drafts, 'checkpoint.json.bad-1', 'checkpoint.json.4']) {
      writeFileSync(join(folder, file), '{')
      if (file !== 'checkpoint.json.4') utimesSync(join(folder, file), twoMinutesAgo, twoMinutesAgo)
    }
    start(folder)
    assert.deepEqual(
      readdirSync(folder).filter((file) => file.startsWith('checkpoint.json.')).toSorted(),
      ['checkpoint.json.4', 'checkpoint.json.bad-1'],
    )
  })
})

describe('several processes', () => {
  test('count without losing one', async (t) => {
    const folder = temporaryFolder(t)
    const children = [startChild(t), startChild(t)]
    for (const child of children) await ask(child, { kind: 'open', folder })
    const answers = await askAll(children, { kind: 'count', key: 'key', times: 4000 })
    assert.deepEqual(answers, children.map(() => ({ count: 4000, lines: [], failures: [] })))
    const totals = await askAll(children, { kind: 'read', key: 'key' })
    assert.deepEqual(totals.map((answer) => answer.count), [8000, 8000])
  })

  test('start on an empty folder at the same moment', async (t) => {
    const children = [startChild(t), startChild(t), startChild(t)]
    for (let round = 0; round < 2 * faultRounds; round++) {
      const folder = join(temporaryFolder(t), 'data')
      const opened = await askAll(children, { kind: 'open', folder })
      assert.deepEqual(opened, children.map(() => ({ count: 1, lines: [], failures: [] })))
      await askAll(children, { kind: 'count', key: 'key', times: 20 })
      const totals = await askAll(children, { kind: 'read', key: 'key' })
      assert.deepEqual(totals.map((answer) => answer.count), [60, 60, 60], `round ${round}`)
      assert.equal(readdirSync(folder).length, 5)
    }
  })

  test('open while another writes, and nothing is lost', async (t) => {
    const folder = temporaryFolder(t)
    const [writer, opener] = [startChild(t), startChild(t)]
    await ask(writer, { kind: 'open', folder })
    await ask(writer, { kind: 'work', key: 'writer' })
    const times = 20 * faultRounds
    const opened = await ask(opener, { kind: 'cycle', folder, key: 'opener', times })
    assert.deepEqual(opened, { count: times, lines: [], failures: [] })
    const written = await ask(writer, { kind: 'rest' })
    assert.deepEqual(written.failures, [])
    assert.ok(written.count > times)
    assert.equal((await ask(opener, { kind: 'open', folder })).count, 1)
    assert.equal((await ask(opener, { kind: 'read', key: 'writer' })).count, written.count)
    assert.equal((await ask(writer, { kind: 'read', key: 'opener' })).count, times)
  })

  test('do not disturb one that still uses a file which they set aside', async (t) => {
    const folder = temporaryFolder(t)
    const [older, newer] = [startChild(t), startChild(t)]
    await ask(older, { kind: 'open', folder })
    await ask(older, { kind: 'work', key: 'key' })
    writeFileSync(join(folder, 'damaged'), 'This is no database.')
    renameSync(join(folder, 'damaged'), join(folder, 'live.mdb'))
    assert.equal((await ask(newer, { kind: 'open', folder })).lines.length, 1)
    const counted = await ask(newer, { kind: 'count', key: 'key', times: 500 })
    const worked = await ask(older, { kind: 'rest' })
    assert.deepEqual([counted.failures, worked.failures], [[], []])
    assert.equal((await ask(newer, { kind: 'read', key: 'key' })).count, 500)
    assert.equal((await ask(older, { kind: 'read', key: 'key' })).count, worked.count)
  })

  test('open and close in turn, and nothing is lost', async (t) => {
    const folder = temporaryFolder(t)
    const children = [startChild(t), startChild(t)]
    const times = 30 * faultRounds
    const answers = await askAll(children, { kind: 'cycle', folder, key: 'key', times })
    assert.deepEqual(answers, children.map(() => ({ count: times, lines: [], failures: [] })))
    const { store } = start(folder)
    assert.equal(readRecord(store)?.readDoubleLE(), 2 * times)
  })
})

describe('a disk that fails', () => {
  const hasLimits = spawnSync('prlimit', ['--version']).status === 0
  const hasTracer = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

  test(
    'by being full: nothing is half written, and it is written again once there is room',
    { skip: hasLimits ? false : 'prlimit is not installed' },
    async (t) => {
      const folder = temporaryFolder(t)
      const child = startChild(t)
      await ask(child, { kind: 'open', folder })
      await ask(child, { kind: 'count', key: 'key', times: 200 })
      for (let round = 1; round <= 3; round++) {
        const before = (await ask(child, { kind: 'read', key: 'key' })).count
        await ask(child, { kind: 'limit', bytes: statSync(join(folder, 'live.mdb')).size })
        const full = await ask(child, { kind: 'count', key: 'key', times: 300 })
        assert.ok(full.failures.length > 0, 'the file did not grow')
        // The row of failures goes on, and is told once.
        assert.equal(full.lines.length, round === 1 ? 1 : 0)
        assert.equal((await ask(child, { kind: 'read', key: 'key' })).count, before + full.count)

        await ask(child, { kind: 'limit', bytes: 'unlimited' })
        const roomy = await ask(child, { kind: 'count', key: 'key', times: 300 })
        assert.deepEqual([roomy.count, roomy.failures], [300, []])
        const after = (await ask(child, { kind: 'read', key: 'key' })).count
        assert.equal(after, before + full.count + 300)
      }
    },
  )

  const hasNamespaces = spawnSync('unshare', ['-m', 'true']).status === 0

  test(
    'by being full from the start: there is an error in words',
    { skip: hasNamespaces ? false : 'no file system can be mounted here' },
    (t) => {
      const folder = temporaryFolder(t)
      const script = 'mount -t tmpfs -o size=$1k none $2 && exec $3 $4 $2/data 5'
      for (const kilobytes of [4, 8, 16, 24, 32, 64]) {
        const settings = [String(kilobytes), folder, process.execPath, childPath]
        const command = ['-m', 'sh', '-c', script, 'sh', ...settings]
        const { stdout, signal } = spawnSync('unshare', command, { encoding: 'utf8' })
        assert.equal(signal, null)
        const [failure] = JSON.parse(stdout).failures
        assert.match(failure, /cannot be used: Error: (?:no space is left|ENOSPC)/)
      }
    },
  )

  test(
    'once, at any of its writes: the next transaction succeeds',
    { skip: hasTracer ? false : 'strace is not installed, or not allowed' },
    async (t) => {
      const run = promisify(execFile)
      // The first write is that of a page, the second one that of the header.
      for (let when = 1; when <= Math.max(3, faultRounds - 10); when++) {
        const folder = temporaryFolder(t)
        const { stdout } = await run('strace', [
          ...['-f', '-o', '/dev/null', '-P', join(folder, 'live.mdb'), '-e', 'trace=pwrite64'],
          ...['-e', `inject=pwrite64:error=EIO:when=${when}`],
          ...[process.execPath, childPath, folder, '30'],
        ])
        const result = JSON.parse(stdout)
        const expected = { count: 29, stored: 29, failures: ['Error: Input/output error'] }
        assert.deepEqual(result, expected, `write ${when}`)
      }
    },
  )
})

interface Storage {
  readonly store: Store
  readonly statistics: Statistics
  readonly lines: readonly LogLine[]
}

/** Opens what the service opens, in its order. */
function start(folder: string, bootId = 'boot'): Storage {
  const lines: LogLine[] = []
  const log = createLog('info', (line) => lines.push(JSON.parse(line)))
  const saved = readCheckpoint(folder, log)
  const store = openStore({ folder, bootId, checkpointBoot: saved?.boot, log })
  const statistics = openStatistics({ store, folder, bootId, saved, writer: '1' })
  return { store, statistics, lines }
}

/** A folder as a stopped service leaves it: 7 uses, a record, some pages of others. */
function filledFolder(t: Pick<TestContext, 'after'>): string {
  const folder = temporaryFolder(t)
  for (const [file, bytes] of filledFiles()) writeFileSync(join(folder, file), bytes)
  return folder
}

let files: ReadonlyMap<string, Buffer> | undefined

// Made once: a folder from scratch waits for the disk several times.
function filledFiles(): ReadonlyMap<string, Buffer> {
  if (files !== undefined) return files
  const folder = temporaryFolder({ after: (work) => after(work as Parameters<typeof after>[0]) })
  const { store, statistics } = start(folder)
  addUses(store, statistics, 7)
  store.transact((records) => {
    records.put(key, value)
    for (let index = 0; index < 1000; index++) {
      records.put(Buffer.from(`filling ${index}`), Buffer.alloc(50, index))
    }
  })
  store.close()
  const checkpoint = Buffer.from(JSON.stringify({ boot: 'boot', uses: 7, characters: 70 }))
  files = new Map([
    ...['gate.mdb', 'live.mdb', 'live.boot'].map(
      (file) => [file, readFileSync(join(folder, file))] as const,
    ),
    ['checkpoint.json', checkpoint],
  ])
  return files
}

function addUses(store: Store, statistics: Statistics, uses: number): void {
  store.transact((records) => statistics.add(records, { uses, characters: 10 * uses }))
}

function totalsOf(store: Store, statistics: Statistics): Totals {
  return store.transact((records) => statistics.add(records, noTotals))
}

function readRecord(store: Store, name = 'key'): Buffer | undefined {
  return store.transact((records) => records.get(Buffer.from(name)))
}

function readJson(path: string): { boot: string; uses: number } {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The files of a folder that are not in use any more. */
function listAside(folder: string): string[] {
  return readdirSync(folder).filter((file) => /\.(?:bad-.*|previous-boot)$/.test(file))
}

function faultOf(bytes: Buffer): string | undefined {
  return findFault(bytes.length, (start, length) => {
    return Buffer.concat([bytes.subarray(start, start + length), Buffer.alloc(length)], length)
  })
}

/** Whether the newer header of a file counts more pages than there are. */
function lacksPages(path: string): boolean {
  const bytes = readFileSync(path)
  const transaction = (at: number): bigint => bytes.readBigUInt64LE(at + 152)
  const newer = transaction(0) > transaction(4096) ? 0 : 4096
  return bytes.length < (Number(bytes.readBigUInt64LE(newer + 144)) + 1) * 4096
}

type Child = ReturnType<typeof fork>

function startChild(t: Pick<TestContext, 'after'>): Child {
  const child = fork(childPath)
  t.after(() => child.kill('SIGKILL'))
  return child
}

async function ask(child: Child, task: Task): Promise<Answer> {
  child.send(task)
  const [answer] = await once(child, 'message')
  return answer
}

function askAll(children: readonly Child[], task: Task): Promise<Answer[]> {
  return Promise.all(children.map((child) => ask(child, task)))
}
