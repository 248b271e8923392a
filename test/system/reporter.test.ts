import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { root, temporaryFolder } from '../support/folders.ts'
import { until } from '../support/until.ts'

const imports = `import { describe, test } from 'node:test'
import assert from 'node:assert/strict'
`

interface Report {
  readonly text: string
  readonly status: number | null
}

/** Runs test files, by name and source, or those that are in the folder, and returns the report. */
function report(
  t: TestContext,
  sources: Readonly<Record<string, string>>,
  folder = temporaryFolder(t),
  files = Object.keys(sources).map((name) => `${name}.test.mjs`),
): Report {
  for (const [name, source] of Object.entries(sources)) {
    writeFileSync(join(folder, `${name}.test.mjs`), `${imports}${source}\n`)
  }
  const reporter = join(root, 'test', 'support', 'reporter.mjs')
  const words = ['--test', `--test-reporter=${reporter}`, ...files]
  // This variable of Node would make its children report to this test.
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const { stdout, status } = spawnSync(process.execPath, words, {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  return { text: stdout.replace(/\d+\.\d s/g, '0.0 s').replaceAll(folder, '.'), status }
}

test('the reporter prints one line per file, skipped tests, and the counts on the last line', (t) => {
  const { text, status } = report(t, {
    a: `describe('a suite', () => {
          test('asks', (t) => t.diagnostic('17 µs'))
          test('cannot', { skip: 'LEFT OUT: no nginx' }, () => {})
        })
        console.log('nothing of this')`,
    b: "test('passes', async (t) => { await t.test('inside', () => {}) })",
    c: "describe('none of these', { skip: 'LEFT OUT: no root' }, () => { test('a', () => {}) })",
  })
  const lines = [
    'ok       1    0.0 s  a.test.mjs',
    '  a suite > asks: 17 µs',
    '  skipped: a suite > cannot: LEFT OUT: no nginx',
    'ok       2    0.0 s  b.test.mjs',
    'ok       0    0.0 s  c.test.mjs',
    '  skipped: none of these: LEFT OUT: no root',
    '',
    '3 passed, 0 failed, 2 skipped',
    '',
  ]
  assert.deepEqual([text, status], [lines.join('\n'), 0])
})

test('the reporter prints failures with their path, message and stack, and why a file ended', (t) => {
  const { text, status } = report(t, {
    a: `describe('a suite', () => {
          describe('inner', () => {
            test('differs', () => assert.deepEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }))
          })
        })
        test('throws', () => {
          throw new TypeError('one', { cause: new Error('another') })
        })
        console.log('this belongs to it')`,
    b: 'const = 1',
    c: "test('a', () => process.exit(3))",
    d: "test('a', () => process.kill(process.pid, 'SIGKILL'))",
    e: 'setTimeout(() => { throw new Error("x") }, 50)',
    f: '',
    g: "test('a', async () => process.exit(0))",
  })
  const none = /\n {2}the file\n {4}No test of this file was /
  const expected = [
    /FAIL {5}0 +0\.0 s {2}a\.test\.mjs\n {2}a suite > inner > differs \(a\.test\.mjs:5\)\n/,
    / {4}AssertionError: .*deep-equal:\n[^]*\n {4}\+ {5}2,?\n {4}- {5}3\n/,
    /\n {4}at .*a\.test\.mjs:5:\d+\)?\n/,
    /\n {2}throws \(a\.test\.mjs:8\)\n {4}TypeError: one\n[^]*\n {4}caused by Error: another\n/,
    /\n {2}It printed:\n {4}this belongs to it\n/,
    /b\.test\.mjs\n {2}the file\n.* exit status 1\.\n {2}It printed:\n[^]*SyntaxError: /,
    /c\.test\.mjs\n {2}the file\n.* exit status 3\./,
    /d\.test\.mjs\n {2}the file\n.* by SIGKILL\./,
    /e\.test\.mjs\n {2}the file\n.* exit status 1\./,
    new RegExp(`f\\.test\\.mjs${none.source}`),
    new RegExp(`g\\.test\\.mjs${none.source}`),
    /\nFailed:\n {2}a\.test\.mjs: a suite > inner > differs\n {2}a\.test\.mjs: throws\n/,
    /\n0 passed, 8 failed, 0 skipped\n$/,
  ]
  for (const pattern of expected) assert.match(text, pattern)
  assert.equal(status, 1)
})

test('the reporter points to the row of a table in the source of a test', (t) => {
  const folder = temporaryFolder(t)
  const source = `describe('sums', () => {
    for (const [title, is, must] of [
      ["isn't", 1, 2],
      ['differs', 1, 2],
    ]) test(title, () => assert.equal(is, must))
    test(\`comp\${'uted'}\`, () => assert.fail())
  })`
  for (const part of ['test', 'dist/test']) mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'test/a.test.ts'), source)
  writeFileSync(join(folder, 'dist/test/a.test.js'), `${imports}\n${source}`)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const { text } = report(t, {}, folder, ['dist/test/a.test.js'])
  assert.match(text, /\n {2}sums > isn't \(test\/a\.test\.ts:3\)\n/)
  assert.match(text, /\n {2}sums > differs \(test\/a\.test\.ts:4\)\n/)
  assert.match(text, /\n {2}sums > computed \(test\/a\.test\.ts:1\)\n/)
})

// Enough for a correct file, even on a busy machine.
const limitSeconds = 8

test(`the runner ends files that hang for ${limitSeconds} s, names the test, and runs the rest`, async (t) => {
  const folder = temporaryFolder(t)
  // It lists the sources, but runs the compiled files.
  for (const part of ['test/support', 'test/api', 'test/http', 'dist/test/api', 'dist/test/http']) {
    mkdirSync(join(folder, part), { recursive: true })
  }
  const names = ['run', 'event-log', 'progress', 'reporter'].map((name) => `test/support/${name}.mjs`)
  for (const name of names) cpSync(join(root, name), join(folder, name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const pidFile = join(folder, 'pid')
  const never = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'
  const sources = {
    'api/a': "test('passes', () => {})",
    'api/b': `import { spawn } from 'node:child_process'
      import { writeFileSync } from 'node:fs'
      describe('a suite', () => {
        test('blocks', () => {
          const { pid } = spawn('sleep', ['60'], { stdio: 'inherit', detached: true })
          writeFileSync(${JSON.stringify(pidFile)}, String(pid))
          ${never}
        })
      })`,
    'api/c': "test('passes, too', () => {})",
    'http/a': `test('leaves an interval', () => {
      setInterval(() => {}, 100)
      assert.fail('on purpose')
    })`,
  }
  for (const [name, source] of Object.entries(sources)) {
    writeFileSync(join(folder, 'test', `${name}.test.ts`), '')
    writeFileSync(join(folder, 'dist/test', `${name}.test.js`), `${imports}${source}\n`)
  }
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env
  const { stdout, status } = spawnSync(
    process.execPath,
    ['test/support/run.mjs', 'quick', '--compiled'],
    { cwd: folder, env: { ...env, TEST_LIMIT_SECONDS: String(limitSeconds) }, encoding: 'utf8' },
  )
  const ended = `  the time limit\n    None of its tests has ended for ${limitSeconds} s: `
  for (const words of [
    'api/a.test.js\n',
    `api/b.test.js\n${ended}"a suite > blocks" has not ended`,
    'api/c.test.js\n',
    'on purpose',
    `${ended}what it or a file before it has started still runs after "leaves an interval"; ` +
      'its process waits for',
    '\n2 passed, 3 failed, 0 skipped\n',
  ]) {
    assert.ok(stdout.includes(words), `${words} is not in ${stdout}`)
  }
  assert.equal(status, 1)
  const pid = readFileSync(pidFile, 'utf8')
  await until(() => !existsSync(`/proc/${pid}`), 'the process that the test has started ends')
})
