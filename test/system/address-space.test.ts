import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { createDraw } from '../../lib/engine/draft.ts'
import { createLog } from '../../lib/log.ts'
import { mapBytes, recordBytes } from '../../lib/store/machine.ts'
import { openStore } from '../../lib/store/store.ts'
import { send } from '../support/client.ts'
import { temporaryFolder } from '../support/folders.ts'
import { firstTime, SharedLimiter } from '../support/limiter.ts'
import { generate, readTotals } from '../support/load.ts'
import { triesAll } from '../support/rounds.ts'
import { startCommand, startService } from '../support/service.ts'
import type { Service } from '../support/service.ts'

const hasLimits = spawnSync('prlimit', ['--version']).status === 0

describe('the service under a limit of its address space', () => {
  const skip = hasLimits ? false : 'LEFT OUT: prlimit is not installed'
  const mebibyte = 2 ** 20
  const limitedTo = (bytes: number): string[] => ['prlimit', `--as=${bytes}`, ...startCommand()]

  test('serves if there is enough, also after a kill, and is refused in words else', { skip }, async (t) => {
    const folder = join(temporaryFolder(t), 'data')
    const usual = await startService(t, { DATA_DIR: folder })
    assert.ok(mappedBytes(usual) < mapBytes + mebibyte)
    const usedBytes = 1024 * readKibibytes(usual, 'VmSize')
    await usual.kill()
    for (const moreMiB of [-100, 20]) {
      const [program = '', ...words] = limitedTo(usedBytes + moreMiB * mebibyte)
      const env = { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder }
      const { status, stderr } = spawnSync(program, words, { env, encoding: 'utf8' })
      assert.equal(status, 78, stderr)
      assert.match(stderr, /^The limit of the address space \(ulimit -v\) leaves \d+ MiB, but \d+ are.*\n$/)
    }
    const limited = limitedTo(usedBytes + 200 * mebibyte)
    for (let uses = 0; uses < 3; uses++) {
      const service = await startService(t, { DATA_DIR: folder }, limited)
      // The program that reads the records of a killed service has this limit, too.
      assert.match(service.lines[0]?.message ?? '', /^The last end was not clean: all records were wr/)
      assert.equal((await readTotals(service.port)).uses, uses)
      const targets = ['/en/', '/fr/symboles', '/tr/?text=abc', '/api?action=list_generators']
      for (const target of targets) await send(service.port, { target })
      assert.equal((await send(service.port, generate('192.0.2.1'))).status, 200)
      await service.kill()
    }
  })
})

/** Returns a number of kibibytes that the kernel knows of a process. */
function readKibibytes({ process: { pid } }: Service, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1])
}

/** Returns how much of the address space the file of the records occupies. */
function mappedBytes({ process: { pid } }: Service): number {
  const lines = readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')
  const places = lines.filter((line) => line.endsWith('/live.mdb'))
  assert.ok(places.length > 0)
  return places.reduce((sum, line) => {
    const [start = 0, end = 0] = (line.split(' ')[0] ?? '').split('-').map((hex) => parseInt(hex, 16))
    return sum + end - start
  }, 0)
}

describe('the bound of the records', () => {
  // A part of the bound must fit into this part of the map.
  const part = 1 / 8
  const kinds = [[64, 1], [512, 1], [512, 40], [1, 1], [64, 60], [512, 300], [32, 900]] as const
  for (const [requests, times] of triesAll ? kinds : kinds.slice(0, 3)) {
    test(`is no more than fits, ${requests} at once, each client ${times} times`, (t) => {
      const folder = temporaryFolder(t)
      const log = createLog('error', assert.fail)
      const store = openStore({ folder, patienceMs: 10_000, bootId: 'b', checkpointBoot: undefined, log })
      t.after(() => store.close())
      const maxBytes = part * recordBytes
      const settings = { windowMs: 1e9, limit: 2_000, maxBytes }
      const limiter = new SharedLimiter((work) => store.transact(work), settings)
      const draw = createDraw(`plan ${times}`)
      const known = Math.ceil((1.2 * maxBytes) / (32 + 6 * times))
      const turns = (1.5 * maxBytes) / (32 + 6 * times) / (requests / times)
      for (let turn = 0; turn < turns; turn++) {
        const names = Array.from({ length: requests }, (_, index) =>
          times === 1 ? `client ${turn * requests + index}` : `client ${draw(known)}`)
        limiter.admit(names, firstTime + turn)
      }
      assert.ok(limiter.evicted > 0)
      const { size } = statSync(join(folder, 'live.mdb'))
      t.diagnostic(`${Math.round((100 * size) / mapBytes / part)} % of this part of the map`)
      assert.ok(size > (part * mapBytes) / 3, `${size} bytes are too few`)
      assert.ok(size <= part * mapBytes, `${size} bytes`)
    })
  }
})
