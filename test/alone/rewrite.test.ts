import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { rewriteRecords } from '../../lib/store/rewrite.ts'
import {
  filledFolder,
  filledTotals,
  key,
  openChanged,
  openFolder,
  readRecord,
  value,
} from '../support/data-folder.ts'
import { root, temporaryFolder } from '../support/folders.ts'

describe('a start after an end that was not clean', () => {
  test('writes all records into a new file, and logs it', (t) => {
    let inode = 0
    const { folder, store, lines, record, totals } = openChanged(t, (path) => {
      endUncleanly(path)
      inode = inodeOf(path)
    })
    assert.notEqual(inodeOf(folder), inode)
    assert.match(lines.map(({ message }) => message).join(), /^The last end was not clean: [^,]*$/)
    assert.deepEqual(record, value)
    assert.deepEqual(totals, filledTotals)
    store.transact((records) => {
      const all = records.range(Buffer.from('filling'), Buffer.from('fillinh'), 2000)
      assert.equal(all.length, 1000)
      for (const record of all) {
        const index = Number(record.key.toString().slice('filling '.length))
        assert.deepEqual(record.value, Buffer.alloc(50, index))
      }
    })
    assert.deepEqual(readdirSync(folder).filter((name) => /new/.test(name)), [])
  })

  test('happens once: a clean end, or none of the file, needs no other process', (t) => {
    const folder = filledFolder(t)
    const inode = inodeOf(folder)
    withPreload(t, "process.stdout.write('a page'); process.exit()", () => {
      const { store, lines } = openFolder(folder)
      // The process may crash before it writes anything.
      assert.equal(existsSync(join(folder, 'live.clean')), false)
      store.transact((records) => records.put(key, Buffer.from('other')))
      store.close()
      assert.deepEqual(lines, [])
    })
    assert.equal(inodeOf(folder), inode)
    assert.deepEqual(readRecord(openFolder(folder).store), Buffer.from('other'))
  })

  test('is recognized by any write after the last close, and by any damaged mark', (t) => {
    const mark = readFileSync(join(filledFolder(t), 'live.clean'), 'utf8')
    for (const text of ['', '\0', mark, mark.trim().slice(1), '0 0']) {
      const folder = filledFolder(t)
      const inode = inodeOf(folder)
      writeFileSync(join(folder, 'live.clean'), text)
      openFolder(folder).store.close()
      assert.notEqual(inodeOf(folder), inode, text)
    }
  })

  const program = 'test/support/store-child.ts'
  // In each of them, `node` starts the program in another way.
  const forms: Readonly<Record<string, readonly string[] | undefined>> = {
    'with tsx': ['--import', 'tsx', program],
    'with an option of its own': ['--import', 'tsx', '--test-name-pattern', 'a', program],
    'without a compiler': Reflect.get(process.features, 'typescript') ? [program] : undefined,
  }
  for (const [form, words] of Object.entries(forms)) {
    const skip = words === undefined && 'LEFT OUT: this form of the sources cannot be run here'
    test(`writes a new file if the sources run ${form}`, { skip }, (t) => {
      const folder = join(temporaryFolder(t), 'data')
      const run = (): { count: number; lines: readonly string[] } => {
        const options = { cwd: root, encoding: 'utf8' } as const
        return JSON.parse(spawnSync(process.execPath, [...(words ?? []), folder, '1'], options).stdout)
      }
      run()
      const inode = inodeOf(folder)
      rmSync(join(folder, 'live.clean'))
      const { count, lines } = run()
      assert.equal(count, 2)
      assert.match(lines.join(), /^[^\n]*The last end was not clean[^\n]*\n?$/)
      assert.notEqual(inodeOf(folder), inode)
    })
  }
})

describe('a program that does not write the new file', () => {
  const ends: ReadonlyArray<readonly [what: string, script: string, isAside: boolean]> = [
    ['ends by SIGSEGV', "process.kill(process.pid, 'SIGSEGV')", true],
    ['ends by SIGBUS', "process.kill(process.pid, 'SIGBUS')", true],
    ['aborts', 'process.abort()', true],
    ['ends by SIGILL', "process.kill(process.pid, 'SIGILL')", true],
    ['ends by SIGTRAP', "process.kill(process.pid, 'SIGTRAP')", true],
    ['ends by SIGFPE', "process.kill(process.pid, 'SIGFPE')", true],
    ['is killed', "process.kill(process.pid, 'SIGKILL')", false],
    ['is told to end', "process.kill(process.pid, 'SIGTERM')", false],
    ['is interrupted', "process.kill(process.pid, 'SIGINT')", false],
    // Node 26 ignores SIGUSR2.
    ['gets any other signal', "process.kill(process.pid, 'SIGHUP')", false],
    ['finds damage', "process.stdout.write('a page'); process.exit()", true],
    ['cannot be loaded', "throw new Error('no')", false],
    ['has no room', 'process.exit(1)', false],
  ]
  for (const [what, script, isAside] of ends) {
    test(`because it ${what} leads to a file that is ${isAside ? 'set aside' : 'used as it is'}`, (t) => {
      withPreload(t, script, () => {
        const { lines, aside, record, totals } = openChanged(t, endUncleanly)
        assert.deepEqual(lines.map(({ level }) => level), ['warn'])
        assert.equal(aside.length, isAside ? 1 : 0)
        assert.deepEqual(record, isAside ? undefined : value)
        assert.deepEqual(totals, filledTotals)
      })
    })
  }

  test('reports what it found', (t) => {
    const folder = temporaryFolder(t)
    const path = join(filledFolder(t), 'live.mdb')
    const good = rewriteRecords(path, join(folder, 'new.mdb'))
    assert.equal(good.outcome, 'written')
    const unwritten = rewriteRecords(path, join(folder, 'no', 'new.mdb'))
    assert.equal(unwritten.outcome, 'unwritten')
    assert.match(unwritten.reason, /ENOENT/)
    writeFileSync(path, readFileSync(path).fill(0, 8192))
    const damaged = rewriteRecords(path, join(folder, 'other.mdb'))
    assert.equal(damaged.outcome, 'damaged')
    assert.notEqual(damaged.reason, '')
  })
})

/** Leaves a folder as a killed service does. */
function endUncleanly(folder: string): void {
  rmSync(join(folder, 'live.clean'))
}

function inodeOf(folder: string): number {
  return statSync(join(folder, 'live.mdb')).ino
}

/** Runs `work` while every Node process that this one starts runs a script first. */
function withPreload(t: TestContext, script: string, work: () => void): void {
  const path = join(temporaryFolder(t), 'preload.cjs')
  writeFileSync(path, script)
  const before = process.env['NODE_OPTIONS']
  process.env['NODE_OPTIONS'] = `--require ${path}`
  try {
    work()
  } finally {
    if (before === undefined) delete process.env['NODE_OPTIONS']
    else process.env['NODE_OPTIONS'] = before
  }
}
