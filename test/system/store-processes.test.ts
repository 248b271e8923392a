import assert from 'node:assert/strict'
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { compiledPath } from '../support/compiled.ts'
import { temporaryFolder } from '../support/folders.ts'
import type { Answer, Task } from '../support/store-child.ts'

/** Faults that are tried once in a normal run are tried this many times. */
const faultRounds = Number(process.env['FAULT_ROUNDS'] ?? 4)
const childPath = compiledPath('test/support/store-child.ts')

describe('several processes', () => {
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
})

const hasLimits = spawnSync('prlimit', ['--version']).status === 0
test(
  'a start without spare file descriptors has an error in words, and succeeds with more of them',
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
  'a start on a full disk has an error in words, even where a lock file is sparse',
  { skip: hasNamespaces ? false : 'LEFT OUT: no file system can be mounted here' },
  (t) => {
    const folder = temporaryFolder(t)
    const makeSparse =
      '"$2" "$3" data 5 >/dev/null; for lock in gate live; do rm data/$lock.mdb-lock; ' +
      'truncate -s 8192 data/$lock.mdb-lock; done; dd if=/dev/zero of=full bs=1k 2>/dev/null'
    const rows = [4, 8, 16, 24, 32, 64].map((kilobytes) => [kilobytes, ':'] as const)
    for (const [kilobytes, prepare] of [...rows, [600, makeSparse] as const]) {
      const mount = `mount -t tmpfs -o size=${kilobytes}k none "$1" && cd "$1"`
      const script = `${mount} && { ${prepare}; exec "$2" "$3" "$1/data" 5; }`
      const words = ['-m', 'sh', '-c', script, 'sh', folder, process.execPath, childPath]
      const { stdout, signal } = spawnSync('unshare', words, { encoding: 'utf8' })
      assert.equal(signal, null)
      const [failure] = JSON.parse(stdout).failures
      assert.match(failure, /cannot be used: (?:no space is left|Error: ENOSPC)/, `${kilobytes}k`)
    }
  },
)

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
