import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
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

describe('the reporter', () => {
  test('prints one line per file, skipped tests, and the counts on the last line', (t) => {
    const { text, status } = report(t, {
      a: `describe('a suite', () => {
            test('passes', () => {})
            test('asks', (t) => t.diagnostic('17 µs'))
            test('cannot', { skip: 'LEFT OUT: no nginx' }, () => {})
          })
          console.log('nothing of this')`,
      b: "test('passes', async (t) => { await t.test('inside', () => {}) })",
      c: "describe('none of these', { skip: 'LEFT OUT: no root' }, () => { test('a', () => {}) })",
    })
    const lines = [
      'ok       2    0.0 s  a.test.mjs',
      '  a suite > asks: 17 µs',
      '  skipped: a suite > cannot: LEFT OUT: no nginx',
      'ok       2    0.0 s  b.test.mjs',
      'ok       0    0.0 s  c.test.mjs',
      '  skipped: none of these: LEFT OUT: no root',
      '',
      '4 passed, 0 failed, 2 skipped',
      '',
    ]
    assert.equal(text, lines.join('\n'))
    assert.equal(status, 0)
  })

  test('prints a failure with its path, the whole message, and its stack', (t) => {
    const { text, status } = report(t, {
      a: `describe('a suite', () => {
            describe('inner', () => {
              test('differs', () => assert.deepEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }))
            })
          })
          test('throws', () => {
            throw new TypeError('one', { cause: new Error('another') })
          })
          test('is slow', { timeout: 20 }, () => new Promise((end) => setTimeout(end, 100)))
          console.log('this belongs to it')`,
    })
    assert.match(text, /^FAIL {5}0 +0\.0 s {2}a\.test\.mjs\n {2}a suite > inner > differs \(a\.test\.mjs:5\)\n/)
    assert.match(text, / {4}AssertionError: .*deep-equal:\n[^]*\n {4}\+ {5}2,?\n {4}- {5}3\n/)
    assert.match(text, /\n {4}at .*a\.test\.mjs:5:\d+\)?\n/)
    assert.match(text, /\n {2}throws \(a\.test\.mjs:8\)\n {4}TypeError: one\n[^]*\n {4}caused by Error: another\n/)
    assert.match(text, /\n {2}is slow \(a\.test\.mjs:11\)\n.*timed out after 20ms\n/)
    assert.match(text, /\n {2}It printed:\n {4}this belongs to it\n/)
    const names = ['a suite > inner > differs', 'throws', 'is slow']
    const failed = names.map((name) => `  a.test.mjs: ${name}\n`).join('')
    assert.ok(text.endsWith(`\nFailed:\n${failed}\n0 passed, 3 failed, 0 skipped\n`), text)
    assert.equal(status, 1)
  })

  test('points to the row of a table in the source of a test', (t) => {
    const folder = temporaryFolder(t)
    const source = `describe('sums', () => {
      for (const [title, is, must] of [
        ["it's so", 1, 1],
        ['differs', 1, 2],
      ]) test(title, () => assert.equal(is, must))
      test(\`comp\${'uted'}\`, () => assert.fail())
    })`
    for (const part of ['test', 'dist/test']) mkdirSync(join(folder, part), { recursive: true })
    writeFileSync(join(folder, 'test/a.test.ts'), source)
    writeFileSync(join(folder, 'dist/test/a.test.js'), `${imports}\n${source}`)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const { text } = report(t, {}, folder, ['dist/test/a.test.js'])
    assert.match(text, /\n {2}sums > differs \(test\/a\.test\.ts:4\)\n/)
    assert.match(text, /\n {2}sums > computed \(test\/a\.test\.ts:1\)\n/)
  })

  const crashes: Array<[title: string, source: string, expected: RegExp]> = [
    ['an error of syntax', 'const = 1', /exit status 1\.\n {2}It printed:\n[^]*SyntaxError: /],
    ['process.exit', "test('a', () => process.exit(3))", /exit status 3\./],
    ['a signal', "test('a', () => process.kill(process.pid, 'SIGKILL'))", /by SIGKILL\./],
    ['an error of no test', 'setTimeout(() => { throw new Error("x") }, 50)', /exit status 1\./],
  ]
  for (const [title, source, expected] of crashes) {
    test(`reports that a file was ended by ${title}`, (t) => {
      const { text, status } = report(t, { a: source, b: "test('passes', () => {})" })
      assert.match(text, /^FAIL .* a\.test\.mjs\n {2}the file\n/)
      assert.match(text, expected)
      assert.match(text, /\n1 passed, 1 failed, 0 skipped\n$/)
      assert.equal(status, 1)
    })
  }

  test('reports that a file has no test, or ends before its first one', (t) => {
    for (const source of ['', "test('a', async () => process.exit(0))"]) {
      const { text } = report(t, { a: source })
      assert.match(text, /^FAIL .* a\.test\.mjs\n {2}the file\n {4}No test of this file was /)
      assert.match(text, /\n0 passed, 1 failed, 0 skipped\n$/)
    }
  })
})

// Enough for a correct file, even on a busy machine.
const limitSeconds = 8

test(`the runner ends files that hang for ${limitSeconds} s, names the test, and runs the rest`, async (t) => {
  const folder = temporaryFolder(t)
  // It lists the sources, but runs the compiled files.
  for (const part of ['test/support', 'test/api', 'test/http', 'dist/test/api', 'dist/test/http']) {
    mkdirSync(join(folder, part), { recursive: true })
  }
  const names = ['run.mjs', 'progress.mjs', 'reporter.mjs'].map((name) => `test/support/${name}`)
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
