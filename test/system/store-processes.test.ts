import assert from 'node:assert/strict'
import { execFile, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { promisify } from 'node:util'
import { compiledPath } from '../support/compiled.ts'
import { openFolder, readRecord } from '../support/data-folder.ts'
import { temporaryFolder } from '../support/folders.ts'
import type { Answer, Task } from '../support/store-child.ts'

/** Faults that are tried once in a normal run are tried this many times. */
const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 10)
const childPath = compiledPath('test/support/store-child.ts')

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
    const { store } = openFolder(folder)
    assert.equal(readRecord(store)?.readDoubleLE(), 2 * times)
  })
})

describe('a disk that fails', () => {
  const hasLimits = spawnSync('prlimit', ['--version']).status === 0
  const hasTracer = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

  test(
    'by being full: nothing is half written, and it is written again once there is room',
    { skip: hasLimits ? false : 'LEFT OUT: prlimit is not installed' },
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

  test(
    'to open, for lack of descriptors: there is an error in words, and it opens with more of them',
    { skip: hasLimits ? false : 'LEFT OUT: prlimit is not installed' },
    async (t) => {
      const folder = join(temporaryFolder(t), 'data')
      const child = startChild(t)
      for (let spare = 0, isOpen = false; !isOpen; spare++) {
        await ask(child, { kind: 'crowd', spare })
        const { count, failures } = await ask(child, { kind: 'open', folder })
        isOpen = count === 1
        if (!isOpen) assert.match(failures.join(), /cannot be used: Error: EMFILE: /, `${spare}`)
        assert.ok(spare < 20, failures.join())
      }
      assert.equal((await ask(child, { kind: 'count', key: 'key', times: 20 })).count, 20)
    },
  )

  const hasNamespaces = spawnSync('unshare', ['-m', 'true']).status === 0

  test(
    'by being full from the start: there is an error in words',
    { skip: hasNamespaces ? false : 'LEFT OUT: no file system can be mounted here' },
    (t) => {
      const folder = temporaryFolder(t)
      const script = 'mount -t tmpfs -o "size=$1k" none "$2" && exec "$3" "$4" "$2/data" 5'
      for (const kilobytes of [4, 8, 16, 24, 32, 64]) {
        const settings = [String(kilobytes), folder, process.execPath, childPath]
        const command = ['-m', 'sh', '-c', script, 'sh', ...settings]
        const { stdout, signal } = spawnSync('unshare', command, { encoding: 'utf8' })
        assert.equal(signal, null)
        const [failure] = JSON.parse(stdout).failures
        assert.match(failure, /cannot be used: (?:no space is left|Error: ENOSPC)/)
      }
    },
  )

  test(
    'by being full where a lock is a hole: there is an error in words',
    { skip: hasNamespaces ? false : 'LEFT OUT: no file system can be mounted here' },
    (t) => {
      const script =
        'mount -t tmpfs -o size=600k none "$1" && cd "$1" && "$2" "$3" data 5 >first && ' +
        'for lock in gate live; do rm data/$lock.mdb-lock; ' +
        'truncate -s 8192 data/$lock.mdb-lock; done; ' +
        'dd if=/dev/zero of=full bs=1k 2>/dev/null; exec "$2" "$3" "$1/data" 5'
      const settings = [temporaryFolder(t), process.execPath, childPath]
      const command = ['-m', 'sh', '-c', script, 'sh', ...settings]
      const { stdout, signal } = spawnSync('unshare', command, { encoding: 'utf8' })
      assert.equal(signal, null)
      assert.match(JSON.parse(stdout).failures[0], /cannot be used: no space is left/)
    },
  )

  test(
    'once, at any of its writes: the next transaction succeeds',
    { skip: hasTracer ? false : 'LEFT OUT: strace is not installed, or not allowed' },
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

type Child = ReturnType<typeof fork>

function startChild(t: Pick<TestContext, 'after'>): Child {
  const child = fork(childPath)
  t.after(() => child.kill('SIGKILL'))
  return child
}

async function ask(child: Child, task: Task): Promise<Answer> {
  child.send(task)
  const done = new AbortController()
  const { signal } = done
  const ended = once(child, 'exit', { signal }).then(([status, name]): never =>
    assert.fail(`it ended with ${name ?? status}`),
  )
  const [answer] = await Promise.race([once(child, 'message', { signal }), ended])
  ended.catch(() => {})
  done.abort()
  return answer
}

function askAll(children: readonly Child[], task: Task): Promise<Answer[]> {
  return Promise.all(children.map((child) => ask(child, task)))
}
