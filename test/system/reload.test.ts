import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { converse, formatRequest } from '../support/client.ts'
import type { Request } from '../support/client.ts'
import { compiledPath } from '../support/compiled.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { root, temporaryFolder } from '../support/folders.ts'
import { Connection } from '../support/kept-connection.ts'
import { startService } from '../support/service.ts'
import type { LogLine, Service } from '../support/service.ts'
import { until } from '../support/until.ts'

describe('SIGHUP', () => {
  test('loses no request, and each is answered from one catalogue', async (t) => {
    const { file, GENERATORS_DIR } = createOverlay(t)
    const service = await startService(t, { GENERATORS_DIR, RATE_LIMIT: '0' })
    const operations = [{ type: 'case', to: 'upper' }]
    const upperCase = JSON.stringify({ category: 'turned', position: 50, operations })
    const texts = [readFileSync(file, 'utf8'), upperCase]
    const examples = ['dlroW olleH', 'HELLO WORLD']
    const requests: readonly Request[] = [
      { target: '/api?action=get_generator&slug=my-reverse' },
      { method: 'POST', target: '/api', body: 'action=generate&slug=my-reverse&text=Hello World' },
    ]
    let isWanted = true
    t.after(() => (isWanted = false))
    const seen = new Set<number>()
    const clients = Array.from({ length: 8 }, async (_, index) => {
      const connection = new Connection(service.port)
      while (isWanted) {
        const answer = await connection.send(requests[index % 2] ?? {})
        assert.equal(answer.status, 200, answer.text)
        const { generator, output } = JSON.parse(answer.text)
        const which = examples.indexOf(output ?? generator.example)
        assert.ok(which >= 0, answer.text)
        if (output === undefined) {
          assert.equal(generator.operations[0].type, ['reverse', 'case'][which], answer.text)
        }
        seen.add(which)
      }
      connection.close()
    })
    // A request that begins before the reloads and ends after them.
    const slow = converse(service.port)
    const request = formatRequest(requests[1] ?? {})
    slow.write(request.subarray(0, -4))
    for (let round = 1; round <= 4; round++) {
      writeFileSync(file, texts[round % 2] ?? '')
      assert.equal((await reload(service)).message, 'Reloaded')
      await setTimeout(20)
      // With a fault, the old catalogue stays.
      writeFileSync(file, '{')
      const { level, reason } = await reload(service)
      assert.equal(level, 'error')
      assert.ok(String(reason).startsWith(`${file}: is not JSON`), String(reason))
      await setTimeout(20)
    }
    slow.write(request.subarray(-4))
    assert.match(await slow.until(/\}$/), /^HTTP\/1\.1 200 /)
    slow.leave()
    isWanted = false
    await Promise.all(clients)
    assert.equal(seen.size, 2)
  })

  test('by the unit fails if a file is wrong, and does not disturb the service', async (t) => {
    const { file, GENERATORS_DIR } = createOverlay(t)
    const service = await startService(t, { GENERATORS_DIR })
    const unit = readFileSync(join(root, 'systemd/text-decoration.service'), 'utf8')
    const [, words = ''] = /^ExecReload=\/bin\/sh -c '(.*)'$/m.exec(unit) ?? []
    const installed = '/usr/bin/node /opt/text-decoration/dist/server.js'
    assert.ok(words.includes(installed), words)
    const command = words.replace(installed, `'${process.execPath}' '${compiledPath('server.ts')}'`)
    const env = { GENERATORS_DIR, DATA_DIR: temporaryFolder(t), MAINPID: String(service.process.pid) }
    const run = () => spawnSync('sh', ['-c', command], { env, encoding: 'utf8' })
    const good = readFileSync(file)
    writeFileSync(file, '{')
    const { status, stdout, stderr } = run()
    assert.deepEqual([status, stdout], [78, ''])
    assert.ok(stderr.startsWith(`${file}: is not JSON`), stderr)
    writeFileSync(file, good)
    const count = service.lines.length
    assert.equal(run().status, 0)
    await until(() => service.lines.length > count, 'it reloads')
    assert.deepEqual(service.lines.slice(1).map(({ message }) => message), ['Reloaded'])
  })

  test('does not end a service that has just begun to start', async (t) => {
    const child = spawn(...endWithParent(process.execPath, [compiledPath('server.ts')]), {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: temporaryFolder(t) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exited = once(child, 'exit')
    t.after(async () => {
      child.kill('SIGKILL')
      await exited
    })
    let log = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
    const isEarly = (): boolean => !catchesHangup(child.pid) && child.exitCode === null
    for (let turns = 0; turns < 1e6 && isEarly(); turns++) await setImmediate()
    // On a busy machine it may listen already when this process has its turn again.
    if (log !== '') t.diagnostic('it was seen too late')
    for (let times = 0; !log.includes('Listening') && child.signalCode === null; times++) {
      child.kill('SIGHUP')
      await setTimeout(1)
    }
    child.kill('SIGTERM')
    assert.deepEqual(await exited, [0, null])
  })
})

/** Returns whether a process handles SIGHUP instead of being ended by it. */
function catchesHangup(pid: number | undefined): boolean {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const caught = /^SigCgt:\t([0-9a-f]+)$/m.exec(status)?.[1] ?? '0'
  return (BigInt(`0x${caught}`) & 1n) === 1n
}

/** Creates a folder of generators with one of the test's own. */
function createOverlay(t: TestContext): { readonly GENERATORS_DIR: string; readonly file: string } {
  const folder = temporaryFolder(t)
  const file = join(folder, 'my-reverse.json')
  cpSync(join(root, 'generators/reverse.json'), file)
  return { GENERATORS_DIR: folder, file }
}

/** Makes a service read its catalogue again, and returns the line that it logs. */
async function reload({ process: child, lines }: Service): Promise<LogLine> {
  const seen = lines.length
  child.kill('SIGHUP')
  await until(() => lines.length > seen, 'it has reloaded, or says why not')
  return lines[seen] ?? assert.fail()
}
