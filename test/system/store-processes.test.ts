import assert from 'node:assert/strict'
import { fork, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { createLog, StartError } from '../../lib/log.ts'
import type { Log } from '../../lib/log.ts'
import { openStore } from '../../lib/store/store.ts'
import type { Records, Store } from '../../lib/store/store.ts'
import { sourceOptions, sourcePath } from '../support/built.ts'
import { temporaryFolder } from '../support/folders.ts'
import { rounds } from '../support/rounds.ts'
import type { Answer, Task } from '../support/store-child.ts'
import { until } from '../support/until.ts'

/** Faults that are tried once in a normal run are tried this many times. */
const faultRounds = rounds(4, 50)
const childPath = sourcePath('store-child.ts')

test('processes that open an empty folder again and again, while one of them writes, lose nothing', async (t) => {
  const children = [startChild(t), startChild(t), startChild(t)]
  for (let round = 0; round < 2 * faultRounds; round++) {
    const folder = join(temporaryFolder(t), 'data')
    const work = [{ times: 20, adds: 5 }, { times: 20, adds: 5 }, { times: 1, adds: 2000 }]
    const tasks = children.map((child, index) => ask(child, { folder, ...work[index] }))
    for (const { lines, failures } of await Promise.all(tasks)) {
      assert.deepEqual([lines, failures], [[], []], `round ${round}`)
    }
    assert.equal((await ask(children[0], { folder })).count, 2201, `round ${round}`)
    const names = readdirSync(folder).filter((name) => !/^checkpoint/.test(name))
    assert.equal(names.length, 6)
    // The children are alive, so each of them may have one.
    assert.ok(readdirSync(folder).length <= 9)
  }
})

test('a checkpoint is whole and never lower while its writers are killed', async (t) => {
  const folder = join(temporaryFolder(t), 'data')
  const path = join(folder, 'checkpoint.json')
  const read = () => JSON.parse(readFileSync(path, 'utf8'))
  const write = (child: Child): void => {
    child.send({ folder, times: 1, adds: 1e9, leavesOpen: true, saves: true })
  }
  const writers = [startChild(t), startChild(t), startChild(t)]
  writers.forEach(write)
  await until(() => existsSync(path), 'the first checkpoint is written')
  let newest = 0
  for (let round = 0; round < faultRounds; round++) {
    const before = newest
    await until(() => {
      const { boot, uses, characters } = read()
      assert.deepEqual([boot, characters], ['boot', uses])
      assert.ok(uses >= newest, `${uses} after ${newest}, round ${round}`)
      newest = uses
      return uses > before + 5
    }, 'more checkpoints are written')
    const [killed] = writers.splice(round % 3, 1)
    killed?.kill('SIGKILL')
    const next = startChild(t)
    write(next)
    writers.push(next)
  }
  for (const child of writers) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  // What the killed ones have left is removed, or used.
  await ask(startChild(t), { folder, saves: true })
  assert.ok(read().uses > newest)
  assert.deepEqual(readdirSync(folder).filter((name) => /^checkpoint/.test(name)).length, 2)
})

test('a file is written anew after a kill, but not while another process has it open', async (t) => {
  const folder = join(temporaryFolder(t), 'data')
  const log: string[] = []
  const start = async (leavesOpen: boolean): Promise<Child> => {
    const child = startChild(t)
    const { lines, failures } = await ask(child, { folder, leavesOpen })
    assert.deepEqual(failures, [])
    log.push(...lines.map((line) => JSON.parse(line).message.split(':')[0]))
    return child
  }
  const kill = async (...children: readonly Child[]): Promise<void> => {
    for (const child of children) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  const takeLog = (): string[] => log.splice(0)
  const rewritten = ['The last end was not clean']

  const first = await start(true)
  const second = await start(true)
  await kill(first)
  const third = await start(true)
  assert.deepEqual(takeLog(), [])
  await kill(second, third)
  const fourth = await start(true)
  assert.deepEqual(takeLog(), rewritten)
  // Nothing is written after a process has closed the file.
  await kill(await start(false), fourth)
  const fifth = await start(true)
  assert.deepEqual(takeLog(), [])
  await kill(await start(false))
  await ask(fifth, { folder, leavesOpen: true })
  await kill(fifth)
  await start(true)
  assert.deepEqual(takeLog(), rewritten)
  assert.equal((await ask(startChild(t), { folder })).count, 10)
})

describe('a start that finds records which it cannot use', () => {
  const reason = 'it is of another version'
  const openOther = (folder: string, log: Log, patienceMs: number): Store => {
    const findFault = (records: Records): string | undefined =>
      records.get(Buffer.from('count')) === undefined ? undefined : reason
    const boot = { bootId: 'boot', checkpointBoot: undefined }
    return openStore({ folder, ...boot, findFault, patienceMs, log })
  }

  test('waits for the process that uses them, and then sets them aside', async (t) => {
    for (const signal of ['KILL', 'TERM']) {
      const folder = join(temporaryFolder(t), 'data')
      const child = startChild(t)
      await ask(child, { folder, leavesOpen: true })
      const lines: string[] = []
      const log = createLog('info', (line) => lines.push(JSON.parse(line).message))
      spawn('sh', ['-c', `sleep 0.5; kill -${signal} ${child.pid}`])
      const store = openOther(folder, log, 60_000)
      t.after(() => store.close())
      assert.equal(lines[0], 'Waiting for another process')
      assert.equal(lines.at(-1), 'A file was set aside and is not used')
      assert.equal(store.transact((records) => records.get(Buffer.from('count'))), undefined)
    }
  })

  test('has an error in words if that process stays, and leaves it its file', async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const child = startChild(t)
    await ask(child, { folder, leavesOpen: true })
    const log = createLog('warn', assert.fail)
    const names = readdirSync(folder)
    const path = join(folder, 'live.mdb')
    const sentence = `another process must be stopped first, which uses ${path}: ${reason}`
    assert.throws(
      () => openOther(folder, log, 300),
      new StartError(`DATA_DIR=${folder} cannot be used: ${sentence}`),
    )
    assert.deepEqual(readdirSync(folder), names)
    assert.equal((await ask(child, { folder })).count, 2)
  })
})

const hasLimits = spawnSync('prlimit', ['--version']).status === 0
test(
  'a start without spare file descriptors has an error in words, and succeeds with more of them',
  { skip: hasLimits ? false : 'LEFT OUT: prlimit is not installed' },
  async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const child = startChild(t)
    for (let spare = 0, isOpen = false; !isOpen; spare++) {
      const { count, failures } = await ask(child, { folder, spare })
      isOpen = count === 1
      if (!isOpen) assert.match(failures.join(), /cannot be used: Error: EMFILE: /, `${spare}`)
      assert.ok(spare < 20, failures.join())
    }
  },
)

const hasNamespaces = spawnSync('unshare', ['-m', 'true']).status === 0
test(
  'a start on a full disk has an error in words, even where a lock file is sparse',
  { skip: hasNamespaces ? false : 'LEFT OUT: no file system can be mounted here' },
  (t) => {
    const folder = temporaryFolder(t)
    const makeSparse =
      '"$2" "$3" "$4" "$5" data 5 >/dev/null; for lock in gate live; do rm data/$lock.mdb-lock; ' +
      'truncate -s 8192 data/$lock.mdb-lock; done; dd if=/dev/zero of=full bs=1k 2>/dev/null'
    const rows = [4, 8, 16, 24, 32, 64].map((kilobytes) => [kilobytes, ':'] as const)
    for (const [kilobytes, prepare] of [...rows, [600, makeSparse] as const]) {
      const mount = `mount -t tmpfs -o size=${kilobytes}k none "$1" && cd "$1"`
      const script = `${mount} && { ${prepare}; exec "$2" "$3" "$4" "$5" "$1/data" 5; }`
      const words = ['-m', 'sh', '-c', script, 'sh', folder, process.execPath, ...sourceOptions, childPath]
      const { stdout, signal } = spawnSync('unshare', words, { encoding: 'utf8' })
      assert.equal(signal, null)
      const [failure] = JSON.parse(stdout).failures
      assert.match(failure, /cannot be used: (?:no space is left|Error: ENOSPC)/, `${kilobytes}k`)
    }
  },
)

type Child = ReturnType<typeof fork>

function startChild(t: Pick<TestContext, 'after'>): Child {
  const child = fork(childPath, { execArgv: sourceOptions })
  t.after(() => child.kill('SIGKILL'))
  return child
}

/** Lets a process open a store; by default once, to add one to its count. */
async function ask(child: Child | undefined, task: Partial<Task>): Promise<Answer> {
  assert.ok(child !== undefined)
  child.send({ times: 1, adds: 1, ...task })
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
