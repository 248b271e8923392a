import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { generate } from '../support/load.ts'
import { startCommand, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'
import { until } from '../support/until.ts'

// After a power cut, a disk has what was synced before, and any part of the rest: the bytes of a
// file after fsync of the file, a name after fsync of its folder.

const hasTracer = spawnSync('strace', ['-D', '-o', '/dev/null', 'true']).status === 0
const skip = hasTracer ? false : 'LEFT OUT: strace is not installed, or not allowed'

const written = ['write checkpoint.json.spare', 'fsync checkpoint.json.spare']
const renamed = ['rename checkpoint.json', 'rename checkpoint.json.spare', 'fsync .']
const exchanged = [...written, 'link checkpoint.json.spare-old', ...renamed]
const bootNamed = ['write live.boot.new', 'fsync live.boot.new', 'rename live.boot', 'fsync .']

describe('what a power cut must not separate is written in order', { skip }, () => {
  test('by starts in a new folder, in the same boot and in another one', async (t) => {
    const parent = temporaryFolder(t)
    const folder = join(parent, 'data')
    assert.deepEqual(await traceRun(t, parent), [
      ...['mkdir .', 'fsync ..', 'link gate.mdb', 'fsync .', ...bootNamed, 'link live.mdb'],
      // The spare file, and what is put in its place.
      ...['write checkpoint.json.spare', 'fsync .', ...written, 'write checkpoint.json.spare-old'],
      ...renamed,
    ])
    // The spare file of the process of before: the disk may still have another name for it.
    const next = ['rename checkpoint.json.spare', 'fsync .']
    assert.deepEqual(await traceRun(t, parent), [...next, 'fsync .'])
    writeFileSync(join(folder, 'live.boot'), 'another boot')
    assert.deepEqual(await traceRun(t, parent), [
      ...['rename live.mdb.previous-boot', 'fsync .', ...bootNamed, 'link live.mdb'],
      ...[...next, 'fsync .'],
    ])
  })

  test('by each checkpoint: no file is written while the disk may call it the checkpoint', async (t) => {
    const parent = temporaryFolder(t)
    const path = join(parent, 'data', 'checkpoint.json')
    const uses = (): number => JSON.parse(readFileSync(path, 'utf8')).uses
    await traceRun(t, parent)
    const calls = await traceRun(t, parent, async ({ port }) => {
      for (let count = 1; count <= 3; count++) {
        assert.equal((await send(port, generate('192.0.2.1'))).status, 200)
        await until(() => uses() === count, `${count} uses are in the checkpoint`)
      }
    })
    const start = ['rename checkpoint.json.spare', 'fsync .']
    assert.deepEqual(calls, [...start, ...exchanged, ...exchanged, ...exchanged, 'fsync .'])
  })
})

/**
 * Starts and stops the service, and returns what it did in a folder `data`: `write`, `fsync`,
 * `rename` and `link` with the new name, and `mkdir`. Drafts are named by what they are for.
 */
async function traceRun(
  t: TestContext,
  parent: string,
  use: (service: Service) => Promise<void> = async () => {},
): Promise<string[]> {
  const path = join(temporaryFolder(t), 'trace')
  const calls = 'trace=write,pwrite64,fsync,fdatasync,?rename,renameat,?link,linkat,?mkdir,mkdirat'
  const service = await startService(
    t,
    { DATA_DIR: join(parent, 'data'), UV_USE_IO_URING: '0' },
    ['strace', '-D', '-f', '-y', '-o', path, '-e', calls, ...startCommand()],
  )
  await use(service)
  assert.equal(await service.stop(), 0)
  const read = (): string => readFileSync(path, 'utf8')
  await until(() => read().endsWith('+++ exited with 0 +++\n'), 'the trace is complete')
  return readCalls(read()).flatMap((call) => {
    const [, name = '', words = ''] = /^p?(\w+?)(?:64|at)?\((.*)/.exec(call) ?? []
    const named = [...words.matchAll(/["<]([^">]*)[">]/g)].map(([, file = '']) => file)
    const changed = (name === 'write' || name === 'fsync' ? named[0] : named.at(-1)) ?? ''
    const short = `${changed}/`.replace(`${parent}/data/`, './').replace(`${parent}/`, '../')
    if (!/^\.\.?\//.test(short) || /draft\.mdb|\.mdb\.new|live\.clean|-lock/.test(short)) return []
    const file = short.slice(0, -1).replace(/^\.\//, '').replace(/\.new-.*/, '.new').replace(/-\d+/, '')
    return name === 'write' && file.endsWith('.mdb') ? [] : `${name} ${file}`
  })
}

/** Returns the successful calls of a trace in the order of their ends. */
function readCalls(trace: string): string[] {
  const begun = new Map<string, string>()
  return trace.split('\n').flatMap((line) => {
    const [, thread = '', rest = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    const [, head] = /^(.*?) *<unfinished \.\.\.>$/.exec(rest) ?? []
    if (head !== undefined) begun.set(thread, head)
    const call = rest.replace(/^<\.\.\. \w+ resumed>/, () => begun.get(thread) ?? '')
    return head === undefined && / = \d+/.test(call) ? call : []
  })
}
