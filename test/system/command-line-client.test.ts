import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { parseObject } from '../support/answers.ts'
import { readBlock } from '../support/documents.ts'
import { temporaryFolder } from '../support/folders.ts'
import { createHost, startInProcess } from '../support/in-process.ts'
import { call, generate } from '../support/requests.ts'
import { until } from '../support/until.ts'

const program = readBlock('decorate')

describe('the command-line client of the documents', { concurrency: true }, () => {
  test('has at most 60 lines', () => assert.ok(program.trimEnd().split('\n').length <= 60))

  test('prints what the service returns, and asks only if it has to', async (t) => {
    const service = await startInProcess(t, { LOG_LEVEL: 'debug' })
    const { run, age } = open(t, service.port)
    const texts = ['Hello, señor!', 'a1️⃣ e\u0301 n\u0303']
    for (const slug of ['bold-serif', 'reverse', 'morse']) {
      for (const text of texts) {
        const { output } = parseObject((await call(Promise.resolve(service), generate({ slug, text }))).text)
        assert.deepEqual(await run(text, '--style', slug), [0, `${String(output)}\n`, ''])
      }
    }
    const count = (): number => service.lines.filter(({ message }) => message === 'Answered').length
    const before = count()
    assert.deepEqual(await run('Hello'), [0, '𝐇𝐞𝐥𝐥𝐨\n', ''])
    assert.equal(count(), before)
    age()
    assert.deepEqual(await run('Hello'), [0, '𝐇𝐞𝐥𝐥𝐨\n', ''])
    assert.equal(count(), before + 1)
    assert.equal(service.lines.at(-1)?.['status'], 304)
    await service.stop('enough')
    age()
    const [status, output, message] = await run('Hello')
    assert.deepEqual([status, output], [0, '𝐇𝐞𝐥𝐥𝐨\n'])
    assert.match(message, /kept/)
    const [down, , reason] = await run('Hello', '--style', 'reverse')
    assert.equal(down, 1)
    assert.match(reason, /^The service does not answer at http:/)
  })

  test('waits for the limit, but not longer than it may', async (t) => {
    let now = 0
    const host = createHost({ now: () => now })
    const settings = { RATE_LIMIT: '1', RATE_WINDOW_SECONDS: '1', LOG_LEVEL: 'debug' }
    const { run } = open(t, (await startInProcess(t, settings, host)).port)
    const running = run('ab', '--style', 'reverse')
    await until(() => host.lines.some(({ status }) => status === 429))
    now += 1_000
    const [status, output, message] = await running
    assert.deepEqual([status, output], [0, 'ba\n'])
    assert.match(message, /^Maximum 1 request per second/)
    const hourly = open(t, (await startInProcess(t, { RATE_LIMIT: '1' })).port)
    assert.deepEqual(await hourly.run('ab'), [0, '𝐚𝐛\n', ''])
    hourly.age()
    const [kept, styled, notice] = await hourly.run('ab')
    assert.deepEqual([kept, styled], [0, '𝐚𝐛\n'])
    assert.match(notice, /^Maximum 1 request per hour/)
    assert.equal((await hourly.run('ab', '--style', 'reverse'))[0], 1)
  })

  test('explains wrong use', async (t) => {
    const { run } = open(t, (await startInProcess(t)).port)
    for (const [words, explained] of [
      [['a', '--style', 'bold'], /"bold-serif"/],
      [[], /^Usage: decorate "text"/],
      [['a', '--unknown'], /--unknown/],
    ] as const) {
      const [status, output, message] = await run(...words)
      assert.deepEqual([status, output], [1, ''])
      assert.match(message, explained)
    }
  })
})

/** Saves the program, with a cache of its own. */
function open(t: TestContext, port: number) {
  const folder = temporaryFolder(t)
  const path = join(folder, 'decorate.mjs')
  writeFileSync(path, program)
  const env = { ...process.env, XDG_CACHE_HOME: folder }
  const server = `http://127.0.0.1:${port}/api`
  return {
    /** Runs the program; resolves to its exit status, its output and its messages. */
    run: (...words: readonly string[]) =>
      new Promise<[status: number, output: string, message: string]>((resolve) => {
        const all = [path, ...words, '--server', server]
        const child = execFile(process.execPath, all, { env }, (_error, output, message) => {
          resolve([child.exitCode ?? -1, output, message])
        })
      }),
    /** Makes everything in the cache older than five minutes. */
    age(): void {
      const cache = join(folder, 'decorate')
      for (const name of readdirSync(cache)) {
        const kept = JSON.parse(readFileSync(join(cache, name), 'utf8'))
        writeFileSync(join(cache, name), JSON.stringify({ ...kept, checkedAt: 0 }))
      }
    },
  }
}
