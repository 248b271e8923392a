import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { TestContext } from 'node:test'
import { freePort } from '../support/client.ts'
import { builtServer } from '../support/built.ts'
import { root, temporaryFolder } from '../support/folders.ts'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const refusal = (version: string): string =>
  `The text decoration service needs Node 20.19.2 or later, this is ${version}\n`

/** The ways to start the service. */
const starts: ReadonlyArray<readonly string[]> = [
  ['dist/server.js'],
  ['dist/server.js', '--check'],
  ['app.cjs'],
]

describe('a Node that is too old', () => {
  for (const words of starts) {
    test(`ends ${words.join(' ')} with one line, before anything else is loaded`, (t) => {
      const { status, stderr } = run(t, words, '20.9.0')
      assert.deepEqual([status, stderr], [78, refusal('20.9.0')])
      // A newer one continues, and does not find the other files.
      const newer = run(t, words, '20.19.2')
      assert.equal(newer.status, 1)
      assert.match(newer.stderr, /main\.cjs/)
    })
  }

  test('ends npm start with the same line, before it builds', (t) => {
    assert.match(manifest.scripts.prestart, /npm run --silent build$/)
    const environment = { PATH: process.env['PATH'], NODE_OPTIONS: `--require=${fake(t, '18.19.1')}` }
    const options = { encoding: 'utf8', env: environment } as const
    const { status, stderr } = spawnSync('sh', ['-c', manifest.scripts.prebuild], options)
    assert.deepEqual([status, stderr], [78, refusal('18.19.1')])
    assert.equal(spawnSync('sh', ['-c', manifest.scripts.prebuild]).status, 0)
  })

  test('can parse the version check', () => {
    const source = readFileSync(builtServer(), 'utf8').replaceAll(/\/\/.*$/gm, '')
    // Node 12 has import() and localeCompare.
    assert.doesNotMatch(source, /^import [^(]|^import\{|\bawait\b|\?\.|\?\?|[|&?]=|node:|#/m)
  })

  const binaries = (process.env['OLD_NODES'] ?? '').split(':').filter((path) => path !== '')
  const skip = binaries.length === 0 && 'LEFT OUT: OLD_NODES names no Node before 20.19.2'
  test('is really one', { skip }, (t) => {
    for (const binary of binaries) {
      const version = spawnSync(binary, ['-p', 'process.versions.node'], { encoding: 'utf8' })
      for (const words of starts) {
        const { status, stderr } = spawnSync(binary, [...words], { cwd: root, encoding: 'utf8' })
        assert.deepEqual([status, stderr], [78, refusal(version.stdout.trim())])
      }
      t.diagnostic(version.stdout.trim())
    }
  })
})

describe('npm start, before it builds,', () => {
  test('says that the packages are missing, or that the folder is read-only', (t) => {
    const folder = temporaryFolder(t)
    const script = join(folder, '.ci', 'before-build.cjs')
    mkdirSync(join(folder, '.ci'))
    copyFileSync(join(root, '.ci', 'before-build.cjs'), script)
    const unprivileged = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
    const start = (): unknown[] => {
      const words = [...(process.getuid?.() === 0 ? unprivileged : []), process.execPath, script]
      const [program = '', ...rest] = words
      const { status, stderr } = spawnSync(program, rest, { encoding: 'utf8' })
      return [status, stderr]
    }
    chmodSync(folder, 0o777)
    const none = 'The packages are not installed: type npm ci --include=dev first\n'
    assert.deepEqual(start(), [78, none])
    mkdirSync(join(folder, 'node_modules', 'lmdb'), { recursive: true })
    const [production, some] = start()
    assert.equal(production, 78)
    assert.match(String(some), /NODE_ENV=production .* type npm ci --include=dev\n$/)
    mkdirSync(join(folder, 'node_modules', 'tsx'), { recursive: true })
    assert.deepEqual(start(), [0, ''])
    chmodSync(folder, 0o555)
    const [status, said] = start()
    // So that it can be removed.
    chmodSync(folder, 0o777)
    assert.equal(status, 78)
    assert.match(String(said), /^\S+ cannot be written to \(EACCES\): build a copy .*\n$/)
  })

  test('says that its port is in use, as the service does', async (t) => {
    const server = createServer().listen(0, '127.0.0.1')
    t.after(() => server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const env = { PATH: process.env['PATH'], PORT: String(port) }
    const options = { cwd: root, encoding: 'utf8' } as const
    const check = join(root, '.ci', 'before-build.cjs')
    const [early, late] = [check, builtServer()].map((program) => {
      const variables = { ...env, STARTS: '1', DATA_DIR: temporaryFolder(t) }
      return spawnSync(process.execPath, [program], { ...options, env: variables })
    })
    assert.deepEqual([early?.status, early?.stderr], [late?.status, late?.stderr])
    assert.match(early?.stderr ?? '', /^PORT=\d+: another program listens there; .*\n$/)
    assert.match(manifest.scripts.prestart, /\bSTARTS=1 /)
    // A build next to a running service is fine.
    assert.equal(spawnSync(process.execPath, [check], { ...options, env }).status, 0)
    // Otherwise it says why nothing happens for a while.
    const free = { ...env, PORT: String(await freePort()), STARTS: '1' }
    const { status, stderr } = spawnSync(process.execPath, [check], { ...options, env: free })
    assert.deepEqual([status, stderr.split(' ')[0]], [0, 'Building'])
  })
})

/** Starts an installation that only has the first file, on a Node that claims this version. */
function run(t: TestContext, words: readonly string[], version: string) {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'dist'))
  copyFileSync(builtServer(), join(folder, 'dist', 'server.js'))
  for (const file of ['app.cjs', 'package.json']) copyFileSync(join(root, file), join(folder, file))
  const options = { cwd: folder, encoding: 'utf8' } as const
  return spawnSync(process.execPath, ['--require', fake(t, version), ...words], options)
}

/** Writes a module that makes Node claim another version. */
function fake(t: TestContext, version: string): string {
  const path = join(temporaryFolder(t), 'fake.cjs')
  const versions = `{ ...process.versions, node: '${version}' }`
  writeFileSync(path, `Object.defineProperty(process, 'versions', { value: ${versions} })\n`)
  return path
}
