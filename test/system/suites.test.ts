import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, test } from 'node:test'
import { isCompiled, root, temporaryFolder } from '../support/folders.ts'
import { until } from '../support/until.ts'

const support = join(import.meta.dirname, '..', 'support')
const type = isCompiled ? 'js' : 'ts'
const imports = `import { test } from 'node:test'
import { startService } from ${JSON.stringify(join(support, `service.${type}`))}
`
// Enough for correct code, even on a busy machine.
const limitSeconds = 10

describe('a suite ends with the name of the file and of the test', () => {
  for (const [title, source, expected] of [
    [
      'that blocks its process',
      `test('blocks', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))`,
      '"blocks" has not ended',
    ],
    [
      'that leaves something running',
      `test('leaves a timer', () => { setInterval(() => {}, 100) })`,
      'what it has started still runs after "leaves a timer"',
    ],
    [
      'that has started a service',
      `test('waits', async (t) => {
        const { process } = await startService(t)
        console.log('started', process.pid)
        await new Promise(() => {})
      })`,
      '"waits" has not ended',
    ],
  ] as const) {
    test(title, { timeout: 120_000 }, async (t) => {
      const folder = temporaryFolder(t)
      const names = ['fine', 'bad'].map((name) => relative(join(support, '..'), join(folder, name)))
      writeFileSync(join(folder, `fine.test.${type}`), `${imports}test('passes', () => {})`)
      writeFileSync(join(folder, `bad.test.${type}`), `${imports}${source}`)
      writeFileSync(
        join(folder, 'suite.mjs'),
        `import { runFiles } from ${JSON.stringify(join(support, `run-files.${type}`))}
        await runFiles(${JSON.stringify(names)}, ${limitSeconds})`,
      )
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      // This variable of Node would make its children report to this test.
      const { NODE_TEST_CONTEXT: _context, ...env } = process.env
      const words = [...process.execArgv, '--test', '--test-reporter=spec', join(folder, 'suite.mjs')]
      const { status, stdout } = spawnSync(process.execPath, words, {
        // Where Node finds the loader of this process.
        cwd: root,
        env,
        encoding: 'utf8',
      })
      assert.equal(status, 1)
      const told = `No test has ended for ${limitSeconds} s. ${names[1]}: ${expected}`
      assert.ok(stdout.includes(told), `${told} is not in ${stdout}`)
      const [, pid] = /^started (\d+)/m.exec(stdout) ?? []
      if (pid !== undefined) await until(() => !existsSync(`/proc/${pid}`), 'the service ends')
    })
  }
})
